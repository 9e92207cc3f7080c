import { CheckReport } from './check/report';
import { ChosenMesh } from '../knowledge/meshes/mesh-facts';
import { KnownProgram } from '../knowledge/programs/program';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { Severity } from '../rules/engine/finding';

/** From which severity on findings make the command fail. */
export const FAIL_ON = ['error', 'warning', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** What the user wants of a check. */
export interface CheckSettings {
  readonly kubernetes: KubernetesVersion;
  readonly mesh?: ChosenMesh;
  readonly failOn: FailOn;
  /** How bad each rule is where the user thinks otherwise. */
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
  /** The user's own sidecars. */
  readonly programs: readonly KnownProgram[];
}

/** What somebody says about a check; what is not said is undefined. */
export type SaidSettings = Partial<CheckSettings>;

/** Whether there are findings that make the command fail. */
export function isFailing({ summary: { error, warning } }: CheckReport, failOn: FailOn): boolean {
  return failOn !== 'never' && error + (failOn === 'warning' ? warning : 0) > 0;
}
