import { Check } from './kubectl';
import { Timeline } from '../../drawing/timeline';
import { Pod } from '../../kubernetes/pod';
import { EffectiveResources } from '../../kubernetes/resources';

/** Everything that `explain` shows about a pod. */
export interface Explanation {
  /** The pod as it will run, with the proxy of its mesh. */
  readonly pod: Pod;
  readonly timeline: Timeline;
  /** What is known of the pod's programs, in sentences. */
  readonly known: readonly string[];
  /** What is assumed because it is not known, in sentences. */
  readonly assumptions: readonly string[];
  readonly resources: EffectiveResources;
  /** How to see the same on a live pod. */
  readonly checks: readonly Check[];
}
