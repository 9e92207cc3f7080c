import { GATE_TIMING, GateAdvice } from './gates/advice';
import { ownerOf } from './gates/answers';
import { otherPort } from './gates/other-port';
import { ownGate, patienceOf } from './gates/own-probes';
import { reachOf } from './gates/reach';
import { placeForFlags } from './gates/script-call';
import { settingsFor } from './gates/settings';
import { interceptions } from './helpers-by-interception';
import { viewOf } from './pod-view';
import type { RecognizedPod } from './recognized';
import { JsonObject } from '../data/json';
import { KnownProgram, ProgramGate } from '../knowledge/programs/program';
import { PodContainer } from '../kubernetes/pod';
import { thresholdFor } from '../kubernetes/probes';

export type { GateAdvice, GateSetting } from './gates/advice';

/**
 * The startup probe that a container should have.
 *
 * Only a probe that is known to pass: the one it has already, the one of its program, or another of its own probes. A port that is only declared, or only called
 * by the app, may be bound to loopback, where the kubelet cannot reach it.
 */
export function gateOf(recognition: RecognizedPod, container: PodContainer): GateAdvice {
  const program = recognition.program(container);
  return ownGate(recognition, container, ['startupProbe'])
    ?? (program ? programGate(recognition, container, program) : undefined)
    ?? ownGate(recognition, container, ['readinessProbe', 'livenessProbe'])
    ?? { known: false, why: whyNone(recognition, container, program) };
}

function programGate(recognition: RecognizedPod, container: PodContainer, program: KnownProgram): GateAdvice | undefined {
  const run = recognition.run(container);
  const gate = run.runs(program.binary) ? program.startup?.(run) : undefined;
  if (typeof gate !== 'object') {
    return undefined;
  }
  const probe = probeOf(gate, container);
  const settings = settingsFor(run, gate.needs ?? [], () => placeForFlags(recognition, container, program));
  return settings && !isAnswered(recognition, container, probe) && !isIntercepted(recognition, gate) && otherPort(recognition, container, gate) === undefined ? { known: true, probe, settings, why: `its image is ${program.name}` } : undefined;
}

/** Whether another container has the port, so that it may answer instead. */
function isAnswered(recognition: RecognizedPod, container: PodContainer, probe: JsonObject): boolean {
  const reach = reachOf(recognition, container, probe);
  return reach !== undefined && ownerOf(recognition, container, reach.port) !== undefined;
}

/** Whether what a kubelet asks over the network goes through a proxy of which nothing is known. */
function isIntercepted(recognition: RecognizedPod, { handler }: Pick<ProgramGate, 'handler'>): boolean {
  return handler.exec === undefined && interceptions(viewOf(recognition)).some(({ everyPort }) => everyPort);
}

/** It may stay shut as long as the program may need, and never shorter than a probe that the user wrote. */
function probeOf({ handler, timeoutSeconds, patienceSeconds = 0 }: ProgramGate, container: PodContainer): JsonObject {
  const written = (['startupProbe', 'readinessProbe', 'livenessProbe'] as const).map(name => patienceOf(container.spec[name]));
  return {
    ...handler,
    ...GATE_TIMING,
    failureThreshold: Math.max(GATE_TIMING.failureThreshold, thresholdFor(Math.max(patienceSeconds, ...written))),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  };
}

function whyNone(recognition: RecognizedPod, container: PodContainer, program: KnownProgram | undefined): string {
  if (!program) {
    return 'its program is unknown, and none of its other probes can serve as one';
  }
  const run = recognition.run(container);
  const gate = run.runs(program.binary) ? program.startup?.(run) : undefined;
  if (gate === undefined) {
    return `no startup probe is known to pass for ${program.name} as it is configured`;
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
