import { IConstruct } from 'constructs';
import { describeScope } from './workload-of';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

// Beside the tree and not in its context: a node's context cannot be set any more once it has children.
const targets = new WeakMap<IConstruct, KubernetesVersion>();

/** Sets the version that everything below a scope targets. Throws when the scope targets another one: neither of the two owners can know that the other one wins. */
export function setTarget(scope: IConstruct, version: KubernetesVersion): void {
  const known = targets.get(scope);
  if (known && known.toString() !== version.toString()) {
    throw new Error(`${describeScope(scope)} already targets Kubernetes ${known}, so it cannot target ${version} as well: set the version in one place`);
  }
  targets.set(scope, version);
}

/** The version that a construct targets: the version of the nearest scope that has one. */
export function targetOf(construct: IConstruct): KubernetesVersion {
  for (let scope: IConstruct | undefined = construct; scope; scope = scope.node.scope) {
    const version = targets.get(scope);
    if (version) {
      return version;
    }
  }
  return KubernetesVersion.DEFAULT;
}

/** All by which versions differ, as plain data: the text of a version says nothing of its feature gates. */
export function versionInput({ major, minor, patch, newerThanKnown, assumedFeatures }: KubernetesVersion): unknown {
  return [major, minor, patch, newerThanKnown, assumedFeatures];
}
