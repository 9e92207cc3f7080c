import { FeatureField, FieldUse, usesOf } from './feature-field';
import { fieldsLackingIn } from './lacking-fields';
import { ContainerRole, PodModel } from './pod';
import { Release } from './release';
import { follow } from '../data/json';
import { DataPath } from '../data/path';
import { copied } from '../data/printable';

/** A pod as the API server of a release stores it: without the fields that it drops. The given pod is not changed, and returned if it has none of them. */
export function storedPod(pod: PodModel, release: Release): PodModel {
  const dropped = fieldsLackingIn(release).filter(({ without }) => without === 'dropped').map(({ field }) => field);
  return dropped.reduce(withoutField, pod);
}

/** One use after another, because a field can stand at several paths of a container. */
function withoutField(pod: PodModel, field: FeatureField): PodModel {
  const [use] = usesOf(field, pod);
  return use ? withoutField(withoutUse(pod, use), field) : pod;
}

function withoutUse(pod: PodModel, use: FieldUse): PodModel {
  const found = pod._found;
  if (use.field.in === 'job') {
    const manifest = copied(found.manifest);
    remove(manifest, [...found.path.slice(0, -1), ...use.path]);
    return PodModel._of({ ...found, manifest });
  }
  const template = copied(found.template);
  remove(template, ['spec', ...ownerOf(pod, use), ...use.path]);
  return PodModel._of({ ...found, template });
}

/** From the spec of the pod to what the path of a use begins at. */
function ownerOf(pod: PodModel, { container }: FieldUse): DataPath {
  if (container === undefined) {
    return [];
  }
  const isMain = pod.container(container).role === ContainerRole.MAIN;
  const list = pod.containers.filter(({ role }) => (role === ContainerRole.MAIN) === isMain);
  return [isMain ? 'containers' : 'initContainers', list.findIndex(({ name }) => name === container)];
}

function remove(data: unknown, path: DataPath): void {
  const owner = follow(data, path.slice(0, -1)) as { [key: string]: unknown };
  delete owner[path[path.length - 1]];
}
