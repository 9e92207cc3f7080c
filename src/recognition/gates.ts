import type { GateAdvice } from './gates/advice';
import { awaitedOrdinary, mayWatchProcesses } from './gates/answers';
import { fileGate } from './gates/file-gate';
import { otherPort } from './gates/other-port';
import { ownGate } from './gates/own-probes';
import { isAnswered, isIntercepted, programGate } from './gates/program-gate';
import { startupOf } from './gates/version-gate';
import { endsByItself } from './program-runs';
import type { RecognizedPod } from './recognized';
import { KnownProgram } from '../knowledge/programs/program';
import { PodContainer } from '../kubernetes/pod';

export type { GateAdvice, GateSetting } from './gates/advice';

/**
 * The startup probe that a container should have.
 *
 * Only a probe that is known to pass: the one it has already, the one of its program, or another of its own probes. A port that is only declared, or only called
 * by the app, may be bound to loopback, where the kubelet cannot reach it.
 */
export function gateOf(recognition: RecognizedPod, container: PodContainer): GateAdvice {
  const program = recognition.program(container);
  const awaited = awaitedOrdinary(recognition, container);
  if (awaited) {
    return { known: false, why: `its script waits for '${awaited.name}' before it starts its program` };
  }
  return ownGate(recognition, container, ['startupProbe'])
    ?? (endsByItself(recognition, container) ? { known: false, why: 'it runs once and exits' } : undefined)
    ?? (program ? programGate(recognition, container, program) : undefined)
    ?? ownGate(recognition, container, ['readinessProbe', 'livenessProbe'])
    ?? fileGate(recognition, container)
    ?? { known: false, why: whyNone(recognition, container, program) };
}

function whyNone(recognition: RecognizedPod, container: PodContainer, program: KnownProgram | undefined): string {
  if (!program) {
    return (container.spec.readinessProbe ?? container.spec.livenessProbe) !== undefined && mayWatchProcesses(recognition, container)
      ? 'its program is unknown, and the pod shares its processes, so its other probes may pass only once another container runs'
      : 'its program is unknown, and none of its other probes can serve as one';
  }
  const gate = startupOf(recognition, container, program);
  if (gate === undefined) {
    return program.startup ? `no startup probe is known to pass for ${program.name} as it is configured` : `no startup probe is known for ${program.name}`;
  }
  if (typeof gate === 'string') {
    return gate;
  }
  const shown = otherPort(recognition, container, gate);
  if (shown !== undefined) {
    return `the manifest shows port ${shown}, but not that ${program.name} is told to listen there`;
  }
  if (isIntercepted(recognition, gate)) {
    return 'an init container redirects what the kubelet asks to a proxy, which may not pass it on';
  }
  return isAnswered(recognition, container, gate.handler)
    ? 'another container uses the port of its health server'
    : 'a script starts it, so the flags that its startup probe needs cannot be added';
}
