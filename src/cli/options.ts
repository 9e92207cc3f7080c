import { InvalidArgumentError, Option } from 'commander';
import { messageOf } from './io';
import { KubernetesVersion } from '../lifecycle/kubernetes-version';

/** The option by which every command is told the cluster's version. */
export function kubernetesVersionOption(): Option {
  return new Option('--kubernetes-version <version>', `the version of the cluster's nodes (default: ${KubernetesVersion.DEFAULT})`)
    .argParser(text => {
      try {
        return KubernetesVersion.of(text);
      } catch (error) {
        throw new InvalidArgumentError(messageOf(error));
      }
    });
}
