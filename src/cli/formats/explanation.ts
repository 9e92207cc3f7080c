import { Check } from './kubectl';
import { Pod } from '../../lifecycle/pod';
import { EffectiveResources } from '../../lifecycle/resources';
import { Timeline } from '../../lifecycle/timeline';

/** Everything that `explain` says about a pod. */
export interface Explanation {
  readonly pod: Pod;
  readonly timeline: Timeline;
  /** What was taken for granted, in sentences. */
  readonly assumptions: readonly string[];
  readonly resources: EffectiveResources;
  /** How to see the same on a live pod. */
  readonly checks: readonly Check[];
}
