import { DrawnPod } from '../../drawing/drawn-pod';
import { PodModel } from '../../kubernetes/pod';
import { EffectiveResources } from '../../kubernetes/resources';
import { expectScenario } from '../../rules/expected-scenario';
import { simulate } from '../../simulator/simulator';
import { explainedContext, explainedFacts } from '../explain/explained-context';
import { notesOnPod } from '../explain/pod-notes';
import { World } from '../world';

/** A pod's life as a page draws it, and what is assumed about it. */
export interface PodPicture {
  readonly drawn: DrawnPod;
  readonly assumptions: readonly string[];
}

/** What a pod of a file does, as `explain` tells it. */
export function podPicture(pod: PodModel, file: string, world: World): PodPicture {
  const context = explainedContext(pod, file, world);
  const { scenario, assumptions } = expectScenario(context);
  return {
    drawn: { pod: context.pod, result: simulate(context.pod, scenario), ...explainedFacts(context, pod) },
    assumptions: [...notesOnPod(context, pod, file, world).assumptions, ...assumptions],
  };
}

/** The requests and limits of a pod as it will run; undefined if a quantity cannot be read. */
export function podResources({ pod }: DrawnPod): EffectiveResources | undefined {
  try {
    return EffectiveResources.of(pod);
  } catch {
    return undefined;
  }
}
