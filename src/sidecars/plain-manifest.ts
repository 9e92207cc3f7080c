import { ApiObject } from 'cdk8s';
import { applyFittingPatches, applyPatches, patchesOf, renderUnpatched } from './json-patches';
import { renderWithoutSideEffects, workloadOf } from './workload-of';

/** The methods that render objects without their attachments, by the method that synth replaces them with. */
const originals = new WeakMap<() => any, () => any>();

/** Keeps the method that rendered an object before synth has replaced it. */
export function keepOriginalToJson(object: ApiObject, original: () => any): void {
  originals.set(object.toJson, original);
}

/** The method that renders an object without its attachments and with its patches. */
export function originalToJson(object: ApiObject): () => any {
  // Of its class, because user code may have replaced the method of the object again.
  return originals.get(Object.getPrototypeOf(object).toJson) ?? object.toJson;
}

/**
 * The manifest of an API object without its attachments, for decisions that come before them, such as whether a filter matches.
 *
 * Patches are written for the YAML with all sidecars, so some do not fit yet: those are left out. The others count, for example one that adds a label.
 */
export function plainManifest(object: ApiObject): any {
  return applyFittingPatches(renderPlain(object), patchesOf(object));
}

/** The manifest of an API object without attachments, as cdk8s writes it. Throws a sentence about a patch that does not fit. */
export function patchedManifest(object: ApiObject): any {
  return applyPatches(object, renderPlain(object), patchesOf(object));
}

function renderPlain(object: ApiObject): any {
  return renderWithoutSideEffects(workloadOf(object), () => renderUnpatched(object, () => originalToJson(object).call(object)));
}
