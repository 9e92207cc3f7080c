import { isObject, JsonObject } from '../../data/json';

/** The port of the agent inside of istio-proxy that answers the probes of all other containers. */
export const ISTIO_AGENT_PORT = 15020;

/** The annotation with which a pod keeps its probes: `"false"`. */
export const ISTIO_REWRITE_ANNOTATION = 'sidecar.istio.io/rewriteAppHTTPProbers';

/** The name of each probe in the agent's paths. */
const PATHS = { startupProbe: 'startupz', readinessProbe: 'readyz', livenessProbe: 'livez' } as const;

/** A container, main or native sidecar, with its HTTP, TCP and gRPC probes sent through Istio's agent; commands stay as they are. */
export function rewriteProbes(container: JsonObject): JsonObject {
  const rewritten = Object.entries(PATHS)
    .filter(([probe]) => asksOverNetwork(container[probe]))
    .map(([probe, path]) => [probe, rewrite(container[probe], `/app-health/${container.name}/${path}`)]);
  return { ...container, ...Object.fromEntries(rewritten) };
}

/** Whether Istio would rewrite a probe. */
export function asksOverNetwork(probe: unknown): boolean {
  return isObject(probe) && [probe.httpGet, probe.tcpSocket, probe.grpc].some(isObject);
}

/** The agent asks the app over TCP, gRPC or HTTPS; the kubelet asks the agent over plain HTTP. */
function rewrite(probe: JsonObject, path: string): JsonObject {
  const { httpGet, tcpSocket, grpc, ...timing } = probe;
  return { ...timing, httpGet: { ...httpGet, path, port: ISTIO_AGENT_PORT, ...(httpGet?.scheme === 'HTTPS' ? { scheme: 'HTTP' } : {}) } };
}
