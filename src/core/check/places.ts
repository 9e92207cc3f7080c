import type { DataPath } from '../../data/path';
import { Pod } from '../../kubernetes/pod';
import { pathOf } from '../../recognition/commands';

/** From an object to a container of its pod; to the object itself when the pod as a whole is meant, or a container that only an injector adds. */
export function pathToContainer(pod: Pod, name: string | undefined): DataPath {
  const container = pod.containers.find(one => one.name === name);
  return container ? [...pod._specPath, ...pathOf(pod, container)] : [];
}
