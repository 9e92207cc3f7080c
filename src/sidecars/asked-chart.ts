import { ApiObject, Chart, DependencyGraph, Testing } from 'cdk8s';
import { IConstruct } from 'constructs';
import { originalClassOf } from './class-swap';
import { patchesOf } from './json-patches';
import { withSynthSteps } from './synth-steps';
import { synthMemory } from './watch-synth';
import { objectsBelow } from './watched-tree';
import { workloadOf } from './workload-of';
import { PodModel } from '../kubernetes/pod';

/** A chart as it was when all of it was synthesized last. */
interface SynthesizedChart {
  /** All objects of the app: another list when a construct was added or removed. */
  readonly objects: readonly ApiObject[];
  readonly patches: number;
  /** The titles of the pods in the chart, and the object of each. */
  readonly pods: readonly { readonly title: string; readonly object: ApiObject }[];
}

const synthesized = new WeakMap<Chart, SynthesizedChart>();

/** Synthesizes a chart and reads every pod in it. */
export function podsOfChart(chart: Chart): PodModel[] {
  synthesized.delete(chart);
  const pods = Testing.synth(chart).map(manifest => PodModel.allIn(manifest));
  const objects = objectsOf(chart);
  // A chart with a 'toJson' of its own may write anything.
  if (objects.length === pods.length && originalClassOf(chart).prototype.toJson === Chart.prototype.toJson) {
    const all = objectsBelow(chart.node.root, ApiObject.isApiObject);
    const titles = objects.flatMap((object, index) => pods[index].map(({ title }) => ({ title, object })));
    synthesized.set(chart, { objects: all, patches: patchesIn(all), pods: titles });
  }
  return pods.flat();
}

/**
 * The pod of one workload as synth writes it now; undefined when all of the chart must be synthesized to tell it.
 *
 * A question renders and validates the workload that it is about, because anything in it may have changed. All of the chart was validated before, and is again
 * when a construct or a JSON patch was added or removed anywhere in the app: for each question, that would take workloads × workloads.
 *
 * @param choose chooses among the titles of the pods; undefined if it cannot
 */
export function askedPod(chart: Chart, choose: (titles: readonly string[]) => string | undefined): PodModel | undefined {
  const { root } = chart.node;
  return synthesized.has(chart) ? withSynthSteps(root, chart, () => synthMemory(root).answer(() => renderedPod(chart, choose))) : undefined;
}

function renderedPod(chart: Chart, choose: (titles: readonly string[]) => string | undefined): PodModel | undefined {
  const { objects, patches, pods } = synthesized.get(chart)!;
  const all = objectsBelow(chart.node.root, ApiObject.isApiObject);
  const wanted = choose(pods.map(({ title }) => title));
  const object = pods.find(({ title }) => title === wanted)?.object;
  if (!object || all !== objects || patchesIn(all) !== patches || !isValid(chart, workloadOf(object))) {
    return undefined;
  }
  const found = PodModel.allIn(object.toJson()).filter(({ title }) => title === wanted);
  return found.length === 1 ? found[0] : undefined;
}

/** Whether nothing is wrong with a workload, what is below it, and what is around it in the chart. */
function isValid(chart: Chart, workload: IConstruct): boolean {
  const { scopes } = workload.node;
  const around = scopes.slice(scopes.indexOf(chart) + 1, -1);
  return [...around, ...workload.node.findAll()].every(construct => construct.node.validate().length === 0);
}

/** The objects of a chart, in the order in which cdk8s writes them. */
function objectsOf(chart: Chart): ApiObject[] {
  return new DependencyGraph(chart.node).topology().filter(ApiObject.isApiObject).filter(object => Chart.of(object) === chart);
}

function patchesIn(objects: readonly ApiObject[]): number {
  return objects.reduce((sum, object) => sum + patchesOf(object).length, 0);
}
