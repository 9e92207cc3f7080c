import { isObject } from '../../data/json';
import { asksToJoin } from '../../knowledge/meshes/membership';
import { MeshFacts } from '../../knowledge/meshes/mesh-facts';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { nativeRequest } from '../../knowledge/meshes/native';
import { rewritesProbes } from '../../knowledge/meshes/probe-rewriting';
import { PodModel } from '../../kubernetes/pod';

/** The mesh of the pod that may rewrite such a startup probe of a native sidecar so that it never passes: nothing shows that the proxy of the mesh is native. */
export function rewriterOf(pod: PodModel, probe: unknown): MeshFacts | undefined {
  const written: unknown = pod.metadata.annotations;
  const annotations = isObject(written) ? written : {};
  return MESHES.find(mesh => mesh.probes?.closesGates && mesh.probes.concerns(probe) && rewritesProbes(mesh.probes, annotations)
    && asksToJoin(mesh, pod.metadata) === true && nativeRequest(mesh, annotations)?.native !== true
    && !pod.sidecars.some(sidecar => mesh.reserved.containerNames.includes(sidecar.name)));
}
