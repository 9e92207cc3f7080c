import { isObject } from '../../data/json';
import { decisionOn } from '../../knowledge/meshes/membership';
import { MeshFacts } from '../../knowledge/meshes/mesh-facts';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { nativeRequest } from '../../knowledge/meshes/native';
import { rewritesProbes } from '../../knowledge/meshes/probe-rewriting';
import type { RecognizedPod } from '../recognized';

/** The mesh of the pod that may rewrite such a startup probe of a native sidecar so that it never passes: nothing shows that the proxy of the mesh is native. */
export function rewriterOf({ pod, surroundings }: Pick<RecognizedPod, 'pod' | 'surroundings'>, probe: unknown): MeshFacts | undefined {
  const written: unknown = pod.metadata.annotations;
  const annotations = isObject(written) ? written : {};
  const namespace = surroundings.namespace(pod);
  return MESHES.find(mesh => mesh.probes?.closesGates && mesh.probes.concerns(probe) && rewritesProbes(mesh.probes, annotations)
    && decisionOn(mesh, pod, namespace)?.joins === true && nativeRequest(mesh, annotations)?.native !== true
    && !pod.sidecars.some(sidecar => mesh.reserved.containerNames.includes(sidecar.name)));
}
