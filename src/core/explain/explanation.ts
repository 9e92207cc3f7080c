import { Check } from './kubectl';
import { Timeline } from '../../drawing/timeline';
import { Pod } from '../../kubernetes/pod';
import { EffectiveResources } from '../../kubernetes/resources';

/** Everything that `explain` shows about a pod. */
export interface Explanation {
  /** The pod as it will run, with the proxy of its mesh. */
  readonly pod: Pod;
  readonly timeline: Timeline;
  /** Known behavior of the pod's programs, as sentences. */
  readonly known: readonly string[];
  /** Assumptions about unknown behavior, as sentences. */
  readonly assumptions: readonly string[];
  readonly resources: EffectiveResources;
  /** Commands that verify the explanation on a live pod. */
  readonly checks: readonly Check[];
}
