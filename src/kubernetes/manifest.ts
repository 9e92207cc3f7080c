import { podOfArgoTemplate, ReadPod } from './argo-template';
import { placesAt } from './template-path';
import { ManifestProblem, nameType, templateProblem } from './template-problem';
import { PodPlace, WorkloadKind, WorkloadKinds } from './workload-kinds';
import { follow, isObject, JsonObject } from '../data/json';
import { DataPath } from '../data/path';

/** A place of a manifest where a pod template stands, or should. */
export interface TemplatePlace {
  /** What is known of the manifest's kind. */
  readonly workload: WorkloadKind;
  /** What is known of the pods that stand there. */
  readonly place: PodPlace;
  /** From the manifest to the pod template, empty for a Pod. */
  readonly path: DataPath;
}

/** A pod template in a manifest. */
export interface FoundTemplate extends TemplatePlace {
  /** The whole object that the template was found in: a list's item, not the list. */
  readonly manifest: JsonObject;
  /** The template: `metadata` and `spec` of the pod. */
  readonly template: JsonObject;
  /** The manifest holds other templates, too. */
  readonly isOneOfSeveral: boolean;
  /** Present when the manifest writes the pod in another form than a pod template. */
  readonly readFrom?: ReadPod;
}

/** The pod templates of a manifest, and the problems of those that are malformed. */
export interface FoundTemplates {
  readonly templates: FoundTemplate[];
  readonly problems: ManifestProblem[];
}

/** Names the object in messages: `Deployment 'web'`. */
export function describeManifest(manifest: JsonObject): string {
  const kind = typeof manifest.kind === 'string' ? manifest.kind : undefined;
  const name = follow(manifest, ['metadata', 'name']) ?? follow(manifest, ['metadata', 'generateName']);
  if (typeof name === 'string') {
    return `${kind ?? 'object'} '${name}'`;
  }
  return kind ? `${kind} without a name` : 'an object without kind and name';
}

/**
 * Finds every pod template in a manifest, also in the items of a `List`. Objects without a pod yield nothing.
 *
 * @param manifest the object
 * @param kinds the kinds of workloads that are known
 */
export function findTemplates(manifest: unknown, kinds: WorkloadKinds = WorkloadKinds.KNOWN): FoundTemplates {
  const found: FoundTemplates = { templates: [], problems: [] };
  collect(manifest, [], { kinds, found, seen: new Set() });
  return found;
}

interface Search {
  readonly kinds: WorkloadKinds;
  readonly found: FoundTemplates;
  readonly seen: Set<unknown>;
}

function collect(manifest: unknown, base: DataPath, search: Search): void {
  const { found, seen } = search;
  if (!isObject(manifest)) {
    found.problems.push({ path: base, message: `a manifest must be an object with apiVersion and kind, but this is ${nameType(manifest)}` });
    return;
  }
  const items = itemsOf(manifest);
  if (items) {
    if (!seen.has(manifest)) {
      seen.add(manifest);
      items.forEach((item, index) => collect(item, [...base, 'items', index], search));
    }
    return;
  }
  const places = templatePlaces(manifest, search.kinds);
  for (const at of places) {
    const { workload, place, path } = at;
    const { template, readFrom } = templateAt(manifest, at);
    const problem = templateProblem(template, inSpec => pathInManifest({ path, readFrom }, inSpec), workload.unnamedContainer !== undefined);
    if (problem) {
      found.problems.push({ path: [...base, ...problem.path], message: describeManifest(manifest) + problem.message });
    } else {
      found.templates.push({ workload, place, path, manifest, template: template as JsonObject, isOneOfSeveral: places.length > 1, readFrom });
    }
  }
}

/** The items of a `List`, or of a list of one kind; undefined for everything else. */
export function itemsOf(manifest: JsonObject): unknown[] | undefined {
  const isList = typeof manifest.kind === 'string' && manifest.kind.endsWith('List') && Array.isArray(manifest.items);
  return isList ? manifest.items.map((item: unknown) => withKindOfList(item, manifest)) : undefined;
}

/** The API server omits kind and apiVersion in the items of a DeploymentList: the list has them. */
function withKindOfList(item: unknown, list: JsonObject): unknown {
  const kind = String(list.kind).slice(0, -'List'.length);
  return isObject(item) && item.kind === undefined && kind !== '' ? { apiVersion: list.apiVersion, ...item, kind } : item;
}

/** Where the pod templates of a manifest are, or should be; none when it is no workload. */
export function templatePlaces(manifest: JsonObject, kinds: WorkloadKinds = WorkloadKinds.KNOWN): TemplatePlace[] {
  const workload = kinds.of(manifest);
  if (workload.onlyPath) {
    return [{ workload, place: workload.pods[0], path: workload.onlyPath }];
  }
  const places = new Map<string, TemplatePlace>();
  workload.pods.forEach((place, index) => {
    for (const path of placesAt(manifest, workload.paths[index])) {
      const key = path.join('/');
      if (!places.has(key) && Array.isArray(follow(templateAt(manifest, { place, path }).template, ['spec', 'containers']))) {
        places.set(key, { workload, place, path });
      }
    }
  });
  return [...places.values()];
}

/** The same template in a manifest that was changed; undefined when it no longer contains containers. */
export function templateIn(manifest: JsonObject, found: FoundTemplate): FoundTemplate | undefined {
  const { template, readFrom } = templateAt(manifest, found);
  return isObject(template) && Array.isArray(follow(template, ['spec', 'containers'])) ? { ...found, manifest, template, readFrom } : undefined;
}

function templateAt(manifest: JsonObject, { place, path }: Pick<TemplatePlace, 'place' | 'path'>): { readonly template: unknown; readonly readFrom?: ReadPod } {
  const readFrom = place.argo ? podOfArgoTemplate(manifest, path) : undefined;
  return { template: place.argo ? readFrom?.template : follow(manifest, path), readFrom };
}

/** From the manifest to a part of the pod's spec. */
export function pathInManifest({ path, readFrom }: Pick<FoundTemplate, 'path' | 'readFrom'>, inSpec: DataPath): DataPath {
  const moved = readFrom?.elsewhere.find(([from]) => from.every((step, index) => inSpec[index] === step));
  return moved ? [...moved[1], ...inSpec.slice(moved[0].length)] : [...path, ...(readFrom ? [] : ['spec']), ...inSpec];
}
