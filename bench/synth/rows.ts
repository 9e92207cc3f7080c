import * as path from 'path';
import type { SynthWay } from './measure-synth';
import { compete, Medians, runFresh } from '../fresh';
import { Row } from '../table';
import { Usage } from '../usage';

/** How much longer, or larger, an app with our sidecars may be than the same written by hand. */
const LIMIT = 1.3;

type Contenders = Medians<'ours' | 'theirs'>;

/** What synthesizing sidecars costs, against the same output written by hand with cdk8s-plus. */
export function synthRows(quick: boolean): Row[] {
  checkSameOutput();
  const rounds = quick ? 3 : 5;
  const [some, many] = quick ? [300, 1_500] : [1_000, 5_000];
  const charts = quick ? 60 : 200;
  const plain = competeIn(rounds, 'app.synth', 1, some);
  const large = competeIn(rounds, 'app.synth', 1, many);
  return [
    cpuRow(`synth: ${count(some)} Deployments, app.synth`, plain),
    cpuRow(`synth: ${count(some)} Deployments, app.synthYaml`, competeIn(rounds, 'app.synthYaml', 1, some)),
    // Objects alone: most of a synth is YAML, which is the same for both.
    { ...cpuRow(`synth: ${count(some)} Deployments, Testing.synth`, competeIn(rounds, 'Testing.synth', 1, some)), limit: undefined },
    cpuRow(`synth: ${count(charts)} charts of one Deployment, app.synth`, competeIn(rounds, 'app.synth', charts, 1)),
    cpuRow(`synth: ${count(many)} Deployments, app.synth`, large),
    growthRow(`synth: time per Deployment, ${count(many)} Deployments against ${count(some)}`, large.ours.cpuMs / many, plain.ours.cpuMs / some),
    ...memoryRows(`${count(some)} Deployments`, plain),
    ...memoryRows(`${count(many)} Deployments`, large),
  ];
}

/** A race between different outputs would say nothing. */
function checkSameOutput(): void {
  const [ours, theirs] = ['with-sidecar', 'by-hand'].map(name => JSON.stringify(runFresh<unknown>(script(name), 'print', '1', '1')));
  if (ours !== theirs) {
    throw new Error(`the manifests differ, so the times cannot be compared:\nby hand:      ${theirs}\nwith sidecar: ${ours}`);
  }
}

function competeIn(rounds: number, way: SynthWay, charts: number, workloads: number): Contenders {
  const run = (name: string) => () => runFresh<Usage>(script(name), way, String(charts), String(workloads));
  return compete(rounds, { ours: run('with-sidecar'), theirs: run('by-hand') });
}

function script(name: string): string {
  return path.join('synth', `${name}.js`);
}

function cpuRow(measure: string, { ours, theirs }: Contenders): Row {
  return { measure, unit: 'ms', ours: ours.cpuMs, theirs: theirs.cpuMs, limit: LIMIT };
}

function growthRow(measure: string, among: number, against: number): Row {
  return { measure, unit: 'ms', ours: among, theirs: against, limit: LIMIT };
}

function memoryRows(what: string, { ours, theirs }: Contenders): Row[] {
  return [
    { measure: `memory: ${what}, retained`, unit: 'MB', ours: ours.heapMb, theirs: theirs.heapMb, limit: LIMIT },
    { measure: `memory: ${what}, peak`, unit: 'MB', ours: ours.peakMb, theirs: theirs.peakMb, limit: LIMIT },
  ];
}

function count(value: number): string {
  return value.toLocaleString('en');
}
