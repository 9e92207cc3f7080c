import { Chart, Testing } from 'cdk8s';
import { targetOf } from './target-version';
import { checkValue, having, required, TEXT } from '../data/arguments';
import { Timeline } from '../drawing/timeline';
import { Pod } from '../kubernetes/pod';
import { Scenario } from '../simulator/scenario';

/**
 * Helpers for unit tests of your charts: they read the synthesized pods and simulate what a kubelet does with them.
 *
 * They only look at the output, so they also work for charts that use no construct of this library.
 */
export class LifecycleTesting {
  /**
   * Synthesizes a chart and reads every pod in it. Throws when synth does.
   * @param chart the chart
   */
  public static pods(chart: Chart): Pod[] {
    checkValue('the chart of LifecycleTesting', chart, required(having(['toJson'], 'a Chart, for example Testing.chart()')));
    return Testing.synth(chart).flatMap(manifest => Pod.allIn(manifest));
  }

  /**
   * Synthesizes a chart and reads the pod of one workload. Throws when no workload, or more than one, matches, and lists the workloads of the chart.
   * @param chart the chart
   * @param workload kind and name, for example `Deployment/web`, or a part of it that only one workload contains
   */
  public static pod(chart: Chart, workload: string): Pod {
    checkValue('the workload of LifecycleTesting', workload, required(TEXT, "'Deployment/web'"));
    const pods = LifecycleTesting.pods(chart);
    const exact = pods.filter(pod => pod.title === workload);
    const found = exact.length > 0 ? exact : pods.filter(pod => pod.title.includes(workload));
    if (found.length !== 1) {
      const advice = pods.length > 0 ? `use one of ${pods.map(pod => `'${pod.title}'`).join(', ')}` : 'add a workload to the chart';
      throw new Error(`chart '${chart.node.path}' has ${found.length} workloads that match '${workload}': ${advice}`);
    }
    return found[0];
  }

  /**
   * Synthesizes a chart and simulates the life of one workload's pod. The simulation makes no assumptions beyond the scenario, except that the kubelet has the
   * version that the chart targets.
   * @param chart the chart
   * @param workload kind and name, for example `Deployment/web`
   * @param scenario what the programs do, and when the pod is deleted
   */
  public static timeline(chart: Chart, workload: string, scenario: Scenario = {}): Timeline {
    return Timeline.of(LifecycleTesting.pod(chart, workload), { ...scenario, kubernetes: scenario.kubernetes ?? targetOf(chart) });
  }
}
