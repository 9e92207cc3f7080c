import { GATE_TIMING, GateAdvice } from './advice';
import { needsAnother } from './answers';
import { reachOf } from './reach';
import { isObject, JsonObject } from '../../data/json';
import { PodContainer } from '../../kubernetes/pod';
import { lacksTools, toolOf } from '../image-tools';
import type { Recognition } from '../recognition';

type ProbeName = 'startupProbe' | 'readinessProbe' | 'livenessProbe';

const HANDLERS = ['httpGet', 'tcpSocket', 'grpc', 'exec'] as const;

/** How often a kubelet asks, and how often in vain, unless a probe says otherwise. */
const DEFAULT_PERIOD = 10;
const DEFAULT_THRESHOLD = 3;

/** The first of a container's own probes that can serve as its gate. */
export function ownGate(recognition: Recognition, container: PodContainer, names: readonly ProbeName[]): GateAdvice | undefined {
  for (const name of names) {
    const probe: unknown = container.spec[name];
    if (isObject(probe) && opens(recognition, container, probe)) {
      return name === 'startupProbe'
        ? { known: true, probe, settings: [], why: 'it has one' }
        : { known: true, probe: asGate(probe), settings: [], why: `its ${name} asks the same` };
    }
  }
  return undefined;
}

/** Whether a probe opens by the container's own doing: a kubelet reaches it, the image has what it needs, and nobody else has to answer. */
function opens(recognition: Recognition, container: PodContainer, probe: JsonObject): boolean {
  const exec: unknown = probe.exec?.command;
  if (Array.isArray(exec)) {
    return !(toolOf(exec) && lacksTools(recognition, container)) && !needsAnother(recognition, container, probe);
  }
  return reachOf(recognition, container, probe)?.reachable === true && !needsAnother(recognition, container, probe);
}

/** The same question, asked every second, and for at least as long as the probe was patient. */
function asGate(probe: JsonObject): JsonObject {
  const kind = HANDLERS.find(handler => isObject(probe[handler]))!;
  const patience = (probe.initialDelaySeconds ?? 0) + (probe.periodSeconds ?? DEFAULT_PERIOD) * (probe.failureThreshold ?? DEFAULT_THRESHOLD);
  return {
    [kind]: probe[kind],
    ...GATE_TIMING,
    failureThreshold: Math.max(GATE_TIMING.failureThreshold, Number.isFinite(patience) ? patience : 0),
    ...(probe.timeoutSeconds === undefined ? {} : { timeoutSeconds: probe.timeoutSeconds }),
  };
}
