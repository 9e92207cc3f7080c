import { InvalidInput } from './invalid-input';
import { CheckSettings, GivenSettings } from './settings';
import { messageOf } from '../data/error-message';
import { checkKubernetes } from '../knowledge/meshes/mesh-facts';
import { chosenMeshes } from '../knowledge/meshes/two-meshes';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { WorkloadKinds } from '../kubernetes/workload-kinds';

/** Merges settings: flags override the configuration, which overrides the defaults. Throws `InvalidInput` if the settings are incompatible. */
export function settleSettings(flags: GivenSettings, config: GivenSettings): CheckSettings {
  const settings: CheckSettings = {
    kubernetes: flags.kubernetes ?? config.kubernetes ?? KubernetesVersion.DEFAULT,
    mesh: flags.mesh ?? config.mesh,
    failOn: flags.failOn ?? config.failOn ?? 'error',
    severities: flags.severities ?? config.severities ?? new Map(),
    programs: flags.programs ?? config.programs ?? [],
    workloads: flags.workloads ?? config.workloads ?? WorkloadKinds.KNOWN,
  };
  for (const { facts, version } of chosenMeshes(settings.mesh)) {
    try {
      checkKubernetes(facts, version, settings.kubernetes);
    } catch (error) {
      throw new InvalidInput(messageOf(error));
    }
  }
  return settings;
}
