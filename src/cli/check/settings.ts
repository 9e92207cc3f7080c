import { CheckReport } from './report';
import { checkKubernetes } from '../../knowledge/meshes/mesh-facts';
import { KnownProgram } from '../../knowledge/programs/program';
import { KubernetesVersion } from '../../lifecycle/kubernetes-version';
import { Severity } from '../../rules/finding';
import { SaidMesh } from '../../rules/mesh-prediction';
import { messageOf, wrongUse } from '../io';

/** From which severity on findings make the command fail. */
export const FAIL_ON = ['error', 'warning', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** What the user wants of a check. */
export interface CheckSettings {
  readonly kubernetes: KubernetesVersion;
  readonly mesh?: SaidMesh;
  readonly failOn: FailOn;
  /** How bad each rule is where the user thinks otherwise. */
  readonly severities: ReadonlyMap<string, Severity | 'off'>;
  /** The user's own sidecars. */
  readonly programs: readonly KnownProgram[];
}

/** What somebody says about a check; what is not said is undefined. */
export type SaidSettings = Partial<CheckSettings>;

/** Puts settings together: the flags win over the configuration, which wins over what is usual. Stops when they do not fit together. */
export function settle(flags: SaidSettings, config: SaidSettings): CheckSettings {
  const settings: CheckSettings = {
    kubernetes: flags.kubernetes ?? config.kubernetes ?? KubernetesVersion.DEFAULT,
    mesh: flags.mesh ?? config.mesh,
    failOn: flags.failOn ?? config.failOn ?? 'error',
    severities: flags.severities ?? config.severities ?? new Map(),
    programs: flags.programs ?? config.programs ?? [],
  };
  if (settings.mesh) {
    try {
      checkKubernetes(settings.mesh.facts, settings.mesh.version, settings.kubernetes);
    } catch (error) {
      throw wrongUse(messageOf(error));
    }
  }
  return settings;
}

/** Whether there are findings that make the command fail. */
export function isFailing({ summary: { error, warning } }: CheckReport, failOn: FailOn): boolean {
  return failOn !== 'never' && error + (failOn === 'warning' ? warning : 0) > 0;
}
