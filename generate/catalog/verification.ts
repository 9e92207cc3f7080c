import { basename } from 'node:path';
import { DRY_RUNS, DryRun, Outage, OUTAGES, POD_RUNS, PodRun, PROGRAM_RUNS, ProgramRun } from './recordings';
import { Program } from '../../src/knowledge/programs/program';

/** What was recorded of all presets. */
export interface Recordings {
  readonly programs: { readonly [program: string]: ProgramRun };
  readonly dryRuns: readonly DryRun[];
  readonly pods: readonly PodRun[];
  readonly outages: readonly Outage[];
}

const RECORDINGS: Recordings = { programs: PROGRAM_RUNS, dryRuns: DRY_RUNS, pods: POD_RUNS, outages: OUTAGES };

/** How a preset was verified. Recordings are optional: a preset without them is marked. */
export function verification(preset: string, program: Program, { programs, dryRuns, pods, outages }: Recordings = RECORDINGS): string[] {
  const isAccepted = dryRuns.some(({ presets }) => presets.some(one => one.preset === preset));
  const ran = [
    ...clustersOf('pods', preset, pods.map(({ kubernetes, presets }) => [kubernetes, presets])),
    ...clustersOf('last item', preset, pods.map(({ kubernetes, last = [] }) => [kubernetes, last])),
  ];
  return [
    programRun(program, programs[program.name], outages.find(outage => outage.program === program.name)),
    ...(isAccepted ? [] : ['not yet accepted by an API server']),
    ...(ran.length > 0 ? ran : ['not yet run on a cluster']),
  ];
}

function programRun({ image }: Program, run: ProgramRun | undefined, outage: Outage | undefined): string {
  if (!run) {
    return outage ? `run (${outage.version}) with a server: [in trouble](#in-trouble)` : 'read, not run';
  }
  if (run.test) {
    return `script run by tests: \`${basename(run.test)}\``;
  }
  const gate = run.gateSeconds === undefined ? 'gate open' : `gate ${run.gateSeconds.toFixed(2)} s`;
  const version = versionOf(image) === run.version ? run.version : `${run.version}, the image is ${versionOf(image)}`;
  return `run (${version}): ${gate}, ${run.signal} ${run.idle ? 'when idle ' : ''}${run.stopSeconds!.toFixed(2)} s, exit code ${run.exitCode}`;
}

interface Ran {
  readonly preset: string;
  readonly version: string;
}

/** Where something ran, by the version of the program. */
function clustersOf(what: string, preset: string, runs: readonly (readonly [kubernetes: string, presets: readonly Ran[]])[]): string[] {
  const byVersion = new Map<string, string[]>();
  for (const [kubernetes, presets] of runs) {
    const version = presets.find(one => one.preset === preset)?.version;
    if (version !== undefined) {
      byVersion.set(version, [...(byVersion.get(version) ?? []), kubernetes]);
    }
  }
  return [...byVersion].map(([version, kubernetes]) => `${what} (${version}): Kubernetes ${kubernetes.join(' and ')}`);
}

function versionOf(image: string): string | undefined {
  return /:\D*(\d+\.\d+\.\d+)/.exec(image)?.[1];
}
