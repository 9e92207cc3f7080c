import { isObject, JsonObject } from '../data/json';
import { joinedMeshes } from '../knowledge/meshes/joined';
import { MESHES } from '../knowledge/meshes/mesh-list';
import { Pod } from '../kubernetes/pod';

/** Annotations that only mean something to a mesh's injector, by how they begin. */
const OWN_KEYS: readonly (readonly [prefix: string, mesh: string])[] = [
  ['sidecar.istio.io/', 'Istio'],
  ['proxy.istio.io/', 'Istio'],
  ['traffic.sidecar.istio.io/', 'Istio'],
  ['config.linkerd.io/', 'Linkerd'],
  ['config.alpha.linkerd.io/', 'Linkerd'],
  ['config.beta.linkerd.io/', 'Linkerd'],
  ['dapr.io/', 'Dapr'],
];

const OFF: ReadonlySet<string> = new Set(['false', 'disabled', 'no', 'n', 'off', '0']);

/** The name of the mesh that a pod seems to be in: it says that it joins, or it tells the mesh's injector something without saying no. */
export function meshSeenIn(pod: Pod): string | undefined {
  const annotations = Object.keys(objectOf(pod.metadata.annotations));
  const told = OWN_KEYS.find(([prefix, mesh]) => annotations.some(key => key.startsWith(prefix)) && !isOptedOut(pod, mesh))?.[1];
  return told ?? joinedMeshes(pod)[0]?.name;
}

/** Meshes have moved their mark from annotations to labels, so both are read; the label wins. */
function isOptedOut({ metadata }: Pod, mesh: string): boolean {
  const key = MESHES.find(({ name }) => name === mesh)!.optIn.key;
  return OFF.has(String(objectOf(metadata.labels)[key] ?? objectOf(metadata.annotations)[key]));
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
