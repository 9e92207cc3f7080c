import { follow, isObject, JsonObject } from '../data/json';
import { TemplatePlace, templatePlaces } from '../kubernetes/manifest';
import { WorkloadKinds } from '../kubernetes/workload-kinds';

/**
 * Whether a manifest is a patch: a workload of a file that a Kustomization names as a patch, or only a part of a workload.
 *
 * `check` skips it, `migrate` refuses it, and `explain` prefers the workload that it patches. All of them ask here.
 *
 * @param areNamed whether a Kustomization names the file of the manifest as a patch
 */
export function isPatch(manifest: JsonObject, areNamed: boolean, kinds?: WorkloadKinds): boolean {
  return areNamed ? templatePlaces(manifest, kinds).length > 0 : isPartial(manifest, kinds);
}

/**
 * Whether a workload is only a part of one, such as a patch for kustomize: a directive of a patch, no apiVersion, no containers, or no image in any of them;
 * nor in one of them where the workload lacks what it cannot be applied without.
 *
 * The missing fields may be set elsewhere, so rules cannot judge it.
 */
export function isPartial(manifest: JsonObject, kinds?: WorkloadKinds): boolean {
  return templatePlaces(manifest, kinds).some(place => isPartialTemplate(manifest, place));
}

/** The same for one pod template of a manifest. */
export function isPartialTemplate(manifest: JsonObject, { workload, place, path }: TemplatePlace): boolean {
  if (typeof manifest.apiVersion !== 'string' || hasDirective(follow(manifest, ['spec']))) {
    return true;
  }
  if (place.argo) {
    // Its default may come from templateDefaults, and there is no patch to be told from a whole.
    return false;
  }
  const spec = follow(manifest, [...path, 'spec']) ?? undefined;
  const containers = isObject(spec) ? spec.containers ?? undefined : spec;
  if (containers === undefined) {
    return true;
  }
  const inits: unknown = follow(spec, ['initContainers']);
  const all: unknown[] = [...(Array.isArray(containers) ? containers : []), ...(Array.isArray(inits) ? inits : [])];
  const bare = all.filter(container => isObject(container) && container.image === undefined);
  const lacksMore = workload.mustHave === 'restartPolicy' ? follow(spec, ['restartPolicy']) === undefined
    : workload.mustHave === 'selector' && follow(manifest, ['spec', 'selector']) === undefined;
  return bare.length > 0 && (bare.length === all.length || lacksMore);
}

/** Directives of a strategic merge patch. */
const DIRECTIVE = /^\$(patch|retainKeys|deleteFromPrimitiveList|setElementOrder)(\/|$)/;

function hasDirective(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(hasDirective);
  }
  return isObject(value) && Object.keys(value).some(key => (key.startsWith('$') && DIRECTIVE.test(key)) || hasDirective(value[key]));
}
