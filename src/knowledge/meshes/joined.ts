import { MeshFacts } from './mesh-facts';
import { MESHES } from './mesh-list';
import { saysInMesh } from './opt-in';
import { Pod } from '../../kubernetes/pod';

/** The meshes that a pod says it joins: by a label or an annotation, or because the proxy stands in it. */
export function joinedMeshes(pod: Pod): MeshFacts[] {
  return MESHES.filter(mesh => saysInMesh(mesh, pod.metadata) === true
    || pod.containers.some(container => mesh.reserved.containerNames.includes(container.name)));
}
