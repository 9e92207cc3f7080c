import { follow, isObject, JsonObject, listOf } from '../data/json';
import { TemplatePlace, templatePlaces } from '../kubernetes/manifest';
import { WorkloadKinds } from '../kubernetes/workload-kinds';

/**
 * Whether a workload is only a part of one, such as a patch for kustomize: a directive of a patch, no apiVersion, no containers, or no image in any of them;
 * nor in one of them where the workload lacks what it cannot be applied without; or neither a selector nor labels for it to match, and no whole pod.
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
  if (containers === undefined || lacksIdentity(manifest, { workload, path })) {
    return true;
  }
  const inits: unknown = follow(spec, ['initContainers']);
  const all: unknown[] = [...(Array.isArray(containers) ? containers : []), ...(Array.isArray(inits) ? inits : [])];
  const bare = all.filter(container => isObject(container) && container.image === undefined);
  const lacksMore = workload.mustHave === 'restartPolicy' ? follow(spec, ['restartPolicy']) === undefined : lacksSelector(manifest, workload);
  return bare.length > 0 && (bare.length === all.length || lacksMore);
}

/** Whether a workload lacks the selector that it cannot be applied without. */
export function lacksSelector(manifest: JsonObject, { mustHave }: Pick<TemplatePlace['workload'], 'mustHave'>): boolean {
  return mustHave === 'selector' && follow(manifest, ['spec', 'selector']) === undefined;
}

/**
 * Without a selector and without labels for it to match, the API server rejects a workload with a name: it is laid over another one, unless it shows a whole pod,
 * as the extracts in manuals do.
 */
function lacksIdentity(manifest: JsonObject, { workload, path }: Pick<TemplatePlace, 'workload' | 'path'>): boolean {
  return lacksSelector(manifest, workload) && follow(manifest, [...path, 'metadata', 'labels']) === undefined
    && manifest.apiVersion === 'apps/v1' && typeof follow(manifest, ['metadata', 'name']) === 'string'
    && !isWholePod(follow(manifest, [...path, 'spec']));
}

/** What patches most often change: a container with nothing else shows no pod. */
const CHANGED: ReadonlySet<string> = new Set(['name', 'image', 'imagePullPolicy', 'resources']);

/** Whether a pod has several containers that run at once, all with images and one with more, and every volume that they mount. */
function isWholePod(spec: unknown): boolean {
  const containers = isObject(spec) ? [...listOf(spec.containers), ...listOf(spec.initContainers)] : [];
  const volumes = new Set(isObject(spec) ? listOf(spec.volumes).map(({ name }) => name) : []);
  const natives = isObject(spec) ? listOf(spec.initContainers).filter(({ restartPolicy }) => restartPolicy === 'Always') : [];
  return isObject(spec) && listOf(spec.containers).length + natives.length > 1 && containers.every(({ image }) => image !== undefined)
    && containers.some(container => Object.keys(container).some(key => !CHANGED.has(key)))
    && containers.every(({ volumeMounts }) => listOf(volumeMounts).every(({ name }) => volumes.has(name)));
}

/** Directives of a strategic merge patch. */
const DIRECTIVE = /^\$(patch|retainKeys|deleteFromPrimitiveList|setElementOrder)(\/|$)/;

function hasDirective(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(hasDirective);
  }
  return isObject(value) && Object.keys(value).some(key => (key.startsWith('$') && DIRECTIVE.test(key)) || hasDirective(value[key]));
}
