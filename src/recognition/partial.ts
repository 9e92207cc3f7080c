import { follow, isObject, JsonObject, templatePath } from '../lifecycle/manifest';

/**
 * Whether a workload is only a part of one, such as a patch for kustomize: no apiVersion, no containers, or no image in any of them.
 *
 * What is missing in a part may stand elsewhere, so it cannot be judged.
 */
export function isPartial(manifest: JsonObject): boolean {
  const path = templatePath(manifest);
  if (!path) {
    return false;
  }
  if (typeof manifest.apiVersion !== 'string') {
    return true;
  }
  const spec = follow(manifest, [...path, 'spec']) ?? undefined;
  const containers = isObject(spec) ? spec.containers ?? undefined : spec;
  if (containers === undefined) {
    return true;
  }
  const inits: unknown = follow(spec, ['initContainers']);
  const all: unknown[] = [...(Array.isArray(containers) ? containers : []), ...(Array.isArray(inits) ? inits : [])];
  return all.length > 0 && all.every(container => isObject(container) && container.image === undefined);
}
