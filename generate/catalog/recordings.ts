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
}

/** The runs of `npm run test:programs`, by program. */
export const PROGRAM_RUNS: { readonly [program: string]: ProgramRun } = JSON.parse(read(`${FOLDER}/programs.json`));
/** The recordings of `npm run e2e:catalog`, one for each version of Kubernetes. */
export const DRY_RUNS = readJsonFiles<DryRun>(FOLDER, /^\d.*\.json$/);
/** The recordings of `npm run e2e:programs`, one for each version of Kubernetes. */
export const POD_RUNS = readJsonFiles<PodRun>(FOLDER, /^pods-.*\.json$/);
