import { ContainerRole, PodContainer } from '../kubernetes/pod';
import { RuleContext } from './engine/rule';

/** Whether a pod has a sidecar, native or not: a container that is alone concerns no other container. */
export function hasSidecar({ pod, recognition }: RuleContext): boolean {
  return pod.sidecars.length > 0 || recognition.helpers.length > 0;
}

/** Whether a container is a sidecar, native or not. */
export function isSidecar({ recognition }: RuleContext, { name, role }: PodContainer): boolean {
  return role === ContainerRole.SIDECAR || recognition.helper(name) !== undefined;
}
