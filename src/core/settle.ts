import { InvalidInput } from './invalid-input';
import { CheckSettings, GivenSettings } from './settings';
import { messageOf } from '../data/error-message';
import { checkKubernetes } from '../knowledge/meshes/mesh-facts';
import { chosenMeshes } from '../knowledge/meshes/two-meshes';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { WorkloadKinds } from '../kubernetes/workload-kinds';

/** Merges settings: flags override the configuration, which overrides the defaults. Throws `InvalidInput` if the settings are incompatible. */
export function settleSettings(flags: GivenSettings, config: GivenSettings): CheckSettings {
  const version = flags.kubernetes ?? config.kubernetes ?? KubernetesVersion.DEFAULT;
  const settings: CheckSettings = {
    kubernetes: orInvalid(() => version.withFeatureGates([...flags.featureGates ?? config.featureGates ?? []])),
    mesh: flags.mesh ?? config.mesh,
    failOn: flags.failOn ?? config.failOn ?? 'error',
    severities: flags.severities ?? config.severities ?? new Map(),
    programs: flags.programs ?? config.programs ?? [],
    workloads: flags.workloads ?? config.workloads ?? WorkloadKinds.KNOWN,
    exclude: [...config.exclude ?? [], ...flags.exclude ?? []],
  };
  for (const { facts, version: meshVersion } of chosenMeshes(settings.mesh)) {
    orInvalid(() => checkKubernetes(facts, meshVersion, settings.kubernetes));
  }
  return settings;
}

function orInvalid<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InvalidInput(messageOf(error));
  }
}
