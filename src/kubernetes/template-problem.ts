import { follow, isObject, JsonObject } from '../data/json';
import { DataPath, formatPath } from '../data/path';

/** What is wrong with a manifest, and where. */
export interface ManifestProblem {
  /** From the manifest to what is wrong; what is missing is named by where it should be. */
  readonly path: DataPath;
  readonly message: string;
}

/** Tells where a part of a pod's spec stands in its manifest. */
type Locate = (inSpec: DataPath) => DataPath;

/** What is wrong with a pod template, as the rest of a sentence about its manifest; undefined when nothing is. */
export function templateProblem(template: unknown, locate: Locate, namesAreOptional: boolean): ManifestProblem | undefined {
  const spec = follow(template, ['spec']);
  if (!isObject(spec)) {
    return problem(locate([]), where => ` has no pod: '${where}' is ${nameType(spec)}, it must be an object with containers`);
  }
  if (!Array.isArray(spec.containers) || spec.containers.length === 0) {
    return problem(locate(['containers']), where => ` has no containers: '${where}' is ${nameType(spec.containers)}, a pod needs at least one`);
  }
  if (spec.initContainers !== undefined && spec.initContainers !== null && !Array.isArray(spec.initContainers)) {
    return problem(locate(['initContainers']), where => `: '${where}' is ${nameType(spec.initContainers)}, it must be a list`);
  }
  return containerProblem(spec, locate, namesAreOptional);
}

function containerProblem(spec: JsonObject, locate: Locate, namesAreOptional: boolean): ManifestProblem | undefined {
  const names = new Map<string, DataPath>();
  for (const list of ['initContainers', 'containers']) {
    const containers: unknown[] = spec[list] ?? [];
    for (let index = 0; index < containers.length; index++) {
      const container = containers[index];
      const path = [list, index];
      if (!isObject(container)) {
        return problem(locate(path), where => `: '${where}' is ${nameType(container)}, a container must be an object with a name`);
      }
      if (container.name === undefined && namesAreOptional) {
        continue;
      }
      if (typeof container.name !== 'string' || container.name === '') {
        return problem(locate(path), where => `: the container at '${where}' has no name, give it one`);
      }
      const twin = names.get(container.name);
      if (twin) {
        return problem(locate(path), where => ` has two containers called '${container.name}', at '${formatPath(locate(twin))}' and '${where}': names are unique over `
          + 'containers and initContainers, rename one');
      }
      names.set(container.name, path);
    }
  }
  return undefined;
}

function problem(path: DataPath, message: (where: string) => string): ManifestProblem {
  return { path, message: message(formatPath(path)) };
}

/** A value in a sentence about what it should be. */
export function nameType(value: unknown): string {
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
