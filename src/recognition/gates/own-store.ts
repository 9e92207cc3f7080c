import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import type { RecognizedPod } from '../recognized';
import { isToSessionStore } from '../session-stores';

/** The store, an ordinary container, without which a program that checks logins exits: a native sidecar starts before it. */
export function ownStore(recognition: RecognizedPod, container: PodContainer): PodContainer | undefined {
  return recognition.loopback.calls.find(call => call.from === container && call.to.role === ContainerRole.MAIN
    && isToSessionStore(recognition, call) && recognition.helper(call.to.name) === undefined)?.to;
}
