import { InvalidArgumentError, Option } from 'commander';
import { readMesh } from '../../core/mesh-option';
import { messageOf } from '../../data/error-message';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

/** The option by which every command is told the cluster's version. */
export function kubernetesVersionOption(): Option {
  return new Option('--kubernetes-version <version>', `the Kubernetes version of the oldest node (default: ${KubernetesVersion.DEFAULT})`)
    .argParser(text => orInvalid(() => KubernetesVersion.of(text)));
}

/** The option by which a command is told the cluster's mesh. */
export function meshOption(): Option {
  return new Option('--mesh <name@version>', 'the mesh that adds its proxy to pods when they are created: istio, linkerd, kuma, consul or dapr, such as istio@1.29 (default: none)')
    .argParser(text => orInvalid(() => readMesh(text)));
}

/** Turns a sentence into commander's way to refuse a value. */
function orInvalid<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InvalidArgumentError(messageOf(error));
  }
}
