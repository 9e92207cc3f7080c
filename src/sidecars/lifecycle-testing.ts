import { Chart } from 'cdk8s';
import { askedPod, podsOfChart } from './asked-chart';
import { refuseEmptyBehaviors } from './empty-behavior';
import { targetOf } from './target-version';
import { Timeline } from './timeline';
import { callersLanguage } from '../caller/language';
import { checkValue } from '../caller/refusal';
import { having, required, TEXT } from '../data/arguments';
import { PodModel } from '../kubernetes/pod';
import { givenScenario } from '../simulator/given-scenario';
import { Scenario } from '../simulator/scenario';

const CHART = required(having(['toJson'], 'a Chart, for example Testing.chart()'));

/**
 * Helpers for unit tests of your charts: they read the synthesized pods and simulate what a kubelet does with them.
 *
 * They only look at the output, so they also work for charts that use no construct of this library.
 *
 * @exampleMetadata fixture=workload
 * @example
 * const timeline = LifecycleTesting.timeline(chart, 'Job', { containers: { export: { exitsAfter: 90 } } });
 * timeline.completes(); // true, although the sidecar never exits by itself
 *
 * // A workload that runs until it is deleted stops only if the scenario deletes it.
 * LifecycleTesting.timeline(chart, 'Deployment', { deleteAt: 60 }).outlives('cache', 'web');
 */
export class LifecycleTesting {
  /**
   * Synthesizes a chart and reads every pod in it. Throws when synth does.
   * @param chart the chart
   */
  public static pods(chart: Chart): PodModel[] {
    checkValue('the chart of LifecycleTesting', chart, CHART);
    return podsOfChart(chart);
  }

  /**
   * Synthesizes a chart and reads the pod of one workload. Throws when no workload, or more than one, matches, and lists the workloads of the chart.
   *
   * The first question about a chart throws when synth does. Further ones synthesize the workload alone, and the whole chart only if a construct or a JSON patch was
   * added or removed since then. To look for errors in the other workloads again, call `LifecycleTesting.pods`.
   *
   * @param chart the chart
   * @param workload kind and name, for example `Deployment/web`, or a part of it that only one workload contains
   */
  public static pod(chart: Chart, workload: string): PodModel {
    checkValue('the chart of LifecycleTesting', chart, CHART);
    checkValue('the workload of LifecycleTesting', workload, required(TEXT, "'Deployment/web'"));
    const asked = askedPod(chart, titles => {
      const [title, ...more] = matching(titles, workload);
      return more.length === 0 ? title : undefined;
    });
    if (asked) {
      return asked;
    }
    const pods = LifecycleTesting.pods(chart);
    const titles = pods.map(({ title }) => title);
    const found = matching(titles, workload);
    if (found.length !== 1) {
      const advice = pods.length > 0 ? `use one of ${titles.map(title => `'${title}'`).join(', ')}` : 'add a workload to the chart';
      throw new Error(`chart '${chart.node.path}' has ${found.length} workloads that match '${workload}': ${advice}`);
    }
    return pods[titles.indexOf(found[0])];
  }

  /**
   * Synthesizes a chart and simulates the life of one workload's pod. The simulation makes no assumptions beyond the scenario, except that the kubelet has the
   * version that the chart targets.
   *
   * It throws as `LifecycleTesting.pod` does.
   *
   * @param chart the chart
   * @param workload kind and name, for example `Deployment/web`
   * @param scenario what the programs do, and when the pod is deleted
   */
  public static timeline(chart: Chart, workload: string, scenario: Scenario = {}): Timeline {
    const given = givenScenario(scenario, callersLanguage);
    refuseEmptyBehaviors(given);
    return Timeline.of(LifecycleTesting.pod(chart, workload), { ...given, kubernetes: given.kubernetes ?? targetOf(chart) });
  }
}

/** The titles that are the wanted one, or else contain it. */
function matching(titles: readonly string[], wanted: string): string[] {
  const exact = titles.filter(title => title === wanted);
  return exact.length > 0 ? exact : titles.filter(title => title.includes(wanted));
}
