import { ProbeRewriting } from './probe-rewriting';
import { goBool } from './values';
import { isObject, JsonObject } from '../../data/json';

/** The port of the agent inside of istio-proxy that answers the probes of all other containers. */
export const ISTIO_AGENT_PORT = 15020;

/** How the agent's paths begin. */
const PREFIX = '/app-health/';

/** The name of each probe in the agent's paths. */
const PATHS = { startupProbe: 'startupz', readinessProbe: 'readyz', livenessProbe: 'livez' } as const;

/** How Istio rewrites probes of main containers and native sidecars: HTTP, TCP and gRPC go through its agent; commands stay as they are. */
export const ISTIO_PROBES: ProbeRewriting = {
  annotation: { key: 'sidecar.istio.io/rewriteAppHTTPProbers', read: goBool },
  concerns: asksOverNetwork,
  rewrite: container => {
    const rewritten = Object.entries(PATHS)
      .filter(([probe]) => asksOverNetwork(container[probe]))
      .map(([probe, path]) => [probe, rewrite(container[probe], `${PREFIX}${container.name}/${path}`)]);
    return { ...container, ...Object.fromEntries(rewritten) };
  },
  isPath: path => path.startsWith(PREFIX),
  isRewritten: probe => isObject(probe) && isObject(probe.httpGet)
    && probe.httpGet.port === ISTIO_AGENT_PORT && String(probe.httpGet.path).startsWith(PREFIX),
};

function asksOverNetwork(probe: unknown): boolean {
  return isObject(probe) && [probe.httpGet, probe.tcpSocket, probe.grpc].some(isObject);
}

/** The agent asks the app over TCP, gRPC or HTTPS; the kubelet asks the agent over plain HTTP. */
function rewrite(probe: JsonObject, path: string): JsonObject {
  const { httpGet, tcpSocket, grpc, ...timing } = probe;
  return { ...timing, httpGet: { ...httpGet, path, port: ISTIO_AGENT_PORT, ...(httpGet?.scheme === 'HTTPS' ? { scheme: 'HTTP' } : {}) } };
}
