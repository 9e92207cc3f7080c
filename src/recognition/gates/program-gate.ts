import { GATE_TIMING, KnownGate } from './advice';
import { ownerOf } from './answers';
import { otherPort } from './other-port';
import { patienceOf } from './own-probes';
import { reachOf } from './reach';
import { placeForFlags } from './script-call';
import { settingsFor } from './settings';
import { startupOf } from './version-gate';
import { isObject, JsonObject } from '../../data/json';
import { KnownProgram, ProgramGate } from '../../knowledge/programs/program';
import { PodContainer } from '../../kubernetes/pod';
import { thresholdFor } from '../../kubernetes/probes';
import { interceptions } from '../helpers-by-interception';
import { viewOf } from '../pod-view';
import type { RecognizedPod } from '../recognized';

/** The startup probe that is known to pass for a program as it runs here, with what it needs; undefined when there is none. */
export function programGate(recognition: RecognizedPod, container: PodContainer, program: KnownProgram): KnownGate | undefined {
  const run = recognition.run(container);
  const gate = startupOf(recognition, container, program);
  if (typeof gate !== 'object') {
    return undefined;
  }
  const probe = withOwnQuery(recognition, container, program, probeOf(gate, container));
  const settings = settingsFor(run, gate.needs ?? [], () => placeForFlags(recognition, container, program));
  return settings && !isAnswered(recognition, container, probe) && !isIntercepted(recognition, gate) && otherPort(recognition, container, gate) === undefined ? { known: true, probe, settings, why: `${recognition.running(container)?.by === 'command' ? 'it runs' : 'its image is'} ${program.name}` } : undefined;
}

/** The readiness probe of the user may ask the same for more, such as the state of plugins, by a query. */
function withOwnQuery(recognition: RecognizedPod, container: PodContainer, program: KnownProgram, probe: JsonObject): JsonObject {
  const known = reachOf(recognition, container, probe);
  const written: unknown = container.spec.readinessProbe;
  const asked = isObject(written) ? reachOf(recognition, container, written) : undefined;
  const isMore = known?.path !== undefined && asked?.port === known.port && asked.path?.startsWith(`${known.path.split('?')[0]}?`);
  // What a program fetches before it is ready may come from the app.
  const { source } = recognition.run(container);
  const fetches = /bundles/.test(asked?.path ?? '') || [...source.words, ...source.files()].some(text => /\b(bundles|discovery|services)\b/.test(text));
  return isMore && !fetches && !program.waitsFor?.(recognition.run(container), asked.path!)
    ? { ...probe, httpGet: { ...probe.httpGet, path: asked.path } }
    : probe;
}

/** Whether another container has the port, so that it may answer instead. */
export function isAnswered(recognition: RecognizedPod, container: PodContainer, probe: JsonObject): boolean {
  const reach = reachOf(recognition, container, probe);
  return reach !== undefined && ownerOf(recognition, container, reach.port) !== undefined;
}

/** Whether what a kubelet asks over the network goes through a proxy of which nothing is known. */
export function isIntercepted(recognition: RecognizedPod, { handler }: Pick<ProgramGate, 'handler'>): boolean {
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
