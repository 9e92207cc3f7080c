import { asksOverNetwork, changeProbes, ProbeRewriting } from './probe-rewriting';
import { goBool } from './values';
import { isObject, JsonObject } from '../../data/json';

/** The port of the agent inside of istio-proxy that answers the probes of all other containers. */
export const ISTIO_AGENT_PORT = 15020;

/** How the agent's paths begin. */
const PREFIX = '/app-health/';
const HOOK_PREFIX = '/app-lifecycle/';

/** The name of each probe and hook in the agent's paths. */
const PATHS = { startupProbe: 'startupz', readinessProbe: 'readyz', livenessProbe: 'livez' } as const;
const HOOK_PATHS = { postStart: 'poststartz', preStop: 'prestopz' } as const;

/** How Istio rewrites probes and hooks of main containers and native sidecars: HTTP, TCP and gRPC go through its agent; commands stay as they are. */
export const ISTIO_PROBES: ProbeRewriting = {
  annotation: { key: 'sidecar.istio.io/rewriteAppHTTPProbers', read: goBool, off: 'false' },
  concerns: asksOverNetwork,
  closesGates: true,
  rewrite: container => withHooks(changeProbes(container, (probe, name) => rewrite(probe, `${PREFIX}${container.name}/${PATHS[name]}`))),
  isPath: path => path.startsWith(PREFIX),
  isRewritten: probe => isObject(probe) && isObject(probe.httpGet)
    && probe.httpGet.port === ISTIO_AGENT_PORT && String(probe.httpGet.path).startsWith(PREFIX),
};

function withHooks(container: JsonObject): JsonObject {
  const { lifecycle } = container;
  const hooks = isObject(lifecycle)
    ? Object.entries(HOOK_PATHS).filter(([hook]) => asksOverNetwork(lifecycle[hook]) && !callsProxy(lifecycle[hook]))
    : [];
  const rewritten = hooks.map(([hook, path]) => [hook, rewrite(lifecycle[hook], `${HOOK_PREFIX}${container.name}/${path}`)]);
  return rewritten.length === 0 ? container : { ...container, lifecycle: { ...lifecycle, ...Object.fromEntries(rewritten) } };
}

/** A call to the proxy itself, such as one that ends it, stays what it is. */
function callsProxy({ httpGet }: JsonObject): boolean {
  return isObject(httpGet) && [15000, ISTIO_AGENT_PORT].includes(Number(httpGet.port));
}

/** The agent asks the app over TCP, gRPC or HTTPS; the kubelet asks the agent over plain HTTP. */
function rewrite(probe: JsonObject, path: string): JsonObject {
  const { httpGet, tcpSocket, grpc, ...timing } = probe;
  return { ...timing, httpGet: { ...httpGet, path, port: ISTIO_AGENT_PORT, ...(httpGet?.scheme === 'HTTPS' ? { scheme: 'HTTP' } : {}) } };
}
