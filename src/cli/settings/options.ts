import { InvalidArgumentError, Option } from 'commander';
import { readMesh } from '../../core/mesh-option';
import { messageOf } from '../../data/error-message';
import { MESH_EXAMPLE } from '../../knowledge/meshes/mesh-list';
import { meshNames } from '../../knowledge/meshes/mesh-names';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';

/** The option by which every command is told the cluster's version. */
export function kubernetesVersionOption(): Option {
  return new Option('--kubernetes-version <version>', `the Kubernetes version of the oldest node (default: ${KubernetesVersion.DEFAULT})`)
    .argParser(text => orInvalid(() => KubernetesVersion.of(text)));
}

/** The option by which a command is told the cluster's mesh. */
export function meshOption(): Option {
  const names = meshNames();
  const known = `${names.slice(0, -1).join(', ')} or ${names[names.length - 1]}`;
  return new Option('--mesh <name@version>', `the mesh that adds its proxy to pods when they are created: ${known}, such as ${MESH_EXAMPLE} (default: none)`)
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
