import { Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_CONFIG } from './config';
import { readMesh } from '../../core/mesh-option';
import { GivenSettings } from '../../core/settings';
import { messageOf } from '../../data/error-message';
import { ChosenMesh } from '../../knowledge/meshes/mesh-facts';
import { MESH_EXAMPLE } from '../../knowledge/meshes/mesh-list';
import { meshNames } from '../../knowledge/meshes/mesh-names';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

/** The values of the options that all commands share. */
export interface PodOptions {
  readonly kubernetesVersion?: KubernetesVersion;
  readonly mesh?: ChosenMesh;
  readonly config?: string;
}

/** Adds the options for the cluster and the user's own sidecars, which `check`, `migrate` and `explain` share. */
export function addPodOptions(command: Command): Command {
  return command
    .addOption(kubernetesVersionOption())
    .addOption(meshOption())
    .option('--config <file>', `a file with the Kubernetes version, the mesh, rule severities, your own sidecar images and workload kinds (default: ${DEFAULT_CONFIG}, if it exists)`);
}

/** The settings from flags; they override the configuration. */
export function givenSettings({ kubernetesVersion, mesh }: PodOptions): GivenSettings {
  return { kubernetes: kubernetesVersion, mesh };
}

/** The option for the Kubernetes version of the cluster. */
function kubernetesVersionOption(): Option {
  return new Option('--kubernetes-version <version>', `the Kubernetes version of the oldest node (default: ${KubernetesVersion.DEFAULT})`)
    .argParser(text => orInvalid(() => KubernetesVersion.of(text)));
}

/** The option for the mesh of the cluster. */
function meshOption(): Option {
  const names = meshNames();
  const known = `${names.slice(0, -1).join(', ')} or ${names[names.length - 1]}`;
  return new Option('--mesh <name@version>', `the mesh that injects its proxy into pods: ${known}, such as ${MESH_EXAMPLE}; add +cni if its CNI plugin is installed (default: none)`)
    .argParser(text => orInvalid(() => readMesh(text)));
}

/** Turns an error into the one that commander reports for an invalid value. */
function orInvalid<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error));
  }
}
