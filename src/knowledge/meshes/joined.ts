import { MeshFacts } from './mesh-facts';
import { MESHES } from './mesh-list';
import { Pod } from '../../lifecycle/pod';

/** Other ways than the first to join a mesh, or to say by a revision which one. */
const OTHER_OPT_INS: { readonly [mesh: string]: readonly { readonly on: 'label' | 'annotation'; readonly key: string; readonly value?: string }[] } = {
  Istio: [{ on: 'annotation', key: 'sidecar.istio.io/inject', value: 'true' }, { on: 'label', key: 'istio.io/rev' }],
  Linkerd: [{ on: 'annotation', key: 'linkerd.io/inject', value: 'ingress' }],
  Kuma: [{ on: 'annotation', key: 'kuma.io/sidecar-injection', value: 'enabled' }],
};

/** The meshes that a pod says it joins: by a label or an annotation, or because the proxy stands in it. */
export function joinedMeshes(pod: Pod): MeshFacts[] {
  const [labels, annotations] = [pod.metadata.labels ?? {}, pod.metadata.annotations ?? {}];
  return MESHES.filter(mesh => [mesh.optIn, ...OTHER_OPT_INS[mesh.name] ?? []].some(({ on, key, value }) => {
    const written: unknown = (on === 'label' ? labels : annotations)[key];
    return written !== undefined && (value === undefined || String(written) === value);
  }) || pod.containers.some(container => mesh.reserved.containerNames.includes(container.name)));
}
