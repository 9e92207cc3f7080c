import { joinedMeshes } from './membership';
import { ChosenMesh, MeshFacts } from './mesh-facts';
import { newestMeshVersion } from './mesh-version';
import { NativeRequest, nativeRequest } from './native';
import { JsonObject } from '../../data/json';
import { PodModel } from '../../kubernetes/pod';

/** A mesh that a Job joins, and what the Job requests of its proxy; undefined where the Job leaves that to the mesh. */
export interface UndecidedProxy {
  readonly facts: MeshFacts;
  readonly request?: NativeRequest;
}

/** The meshes that a Job joins without its proxy and without requesting a native one: without a version, the Job may never complete. */
export function undecidedProxies(pod: PodModel, namespace: JsonObject | undefined): UndecidedProxy[] {
  const isThere = (name: string) => pod.containers.some(container => container.name === name);
  return pod.job === undefined ? [] : joinedMeshes(pod, namespace)
    .filter(({ reserved }) => !reserved.containerNames.some(isThere))
    .map(facts => ({ facts, request: nativeRequest(facts, pod.metadata.annotations ?? {}) }))
    .filter(({ request }) => request?.native !== true);
}

/** A mesh whose native proxy a Job turns off, in the newest version that is known. */
export interface TurnedOffProxy extends ChosenMesh {
  readonly request: NativeRequest;
}

/** Those of them whose native proxy the Job turns off: every version that reads the switch adds an ordinary one. The newest stands for all of them. */
export function turnedOffProxies(pod: PodModel, namespace: JsonObject | undefined): TurnedOffProxy[] {
  return undecidedProxies(pod, namespace).flatMap(({ facts, request }) => {
    const version = newestMeshVersion(facts.name, facts.known);
    return request ? [{ facts, version, request }] : [];
  });
}
