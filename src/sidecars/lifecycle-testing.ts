import { Chart, Testing } from 'cdk8s';
import { targetOf } from './target-version';
import { Timeline } from '../drawing/timeline';
import { Pod } from '../kubernetes/pod';
import { Scenario } from '../simulator/scenario';

/**
 * Helpers for your own unit tests: what is synthesized, and what a kubelet will do with it.
 *
 * They look at the output alone, so they also work for charts that use none of the constructs of this library.
 */
export class LifecycleTesting {
  /**
   * Synthesizes a chart and reads every pod in it. Throws when synth does.
   * @param chart the chart
   */
  public static pods(chart: Chart): Pod[] {
    return Testing.synth(chart).flatMap(manifest => Pod.allIn(manifest));
  }

  /**
   * Synthesizes a chart and reads the pod of one workload. Throws and lists the known ones when there is none of that kind and name.
   * @param chart the chart
   * @param workload kind and name, for example `Deployment/web`; a part of it will do if only one workload has it
   */
  public static pod(chart: Chart, workload: string): Pod {
    const pods = LifecycleTesting.pods(chart);
    const exact = pods.filter(pod => pod.title === workload);
    const found = exact.length > 0 ? exact : pods.filter(pod => pod.title.includes(workload));
    if (found.length !== 1) {
      const known = pods.map(pod => `'${pod.title}'`).join(', ') || 'no workloads at all';
      throw new Error(`chart '${chart.node.path}' has ${found.length} workloads like '${workload}': it has ${known}`);
    }
    return found[0];
  }

  /**
   * Synthesizes a chart and plays the life of one workload's pod. Exactly what the scenario says happens, nothing is assumed, except that the
   * kubelet is of the version that the chart is meant for.
   * @param chart the chart
   * @param workload kind and name, for example `Deployment/web`
   * @param scenario what its programs do, and when it is deleted
   */
  public static timeline(chart: Chart, workload: string, scenario: Scenario = {}): Timeline {
    return Timeline.of(LifecycleTesting.pod(chart, workload), { ...scenario, kubernetes: scenario.kubernetes ?? targetOf(chart) });
  }
}
