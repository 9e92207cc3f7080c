import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { FIRST_KUBERNETES } from '../../migration/first-kubernetes';
import { InvalidInput } from '../invalid-input';

/** Throws `InvalidInput` for a version whose native sidecars do not start and stop in order. */
export function requireOrderedSidecars(kubernetes: KubernetesVersion): void {
  if (!kubernetes.isAtLeast(FIRST_KUBERNETES)) {
    throw new InvalidInput(`Kubernetes ${kubernetes} does not start and stop native sidecars in order: migrate for ${FIRST_KUBERNETES} or later`);
  }
}
