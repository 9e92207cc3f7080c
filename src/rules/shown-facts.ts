import { eachMesh, RuleContext } from './engine/rule';
import { injectedBefore } from '../knowledge/meshes/injected-before';
import { MESHES } from '../knowledge/meshes/mesh-list';
import { LATE_REQUESTS_SECONDS } from '../kubernetes/late-requests';
import { balances } from '../recognition/surroundings';

/** What a picture of a pod shows besides its simulation. */
export interface ShownFacts {
  /** The containers that a mesh adds or has added, by name. */
  readonly injected: readonly string[];
  /** How many seconds after the start of its termination the pod still receives requests; undefined if no Service sends it requests. */
  readonly requestsSeconds?: number;
}

/** What the objects beside a pod tell about its life. */
export function shownFacts(context: RuleContext): ShownFacts {
  const { pod, recognition } = context;
  const isServer = !pod.runsToCompletion && recognition.surroundings.services(pod).some(balances);
  const expected = eachMesh(context).flatMap(({ injected }) => injected);
  const before = MESHES.flatMap(mesh => injectedBefore(mesh, pod._found.template));
  return {
    injected: [...new Set([...expected, ...before])],
    ...(isServer ? { requestsSeconds: LATE_REQUESTS_SECONDS } : {}),
  };
}
