import { IConstruct } from 'constructs';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

// Beside the tree and not in its context: a node's context cannot be set any more once it has children.
const targets = new WeakMap<IConstruct, KubernetesVersion>();

/** Says which version everything below a scope is meant for. */
export function setTarget(scope: IConstruct, version: KubernetesVersion): void {
  targets.set(scope, version);
}

/** The version that a construct is meant for: the nearest scope that says one. */
export function targetOf(construct: IConstruct): KubernetesVersion {
  for (let scope: IConstruct | undefined = construct; scope; scope = scope.node.scope) {
    const version = targets.get(scope);
    if (version) {
      return version;
    }
  }
  return KubernetesVersion.DEFAULT;
}
