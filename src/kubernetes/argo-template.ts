import { follow, isObject, JsonObject, listOf } from '../data/json';
import { DataPath } from '../data/path';
import { isShell } from '../shell/shell-command';

/** A pod that is written in another form than a pod template. */
export interface ReadPod {
  /** `metadata` and `spec` of the pod that will run. */
  readonly template: JsonObject;
  /** Parts of the spec that stand elsewhere: from the spec, and from the object; the first that fits counts. */
  readonly elsewhere: readonly (readonly [DataPath, DataPath])[];
  /** The names of the containers that Argo stops when the work is done. */
  readonly endedByController: readonly string[];
}

/** The name that Argo gives the only container of a template. */
const MAIN = 'main';

/** Fields of a template that are the same in a pod's spec. */
const SAME = ['activeDeadlineSeconds', 'automountServiceAccountToken', 'hostAliases', 'initContainers', 'securityContext', 'serviceAccountName', 'tolerations'];

/**
 * Reads the pod of an Argo Workflows template: its container, script or container set, with its init containers and sidecars.
 *
 * Undefined for a template without a pod: steps, a DAG, a suspension. Argo adds two containers of its own, which are omitted here, and stops the sidecars once
 * the main container has exited.
 *
 * @param object the whole workflow
 * @param path from the object to the template
 */
export function podOfArgoTemplate(object: unknown, path: DataPath): ReadPod | undefined {
  const item = follow(object, path);
  const mains = isObject(item) ? mainsOf(item, path) : [];
  if (!isObject(item) || mains.length === 0) {
    return undefined;
  }
  const sidecars = asList(item.sidecars).map((container, index) => ({ container, path: [...path, 'sidecars', index] }));
  const workflow = follow(object, path.slice(0, -2));
  const containers = [...mains, ...sidecars];
  return {
    template: {
      metadata: item.metadata ?? {},
      spec: {
        ...Object.fromEntries(SAME.filter(key => item[key] !== undefined).map(key => [key, item[key]])),
        restartPolicy: 'Never',
        containers: containers.map(({ container }) => container),
        volumes: [...listOf(follow(workflow, ['volumes'])), ...listOf(item.volumes)],
      },
    },
    elsewhere: containers.flatMap((one, index): [DataPath, DataPath][] => [
      ...('source' in one ? [[['containers', index, 'args', 1], one.source] as [DataPath, DataPath]] : []),
      [['containers', index], one.path],
    ]),
    endedByController: listOf(item.sidecars).map(({ name }) => String(name)),
  };
}

interface PlacedContainer {
  readonly container: unknown;
  readonly path: DataPath;
  /** Where its script stands. */
  readonly source?: DataPath;
}

function mainsOf(item: JsonObject, path: DataPath): PlacedContainer[] {
  if (isObject(item.containerSet)) {
    return asList(item.containerSet.containers).map((container, index) => ({ container, path: [...path, 'containerSet', 'containers', index] }));
  }
  if (isObject(item.container)) {
    return [{ container: { name: MAIN, ...item.container }, path: [...path, 'container'] }];
  }
  if (!isObject(item.script)) {
    return [];
  }
  const { source, ...script } = item.script;
  // Argo gives the interpreter a file; for a shell that is the same as giving it the text.
  const isInShell = typeof source === 'string' && Array.isArray(script.command) && script.command.length === 1 && isShell(String(script.command[0]));
  return [isInShell
    ? { container: { name: MAIN, ...script, args: ['-c', source] }, path: [...path, 'script'], source: [...path, 'script', 'source'] }
    : { container: { name: MAIN, ...script }, path: [...path, 'script'] }];
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
