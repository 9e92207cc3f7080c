import type { RecognizedPod } from './recognized';
import { isObject } from '../data/json';
import { asksToJoin, isOwnKey, joinedMeshes } from '../knowledge/meshes/membership';
import { MESHES } from '../knowledge/meshes/mesh-list';

/** The name of the mesh that a pod seems to be in: it or its Namespace joins explicitly, or it configures the mesh's injector without opting out. */
export function meshSeenIn({ pod, surroundings }: Pick<RecognizedPod, 'pod' | 'surroundings'>): string | undefined {
  const { annotations }: { readonly annotations?: unknown } = pod.metadata;
  const keys = isObject(annotations) ? Object.keys(annotations) : [];
  const told = keys.length === 0 ? undefined : MESHES.find(mesh => keys.some(key => isOwnKey(mesh, key)) && asksToJoin(mesh, pod.metadata) !== false);
  return (told ?? joinedMeshes(pod, surroundings.namespace(pod))[0])?.name;
}
