import { follow, isObject, JsonObject } from '../data/json';
import { DataPath, formatPath } from '../data/path';

/** Where a kind keeps its pod: from the manifest to the object that holds `metadata` and `spec` of the pod. */
const TEMPLATE_PATHS: Record<string, readonly string[]> = {
  Pod: [],
  PodTemplate: ['template'],
  Deployment: ['spec', 'template'],
  StatefulSet: ['spec', 'template'],
  DaemonSet: ['spec', 'template'],
  ReplicaSet: ['spec', 'template'],
  ReplicationController: ['spec', 'template'],
  Job: ['spec', 'template'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template'],
};

/** The path of a pod template in any other kind that looks like a workload: Argo Rollouts, CloneSets, Knative Services. */
const OTHER_TEMPLATE_PATH: readonly string[] = ['spec', 'template'];

/** A pod template as it stands in a manifest. */
export interface FoundTemplate {
  /** The whole object that the template was found in: a list's item, not the list. */
  readonly manifest: JsonObject;
  /** From the manifest to the pod template, empty for a Pod. */
  readonly path: DataPath;
  /** The template: `metadata` and `spec` of the pod. */
  readonly template: JsonObject;
}

/** What is wrong with a manifest, and where. */
export interface ManifestProblem {
  /** From the manifest to what is wrong; what is missing is named by where it should be. */
  readonly path: DataPath;
  readonly message: string;
}

/** What a manifest holds: pod templates, and problems with those that cannot be read. */
export interface FoundTemplates {
  readonly templates: FoundTemplate[];
  readonly problems: ManifestProblem[];
}

/** How a person calls the object: `Deployment 'web'`. */
export function describeManifest(manifest: JsonObject): string {
  const kind = typeof manifest.kind === 'string' ? manifest.kind : undefined;
  const name = follow(manifest, ['metadata', 'name']) ?? follow(manifest, ['metadata', 'generateName']);
  if (typeof name === 'string') {
    return `${kind ?? 'object'} '${name}'`;
  }
  return kind ? `${kind} without a name` : 'an object without kind and name';
}

/** Finds every pod template in a manifest, also in the items of a `List`. Objects without a pod yield nothing. */
export function findTemplates(manifest: unknown): FoundTemplates {
  const found: FoundTemplates = { templates: [], problems: [] };
  collect(manifest, [], found, new Set());
  return found;
}

function collect(manifest: unknown, at: DataPath, found: FoundTemplates, seen: Set<unknown>): void {
  if (!isObject(manifest)) {
    found.problems.push({ path: at, message: `a manifest must be an object with apiVersion and kind, this is ${nameType(manifest)}` });
    return;
  }
  const items = itemsOf(manifest);
  if (items) {
    if (seen.has(manifest)) {
      return;
    }
    seen.add(manifest);
    items.forEach((item, index) => collect(item, [...at, 'items', index], found, seen));
    return;
  }
  const path = templatePath(manifest);
  if (!path) {
    return;
  }
  const template = follow(manifest, path);
  const problem = templateProblem(manifest, path, template);
  if (problem) {
    found.problems.push({ path: [...at, ...problem.path], message: describeManifest(manifest) + problem.message });
  } else {
    found.templates.push({ manifest, path, template: template as JsonObject });
  }
}

/** The items of a `List`, or of a list of one kind; undefined for everything else. */
export function itemsOf(manifest: JsonObject): unknown[] | undefined {
  const isList = typeof manifest.kind === 'string' && manifest.kind.endsWith('List') && Array.isArray(manifest.items);
  return isList ? manifest.items.map((item: unknown) => withKindOfList(item, manifest)) : undefined;
}

/** The API server leaves kind and apiVersion out of the items of a DeploymentList: the list says them. */
function withKindOfList(item: unknown, list: JsonObject): unknown {
  const kind = String(list.kind).slice(0, -'List'.length);
  return isObject(item) && item.kind === undefined && kind !== '' ? { apiVersion: list.apiVersion, ...item, kind } : item;
}

/** From a manifest to where its pod template is, or should be; undefined when it is no workload. */
export function templatePath(manifest: JsonObject): readonly string[] | undefined {
  const known = Object.hasOwn(TEMPLATE_PATHS, String(manifest.kind)) ? TEMPLATE_PATHS[String(manifest.kind)] : undefined;
  if (known) {
    return known;
  }
  const containers = follow(manifest, [...OTHER_TEMPLATE_PATH, 'spec', 'containers']);
  return Array.isArray(containers) ? OTHER_TEMPLATE_PATH : undefined;
}

/** What is wrong with a pod template, as the rest of a sentence about its manifest; undefined when nothing is. */
function templateProblem(manifest: JsonObject, templateAt: DataPath, template: unknown): ManifestProblem | undefined {
  const path = [...templateAt, 'spec'];
  const specPath = formatPath(path);
  const spec = follow(template, ['spec']);
  if (!isObject(spec)) {
    return { path, message: ` has no pod: '${specPath}' is ${nameType(spec)}, it must be an object with containers` };
  }
  if (!Array.isArray(spec.containers) || spec.containers.length === 0) {
    return { path: [...path, 'containers'], message: ` has no containers: '${specPath}.containers' is ${nameType(spec.containers)}, a pod needs at least one` };
  }
  if (spec.initContainers !== undefined && spec.initContainers !== null && !Array.isArray(spec.initContainers)) {
    return { path: [...path, 'initContainers'], message: `: '${specPath}.initContainers' is ${nameType(spec.initContainers)}, it must be a list` };
  }
  return containerProblem(path, spec, isKnative(manifest));
}

/** Whether Knative runs the pods of a manifest; it lets no init container have a restartPolicy. */
export function isKnative(manifest: JsonObject): boolean {
  return typeof manifest.apiVersion === 'string' && manifest.apiVersion.startsWith('serving.knative.dev/');
}

/** The name that Knative gives a container without one. */
export function knativeName(index: number, count: number): string {
  return count === 1 ? 'user-container' : `user-container-${index}`;
}

function containerProblem(specPath: DataPath, spec: JsonObject, namesAreOptional: boolean): ManifestProblem | undefined {
  const names = new Map<string, string>();
  for (const list of ['initContainers', 'containers']) {
    const containers: unknown[] = spec[list] ?? [];
    for (let index = 0; index < containers.length; index++) {
      const container = containers[index];
      const path = [...specPath, list, index];
      const where = formatPath(path);
      if (!isObject(container)) {
        return { path, message: `: '${where}' is ${nameType(container)}, a container must be an object with a name` };
      }
      if (container.name === undefined && namesAreOptional) {
        continue;
      }
      if (typeof container.name !== 'string' || container.name === '') {
        return { path, message: `: the container at '${where}' has no name, give it one` };
      }
      const twin = names.get(container.name);
      if (twin) {
        return {
          path,
          message: ` has two containers called '${container.name}', at '${twin}' and '${where}': names are unique over containers and initContainers, rename one`,
        };
      }
      names.set(container.name, where);
    }
  }
  return undefined;
}

function nameType(value: unknown): string {
  if (value === undefined) {
    return 'missing';
  }
  if (value === null) {
    return 'empty';
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? 'an empty list' : 'a list';
  }
  return typeof value === 'object' ? 'an object' : `the ${typeof value} ${JSON.stringify(value)}`;
}
