import { KubernetesVersion } from './kubernetes-version';
import { ContainerRole, PodModel, PodContainer, PodRestartPolicy } from './pod';
import { RejectedField } from './rejected-fields';
import { listOf } from '../data/json';

const RESTART = 'RestartContainer';

/** The first release for which it is measured that a regular init container must not restart for a resize. */
const PLAIN_INIT_SINCE = '1.36';

/** The `resizePolicy` of a container that an API server rejects because it restarts what must not restart. */
export function rejectedResize(pod: PodModel, { role, spec }: PodContainer, kubernetes: KubernetesVersion): RejectedField[] {
  const index = listOf(spec.resizePolicy).findIndex(({ restartPolicy }) => restartPolicy === RESTART);
  if (index < 0) {
    return [];
  }
  const path = ['resizePolicy', index, 'restartPolicy'];
  const { resourceName } = listOf(spec.resizePolicy)[index];
  const problem = `has resizePolicy ${RESTART} for ${resourceName}`;
  // The policy of the pod decides, whatever that of the container.
  if (pod.spec.restartPolicy === PodRestartPolicy.NEVER) {
    return [{ path, problem: `${problem} in a pod with restartPolicy: Never`, fix: 'use NotRequired, or restartPolicy: OnFailure for the pod' }];
  }
  return role === ContainerRole.INIT && kubernetes.isAtLeast(PLAIN_INIT_SINCE) ? [{ path, problem: `${problem}, but is a regular init container`, fix: 'use NotRequired' }] : [];
}
