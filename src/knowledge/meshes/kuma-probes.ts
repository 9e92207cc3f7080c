import { asksOverNetwork, changeProbes, ProbedPod, ProbeRewriting } from './probe-rewriting';
import { isObject, JsonObject, listOf } from '../../data/json';

/** The default port on which kuma-dp answers the probes of the other containers. */
export const KUMA_PROBE_PORT = 9001;

/** The annotation that chooses another port. With 0, Kuma falls back to virtual probes, which are the older way. */
export const KUMA_PROBE_PORT_KEY = 'kuma.io/application-probe-proxy-port';

/** Virtual probes are HTTP probes only. Their default port, and the annotation that chooses another one. */
export const KUMA_VIRTUAL_PROBES = { port: 9000, key: 'kuma.io/virtual-probes-port' };

/** A gateway keeps its probes; nothing else does. */
const GATEWAY = 'kuma.io/gateway';

const PATH = /^\/((tcp|grpc)\/\d+$|\d+\/)/;

/** How Kuma rewrites the probes of the app and of native sidecars behind its own: HTTP, TCP and gRPC go through kuma-dp; commands stay as they are. */
export const KUMA_PROBES: ProbeRewriting = {
  annotation: { key: GATEWAY, read: value => value !== 'enabled', off: 'enabled' },
  since: { version: '2.9' },
  concerns: asksOverNetwork,
  // An ordinary kuma-sidecar leaves native sidecars alone.
  closesGates: false,
  rewrite: (container, { isMain }, { isNative, annotations }) => isMain || (isNative && container.restartPolicy === 'Always')
    ? changeProbes(container, probe => isVirtual(annotations) && !isObject(probe.httpGet) ? probe : rewrite(probe, container, portOf(annotations)))
    : container,
  isPath: path => PATH.test(path),
  isRewritten: (probe, annotations) => isObject(probe) && isObject(probe.httpGet)
    && probe.httpGet.port === portOf(annotations) && PATH.test(String(probe.httpGet.path)),
};

function isVirtual(annotations: ProbedPod['annotations']): boolean {
  return /^0+$/.test(String(annotations[KUMA_PROBE_PORT_KEY]));
}

function portOf(annotations: ProbedPod['annotations']): number {
  const { key, port } = isVirtual(annotations) ? KUMA_VIRTUAL_PROBES : { key: KUMA_PROBE_PORT_KEY, port: KUMA_PROBE_PORT };
  const value = annotations[key];
  return /^\d+$/.test(String(value)) ? Number(value) : port;
}

/** What the kubelet can no longer say itself travels in headers, which no probe is judged by. */
function rewrite(probe: JsonObject, container: JsonObject, port: number): JsonObject {
  const { httpGet, tcpSocket, grpc, ...timing } = probe;
  const asked = numberOf((httpGet ?? tcpSocket ?? grpc).port, container);
  const own = String(httpGet?.path ?? '');
  const path = isObject(httpGet) ? `/${asked}${own.startsWith('/') ? own : `/${own}`}` : `/${isObject(tcpSocket) ? 'tcp' : 'grpc'}/${asked}`;
  return { ...timing, httpGet: { path, port } };
}

function numberOf(port: unknown, { ports }: JsonObject): unknown {
  return listOf(ports).find(({ name }) => typeof port === 'string' && name === port)?.containerPort ?? port;
}
