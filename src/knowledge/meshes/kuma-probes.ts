import { asksOverNetwork, changeProbes, ProbeRewriting } from './probe-rewriting';
import { isObject, JsonObject, listOf } from '../../data/json';

/** The default port on which kuma-dp answers the probes of the other containers. */
export const KUMA_PROBE_PORT = 9001;

/** The annotation that chooses another port; 0 leaves all probes alone. */
const PORT = 'kuma.io/application-probe-proxy-port';

const PATH = /^\/((tcp|grpc)\/\d+$|\d+\/)/;

/** How Kuma rewrites the probes of the app and of native sidecars behind its own: HTTP, TCP and gRPC go through kuma-dp; commands stay as they are. */
export const KUMA_PROBES: ProbeRewriting = {
  annotation: { key: PORT, read: value => value.trim() !== '0', off: '0' },
  since: { version: '2.9' },
  concerns: asksOverNetwork,
  // An ordinary kuma-sidecar leaves native sidecars alone.
  closesGates: false,
  rewrite: (container, { isMain }, { isNative, annotations }) => isMain || (isNative && container.restartPolicy === 'Always')
    ? changeProbes(container, probe => rewrite(probe, container, portOf(annotations[PORT])))
    : container,
  isPath: path => PATH.test(path),
  isRewritten: (probe, annotations) => isObject(probe) && isObject(probe.httpGet)
    && probe.httpGet.port === portOf(annotations[PORT]) && PATH.test(String(probe.httpGet.path)),
};

function portOf(value: unknown): number {
  return /^\d+$/.test(String(value)) ? Number(value) : KUMA_PROBE_PORT;
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
