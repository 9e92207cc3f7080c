import * as path from 'path';
import type { SynthWay } from './measure-synth';
import { compete, Medians, runFresh } from '../fresh';
import { Row } from '../table';
import { Memory, Usage } from '../usage';

/** How much longer, or larger, an app with our sidecars may be than the same written by hand. */
const LIMIT = 1.15;
/** Objects alone: most of a synth is YAML, which is the same for both. */
const OBJECTS_LIMIT = 1.2;
/** The same where each has an image of its own, which must be read. */
const DIFFERENT_OBJECTS_LIMIT = 1.5;
/** cdk8s validates the whole app once for each chart, and the memory of a synth once. */
const CHARTS_LIMIT = 1;
/** What is left for the noise of a machine, where a cost should grow with the amount and no faster. */
const LINEAR = 1.3;

type Contenders = Medians<'ours' | 'theirs'>;

/** What synthesizing sidecars costs, against the same output written by hand with cdk8s-plus. */
export function synthRows(quick: boolean): Row[] {
  checkSameOutput();
  const rounds = quick ? 3 : 5;
  const [some, more, many] = [300, 1_500, 5_000];
  const charts = quick ? 60 : 200;
  const plain = competeIn(rounds, 'app.synth', 1, some);
  const large = competeIn(rounds, 'app.synth', 1, more);
  const largest = quick ? [] : [competeIn(rounds, 'app.synth', 1, many)];
  return [
    cpuRow(`synth: ${count(some)} Deployments, app.synth`, plain),
    cpuRow(`synth: ${count(more)} Deployments, app.synth`, large),
    ...largest.map(one => cpuRow(`synth: ${count(many)} Deployments, app.synth`, one)),
    cpuRow(`synth: ${count(some)} Deployments, app.synthYaml`, competeIn(rounds, 'app.synthYaml', 1, some)),
    cpuRow(`synth: ${count(some)} different Deployments, app.synth`, competeIn(rounds, 'app.synth', 1, some, 'different')),
    { ...cpuRow(`synth: ${count(some)} Deployments, Testing.synth`, competeIn(rounds, 'Testing.synth', 1, some)), limit: OBJECTS_LIMIT },
    { ...cpuRow(`synth: ${count(some)} different Deployments, Testing.synth`, competeIn(rounds, 'Testing.synth', 1, some, 'different')), limit: DIFFERENT_OBJECTS_LIMIT },
    { ...cpuRow(`synth: ${count(charts)} charts of one Deployment, app.synth`, competeIn(rounds, 'app.synth', charts, 1)), limit: CHARTS_LIMIT },
    growthRow(`synth: time per Deployment, ${count(more)} Deployments against ${count(some)}`, large.ours.cpuMs / more, plain.ours.cpuMs / some),
    ...memoryRows(rounds, some, plain),
    ...memoryRows(rounds, more, large),
  ];
}

/** A race between different outputs would say nothing. Several workloads and charts, because the first of a kind is rendered in another way than the next. */
function checkSameOutput(): void {
  for (const kind of ['alike', 'different']) {
    const [ours, theirs] = ['with-sidecar', 'by-hand'].map(name => JSON.stringify(runFresh<unknown>(script(name), 'print', '2', '4', kind)));
    if (ours !== theirs) {
      throw new Error(`the manifests differ, so the times cannot be compared:\nby hand:      ${theirs}\nwith sidecar: ${ours}`);
    }
  }
}

function competeIn(rounds: number, way: SynthWay, charts: number, workloads: number, kind: 'alike' | 'different' = 'alike'): Contenders {
  const run = (name: string) => () => runFresh<Usage>(script(name), way, String(charts), String(workloads), kind);
  return compete(rounds, { ours: run('with-sidecar'), theirs: run('by-hand') });
}

function script(name: string): string {
  return path.join('synth', `${name}.js`);
}

function cpuRow(measure: string, { ours, theirs }: Contenders): Row {
  return { measure, unit: 'ms', ours: ours.cpuMs, theirs: theirs.cpuMs, limit: LIMIT };
}

function growthRow(measure: string, among: number, against: number): Row {
  return { measure, unit: 'ms', ours: among, theirs: against, limit: LINEAR };
}

function memoryRows(rounds: number, workloads: number, { ours: { peakMb }, theirs: { peakMb: theirPeakMb } }: Contenders): Row[] {
  const run = (name: string) => () => runFresh<Memory>(script(name), 'memory', '1', String(workloads));
  const { ours, theirs } = compete(rounds, { ours: run('with-sidecar'), theirs: run('by-hand') });
  const row = (what: string, limit: number, our: number, their: number): Row =>
    ({ measure: `memory: ${count(workloads)} Deployments, ${what}`, unit: 'MB', ours: our, theirs: their, limit });
  return [
    row('retained', LIMIT, ours.retainedMb, theirs.retainedMb),
    row('the whole heap, with the code of all packages', LIMIT, ours.wholeMb, theirs.wholeMb),
    row('peak', LINEAR, peakMb, theirPeakMb),
  ];
}

function count(value: number): string {
  return value.toLocaleString('en');
}
