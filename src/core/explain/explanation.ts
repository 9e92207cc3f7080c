import { Check } from './kubectl';
import { Timeline } from '../../drawing/timeline';
import { Pod } from '../../kubernetes/pod';
import { EffectiveResources } from '../../kubernetes/resources';

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
