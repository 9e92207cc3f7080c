import type { LoopbackCall } from './loopback-call';
import type { RecognizedPod } from './recognized';
import { isStoreHere } from './stores';
import { isDatabasePort } from '../knowledge/databases';

/** Whether a program that checks logins calls the store of its sessions: it passes no requests on to it, and exits where it does not reach it. */
export function isToSessionStore(recognition: RecognizedPod, { from, to, text, isPassedOn, byElimination }: LoopbackCall): boolean {
  const { direction, onlySidecar, isTunnel } = recognition.program(to) ?? {};
  const isCache = direction === 'outbound' && onlySidecar === false && !isTunnel;
  return recognition.program(from)?.guards === true && !isPassedOn && !byElimination
    && (isCache || isStoreHere(to) || isDatabasePort(Number(/:(\d{2,5})$/.exec(text)?.[1])));
}
