import { follow, isObject, JsonObject } from '../data/json';
import { templatePath } from '../kubernetes/manifest';

/**
 * Whether a workload is only a part of one, such as a patch for kustomize: no apiVersion, no containers, or no image in any of them;
 * nor in one of them where the workload lacks what it cannot be applied without.
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
  const bare = all.filter(container => isObject(container) && container.image === undefined);
  return bare.length > 0 && (bare.length === all.length || lacksMore(manifest, spec));
}

/** Whether a Job has no restart policy, or another workload no selector. */
function lacksMore(manifest: JsonObject, podSpec: unknown): boolean {
  switch (manifest.kind) {
    case 'Job':
    case 'CronJob':
      return follow(podSpec, ['restartPolicy']) === undefined;
    case 'Deployment':
    case 'StatefulSet':
    case 'DaemonSet':
    case 'ReplicaSet':
      return follow(manifest, ['spec', 'selector']) === undefined;
    default:
      return false;
  }
}
