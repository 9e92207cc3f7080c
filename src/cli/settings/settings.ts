import { CheckSettings, CommonSettings, GivenSettings, notesOnSettings } from '../../core/settings';
import { messageOf } from '../../data/error-message';
import { checkKubernetes } from '../../knowledge/meshes/mesh-facts';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { WorkloadKinds } from '../../kubernetes/workload-kinds';
import { CliIo, printable, usageError } from '../io/io';

/** Merges settings: flags override the configuration, which overrides the defaults. Stops if the settings are incompatible. */
export function settle(flags: GivenSettings, config: GivenSettings): CheckSettings {
  const settings: CheckSettings = {
    kubernetes: flags.kubernetes ?? config.kubernetes ?? KubernetesVersion.DEFAULT,
    mesh: flags.mesh ?? config.mesh,
    failOn: flags.failOn ?? config.failOn ?? 'error',
    severities: flags.severities ?? config.severities ?? new Map(),
    programs: flags.programs ?? config.programs ?? [],
    workloads: flags.workloads ?? config.workloads ?? WorkloadKinds.KNOWN,
  };
  if (settings.mesh) {
    try {
      checkKubernetes(settings.mesh.facts, settings.mesh.version, settings.kubernetes);
    } catch (error) {
      throw usageError(messageOf(error));
    }
  }
  return settings;
}

/** Prints notes on the settings to standard error. */
export function printNotes(settings: CommonSettings, io: CliIo): void {
  io.err(notesOnSettings(settings).map(note => `note: ${printable(note)}\n`).join(''));
}
