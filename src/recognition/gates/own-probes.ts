import { GATE_TIMING, GateAdvice } from './advice';
import { needsAnother } from './answers';
import { alwaysFails } from './failing-command';
import { asksForeignHost } from './foreign-hosts';
import { reachOf } from './reach';
import { asksBesideTie } from './tied-ports';
import { isObject, JsonObject } from '../../data/json';
import { isLoopback } from '../../knowledge/programs/address';
import { PodContainer } from '../../kubernetes/pod';
import { thresholdFor } from '../../kubernetes/probes';
import { lacksTools, toolOf } from '../image-tools';
import type { RecognizedPod } from '../recognized';

type ProbeName = 'startupProbe' | 'readinessProbe' | 'livenessProbe';

const HANDLERS = ['httpGet', 'tcpSocket', 'grpc', 'exec'] as const;

/** Kubernetes' defaults for the period and the failure threshold of a probe. */
const DEFAULT_PERIOD = 10;
const DEFAULT_THRESHOLD = 3;

/** The first of a container's own probes that can serve as its gate. */
export function ownGate(recognition: RecognizedPod, container: PodContainer, names: readonly ProbeName[]): GateAdvice | undefined {
  for (const name of names) {
    const probe: unknown = container.spec[name];
    if (isObject(probe) && opens(recognition, container, probe) && !(name === 'livenessProbe' && asksBesideTie(recognition, container, probe))) {
      return name === 'startupProbe'
        ? { known: true, probe, settings: [], why: 'it has one' }
        : { known: true, probe: asGate(probe), settings: [], why: `its ${name} checks the same` };
    }
  }
  return undefined;
}

/** Whether a probe can pass, and without help: the kubelet reaches it, the image has the tools for it, and no other container has to answer. */
function opens(recognition: RecognizedPod, container: PodContainer, probe: JsonObject): boolean {
  const exec: unknown = probe.exec?.command;
  if (Array.isArray(exec)) {
    return !alwaysFails(exec) && !asksForeignHost(exec) && !(toolOf(exec) && lacksTools(recognition, container))
      && !needsAnother(recognition, container, probe);
  }
  return foreignHostOf(probe) === undefined && reachOf(recognition, container, probe)?.reachable === true
    && !needsAnother(recognition, container, probe);
}

/** The host that a network probe asks instead of the container; only loopback may be the pod's own. */
export function foreignHostOf(probe: JsonObject): string | undefined {
  const host: unknown = HANDLERS.map(kind => probe[kind]?.host).find(one => one !== undefined);
  return typeof host === 'string' && host !== '' && !isLoopback(host) ? host : undefined;
}

/** The same check every second, for at least as long as the probe allows before it fails. */
function asGate(probe: JsonObject): JsonObject {
  const kind = HANDLERS.find(handler => isObject(probe[handler]))!;
  return {
    [kind]: probe[kind],
    ...GATE_TIMING,
    failureThreshold: Math.max(GATE_TIMING.failureThreshold, thresholdFor(patienceOf(probe))),
    ...(probe.timeoutSeconds === undefined ? {} : { timeoutSeconds: probe.timeoutSeconds }),
  };
}

/** How many seconds a probe allows before it has failed; 0 when there is none, or when a template fills in its numbers. */
export function patienceOf(probe: unknown): number {
  if (!isObject(probe)) {
    return 0;
  }
  const patience = (probe.initialDelaySeconds ?? 0) + (probe.periodSeconds ?? DEFAULT_PERIOD) * (probe.failureThreshold ?? DEFAULT_THRESHOLD);
  return Number.isFinite(patience) ? patience : 0;
}
