import { isObject } from '../data/json';
import { asksToJoin, isOwnKey, joinedMeshes } from '../knowledge/meshes/membership';
import { MESHES } from '../knowledge/meshes/mesh-list';
import { PodModel } from '../kubernetes/pod';

/** The name of the mesh that a pod seems to be in: it joins explicitly, or it configures the mesh's injector without opting out. */
export function meshSeenIn(pod: PodModel): string | undefined {
  const { annotations }: { readonly annotations?: unknown } = pod.metadata;
  const keys = isObject(annotations) ? Object.keys(annotations) : [];
  const told = keys.length === 0 ? undefined : MESHES.find(mesh => keys.some(key => isOwnKey(mesh, key)) && asksToJoin(mesh, pod.metadata) !== false);
  return (told ?? joinedMeshes(pod)[0])?.name;
}
