import { ApiObject, JsonPatch } from 'cdk8s';
import { describeScope } from './workload-of';

/** cdk8s keeps the patches of an object in a private list. Without it, cdk8s applies them itself, before anything is added to the object. */
interface Patched {
  patches?: JsonPatch[];
}

/** The JSON patches of an API object, for `applyPatches`. */
export function patchesOf(object: ApiObject): readonly JsonPatch[] {
  const { patches } = object as unknown as Patched;
  return Array.isArray(patches) ? patches : [];
}

/** Renders an API object without its patches: they are written for the YAML that users see, so they are applied to the whole of it. */
export function renderUnpatched(object: ApiObject, render: () => any): any {
  const patches = patchesOf(object);
  if (patches.length === 0) {
    return render();
  }
  const patched = object as unknown as Patched;
  patched.patches = [];
  try {
    return render();
  } finally {
    patched.patches = patches as JsonPatch[];
  }
}

/** Applies JSON patches to a manifest, which is changed in place. Throws a sentence about the patch that does not fit. */
export function applyPatches(object: ApiObject, manifest: any, patches: readonly JsonPatch[]): any {
  return patches.reduce((document, patch) => {
    try {
      return JsonPatch.apply(document, patch);
    } catch (error) {
      const { op, path } = (patch as any)._toJson();
      const reason = String((error as Error).message).split('\n')[0];
      throw new Error(`the JSON patch '${op} ${path}' does not fit the manifest of ${describeScope(object)} (${reason}): patches see the manifest as it is written, with its sidecars, so compare the path with the YAML`);
    }
  }, manifest);
}

/** Applies those JSON patches to a manifest that fit it. The manifest is changed in place. */
export function applyFittingPatches(manifest: any, patches: readonly JsonPatch[]): any {
  return patches.reduce((document, patch) => {
    try {
      return JsonPatch.apply(document, patch);
    } catch {
      // It is meant for something that the manifest does not have yet. Synth applies it again, and then it must fit.
      return document;
    }
  }, manifest);
}
