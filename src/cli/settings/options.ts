import { Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_CONFIG } from './config-name';
import { meshReader } from './lazy';
import { GivenSettings } from '../../core/settings';
import { messageOf } from '../../data/error-message';
import { ChosenMesh } from '../../knowledge/meshes/mesh-facts';
import { MESH_EXAMPLE } from '../../knowledge/meshes/mesh-list';
import { meshNames } from '../../knowledge/meshes/mesh-names';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

/** The values of the options that all commands share. */
export interface PodOptions {
  readonly kubernetesVersion?: KubernetesVersion;
  readonly featureGate?: readonly string[];
  readonly mesh?: ChosenMesh;
  readonly config?: string;
  readonly exclude?: readonly string[];
  readonly gitignore: boolean;
  readonly verbose?: boolean;
}

/** Adds the options for the cluster and the user's own sidecars, which `check`, `migrate` and `explain` share. */
export function addPodOptions(command: Command): Command {
  return command
    .addOption(kubernetesVersionOption())
    .addOption(featureGateOption())
    .addOption(meshOption())
    .option('--config <file>', `a file with the Kubernetes version, the mesh, rule severities, your own sidecar images and workload kinds (default: ${DEFAULT_CONFIG} in the working directory, if it exists); 'cdk8s-sidecars check --help' lists its keys`)
    .option('--exclude <pattern>', 'leave out matching files of folders; a pattern as in .gitignore, such as charts/; you can repeat the option', (one: string, before: readonly string[] = []) => [...before, one])
    .option('--no-gitignore', 'also read files of folders that a .gitignore file in them leaves out')
    .option('--verbose', 'list the files that are skipped because they are not manifests');
}

/** The settings from flags; they override the configuration. */
export function givenSettings({ kubernetesVersion, featureGate, mesh, exclude }: PodOptions): GivenSettings {
  return { kubernetes: kubernetesVersion, featureGates: featureGate, mesh, exclude };
}

/** The option for the Kubernetes version of the cluster. */
function kubernetesVersionOption(): Option {
  return new Option('--kubernetes-version <version>', `the Kubernetes version of the oldest node (default: ${KubernetesVersion.DEFAULT})`)
    .argParser(text => orInvalid(() => KubernetesVersion.of(text)));
}

/** The option for feature gates of the cluster. */
function featureGateOption(): Option {
  return new Option('--feature-gate <name>', 'a feature gate that is on in the cluster although it is off by default in its version, such as ContainerStopSignals; repeatable')
    .argParser((name: string, before?: readonly string[]) => [...before ?? [], name]);
}

/** The option for the mesh of the cluster. */
function meshOption(): Option {
  const names = meshNames();
  const known = `${names.slice(0, -1).join(', ')} or ${names[names.length - 1]}`;
  return new Option('--mesh <name@version>', `the mesh that injects its proxy into pods: ${known}, such as ${MESH_EXAMPLE}; add +cni if its CNI plugin is installed (default: none)`)
    .argParser(text => orInvalid(() => meshReader()(text)));
}

/** Turns an error into the one that commander reports for an invalid value. */
function orInvalid<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error));
  }
}
