import { jsonOf } from '../data/any-value';
import { follow, isObject, JsonObject } from '../data/json';
import { DataPath, formatPath } from '../data/path';

/** What is wrong with a manifest, and where. */
export interface ManifestProblem {
  /** From the manifest to the field with the problem; for a missing field, where it should be. */
  readonly path: DataPath;
  readonly message: string;
}

/** Tells where a part of a pod's spec stands in its manifest. */
type Locate = (inSpec: DataPath) => DataPath;

/** The problem of a pod template, as the rest of a sentence about its manifest; undefined when there is none. */
export function templateProblem(template: unknown, locate: Locate, namesAreOptional: boolean): ManifestProblem | undefined {
  const spec = follow(template, ['spec']);
  if (!isObject(spec)) {
    return problem(locate([]), where => ` has no pod: '${where}' is ${nameType(spec)}, but must be an object with containers`);
  }
  if (!Array.isArray(spec.containers) || spec.containers.length === 0) {
    return problem(locate(['containers']), where => ` has no containers: '${where}' is ${nameType(spec.containers)}, but a pod needs at least one container`);
  }
  if (spec.initContainers !== undefined && spec.initContainers !== null && !Array.isArray(spec.initContainers)) {
    return problem(locate(['initContainers']), where => `: '${where}' is ${nameType(spec.initContainers)}, but must be a list`);
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
        return problem(locate(path), where => `: '${where}' is ${nameType(container)}, but a container must be an object with a name`);
      }
      if (container.name === undefined && namesAreOptional) {
        continue;
      }
      if (typeof container.name === 'boolean' || typeof container.name === 'number') {
        return problem(locate(path), where => `: the name of the container at '${where}' is ${nameType(container.name)}, but must be a string: put it in quotes`);
      }
      if (typeof container.name !== 'string' || container.name === '') {
        return problem(locate(path), where => `: the container at '${where}' has no name: add one`);
      }
      const other = names.get(container.name);
      if (other) {
        return problem(locate(path), where => ` has two containers called '${container.name}', at '${formatPath(locate(other))}' and '${where}': names must be unique across `
          + 'containers and initContainers, so rename one');
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
  return typeof value === 'object' ? 'an object' : `the ${typeof value} ${jsonOf(value)}`;
}
