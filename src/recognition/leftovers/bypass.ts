import { Finder } from './scene';
import { joinedMeshes } from '../../knowledge/meshes/membership';
import { ContainerRole } from '../../kubernetes/pod';
import { pathOf } from '../commands';

/** Finds init containers that run as the user of the mesh's proxy, so that their traffic passes it by. */
export const findBypasses: Finder = ({ recognition: { pod, surroundings } }) => {
  if (!pod.containers.some(container => container.role === ContainerRole.INIT && container.spec.securityContext?.runAsUser)) {
    return [];
  }
  const meshes = joinedMeshes(pod, surroundings.namespace(pod));
  return pod.containers.flatMap(container => {
    const user: unknown = container.role === ContainerRole.INIT ? container.spec.securityContext?.runAsUser : undefined;
    const mesh = meshes.find(one => one.reserved.users.includes(user as number) && !one.reserved.containerNames.includes(container.name));
    return mesh ? [{
      kind: 'bypass' as const,
      container: container.name,
      text: `runAsUser: ${user}`,
      places: [{ path: [...pathOf(pod, container), 'securityContext', 'runAsUser'] }],
    }] : [];
  });
};
