import { callersLanguage } from '../caller/language';
import { checkValue } from '../caller/refusal';
import { having, required } from '../data/arguments';
import { DrawnFacts } from '../drawing/drawn-pod';
import { PodTimeline } from '../drawing/timeline';
import { PodModel } from '../kubernetes/pod';
import { givenScenario } from '../simulator/given-scenario';
import { Scenario } from '../simulator/scenario';

const POD = required(having(['container'], "a Pod, for example LifecycleTesting.pod(chart, 'Deployment/web')"));

/**
 * Predicts what a pod does, event by event, and answers the questions that a test asks about it.
 *
 * Times are those of an ideal kubelet: a real one adds up to about a second to each step.
 *
 * @exampleMetadata fixture=workload
 * @example
 * const timeline = PodLifecycle.of(web).timeline();
 * timeline.outlives('cache', 'web'); // true
 * timeline.toText();
 */
export class Timeline extends PodTimeline {
  /**
   * Simulates a pod as a kubelet runs it.
   *
   * Throws if the scenario names a container that the pod does not have, or holds an invalid time.
   *
   * @param pod the pod
   * @param scenario what its programs do, and when it is deleted; by default it is never deleted
   */
  public static of(pod: PodModel, scenario: Scenario = {}): Timeline {
    checkValue('the pod of a timeline', pod, POD);
    return Timeline._of(pod, givenScenario(scenario, callersLanguage), {});
  }

  /**
   * Simulates a pod about which more is known than its spec shows.
   * @internal
   */
  public static _of(pod: PodModel, scenario: Scenario, facts: DrawnFacts): Timeline {
    return new Timeline(pod, scenario, facts);
  }

  private constructor(pod: PodModel, scenario: Scenario, facts: DrawnFacts) {
    super(pod, scenario, facts, callersLanguage);
  }
}
