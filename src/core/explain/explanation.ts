import { Check } from './kubectl';
import { PodTimeline } from '../../drawing/timeline';
import { PodModel } from '../../kubernetes/pod';
import { EffectiveResources } from '../../kubernetes/resources';

/** Everything that `explain` shows about a pod. */
export interface Explanation {
  /** The pod as it will run, with the proxy of its mesh. */
  readonly pod: PodModel;
  readonly timeline: PodTimeline;
  /** Known behavior of the pod's programs, as sentences. */
  readonly known: readonly string[];
  /** Assumptions about unknown behavior, as sentences. */
  readonly assumptions: readonly string[];
  /** What the user wanted to try in vain, and why it has no effect, as sentences. */
  readonly ineffective: readonly string[];
  /** What goes well with so little time to spare that it may go wrong, as sentences. */
  readonly closeCalls: readonly string[];
  readonly resources: EffectiveResources;
  /** Commands that verify the explanation on a live pod. */
  readonly checks: readonly Check[];
}
