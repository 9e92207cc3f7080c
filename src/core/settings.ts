import { CheckReport } from './check/report';
import { ChosenMesh } from '../knowledge/meshes/mesh-facts';
import { KnownProgram } from '../knowledge/programs/program';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { noteOnNewerVersion } from '../kubernetes/newer-version';
import { WorkloadKinds } from '../kubernetes/workload-kinds';
import { Severity } from '../rules/engine/finding';

/** The lowest severity of findings that makes the command fail. */
export const FAIL_ON = ['error', 'warning', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** The settings that all commands share: the cluster and the user's own sidecars. */
export interface CommonSettings {
  readonly kubernetes: KubernetesVersion;
  /** The mesh that injects its proxy into pods. */
  readonly mesh?: ChosenMesh;
  /** The user's own sidecars. */
  readonly programs: readonly KnownProgram[];
  /** The workload kinds: the built-in ones, and the user's own. */
  readonly workloads: WorkloadKinds;
  /** The files of folders to leave out: patterns in the language of `.gitignore`. */
  readonly exclude?: readonly string[];
}

/** The settings of `check`. */
export interface CheckSettings extends CommonSettings {
  readonly failOn: FailOn;
  /** Severities that the user overrides. */
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
}

/** Settings from one source, such as flags or a file; what it does not set is undefined. */
export interface GivenSettings extends Partial<CheckSettings> {
  /** Feature gates of the cluster that are on although they are off by default. */
  readonly featureGates?: readonly string[];
}

/** Notes on the settings for the user. */
export function notesOnSettings({ kubernetes }: CommonSettings): string[] {
  const note = noteOnNewerVersion(kubernetes);
  return note === undefined ? [] : [note];
}

/** Whether the findings make the command fail. */
export function isFailing({ summary: { error, warning } }: CheckReport, failOn: FailOn): boolean {
  return failOn !== 'never' && error + (failOn === 'warning' ? warning : 0) > 0;
}
