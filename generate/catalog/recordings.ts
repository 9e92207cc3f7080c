import { readJsonFiles, read } from '../page';

const FOLDER = 'test/fixtures/catalog';

/** How a program ran outside of a cluster, or the test that runs the preset's script. */
export interface ProgramRun {
  readonly version?: string;
  /** Seconds from its start until the gate was open; absent where it was open but not timed. */
  readonly gateSeconds?: number;
  readonly signal?: string;
  readonly stopSeconds?: number;
  readonly exitCode?: number;
  /** The program had nothing to do when the signal came. */
  readonly idle?: boolean;
  readonly test?: string;
}

/** How a program fared while something around it failed. */
export interface Outage {
  readonly preset: string;
  readonly program: string;
  readonly scenario: string;
  readonly version: string;
  /** The program cannot do better. */
  readonly mayLose?: boolean;
  /** What it waited for never came, so that it was killed. */
  readonly mayOverrun?: boolean;
  readonly sent?: number;
  readonly lost?: number;
  /** How long what the scenario is about took. */
  readonly seconds?: number;
  /** From the stop signal to the end. */
  readonly stopSeconds?: number;
  readonly exitCode?: number;
  /** The time that the preset promises for its end. */
  readonly shutdownSeconds?: number;
}

/** The answers of an API server to the manifests of the presets. */
export interface DryRun {
  readonly kubernetes: string;
  readonly presets: readonly { readonly [column: string]: string }[];
  readonly badPod: { readonly verdict: string; readonly why: string };
}

/** How the pods of presets fared on a cluster. */
export interface PodRun {
  readonly kubernetes: string;
  readonly presets: readonly {
    readonly preset: string;
    readonly version: string;
    readonly gracePeriodSeconds: number;
    /** From the request to delete the pod to its end. */
    readonly deleteSeconds: number;
    readonly exitCode: number;
  }[];
  /** What arrived of the last items of a pod that was deleted and of a Job of 0.2 s. */
  readonly last?: readonly { readonly preset: string; readonly version: string; readonly arrived: readonly string[] }[];
}

/** The runs of `npm run test:programs`, by program. */
export const PROGRAM_RUNS: { readonly [program: string]: ProgramRun } = JSON.parse(read(`${FOLDER}/programs.json`));
/** The runs of `npm run test:programs` in which something failed. */
export const OUTAGES: readonly Outage[] = JSON.parse(read(`${FOLDER}/outages.json`));
/** The recordings of `npm run e2e:catalog`, one for each version of Kubernetes. */
export const DRY_RUNS = readJsonFiles<DryRun>(FOLDER, /^\d.*\.json$/);
/** The recordings of `npm run e2e:programs`, one for each version of Kubernetes. */
export const POD_RUNS = readJsonFiles<PodRun>(FOLDER, /^pods-.*\.json$/);
