import { CheckReport } from './check/report';
import { ChosenMesh } from '../knowledge/meshes/mesh-facts';
import { KnownProgram } from '../knowledge/programs/program';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { WorkloadKinds } from '../kubernetes/workload-kinds';
import { Severity } from '../rules/engine/finding';

/** From which severity on findings make the command fail. */
export const FAIL_ON = ['error', 'warning', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** What the user tells about the cluster and the pods: every command takes it. */
export interface CommonSettings {
  readonly kubernetes: KubernetesVersion;
  /** The mesh that adds its proxy to pods. */
  readonly mesh?: ChosenMesh;
  /** The user's own sidecars. */
  readonly programs: readonly KnownProgram[];
  /** The kinds of objects that make pods: those that are known, and the user's own. */
  readonly workloads: WorkloadKinds;
}

/** What the user wants of a check. */
export interface CheckSettings extends CommonSettings {
  readonly failOn: FailOn;
  /** How bad each rule is where the user thinks otherwise. */
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
}

/** Settings from one source, such as flags or a file; what it does not set is undefined. */
export type GivenSettings = Partial<CheckSettings>;

/** What the user should know about the settings, in sentences. */
export function notesOnSettings({ kubernetes }: CommonSettings): string[] {
  return kubernetes.newerThanKnown === undefined
    ? []
    : [`Kubernetes ${kubernetes.newerThanKnown} is newer than the newest known version, so it is treated as ${kubernetes}`];
}

/** Whether there are findings that make the command fail. */
export function isFailing({ summary: { error, warning } }: CheckReport, failOn: FailOn): boolean {
  return failOn !== 'never' && error + (failOn === 'warning' ? warning : 0) > 0;
}
