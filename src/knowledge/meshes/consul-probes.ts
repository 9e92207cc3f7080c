import { changeProbes, ProbeRewriting } from './probe-rewriting';
import { goBool } from './values';
import { isObject } from '../../data/json';

/** Where the ports begin at which the proxy answers an HTTP probe for one of the app's containers; the second container has the next port. */
const FIRST_PORTS = { livenessProbe: 20300, readinessProbe: 20400, startupProbe: 20500 } as const;

/** How many of these ports count as taken: more containers than a pod has. */
const PORTS_EACH = 10;

/** The ports at which the proxy answers probes. */
export const CONSUL_PROBE_PORTS: readonly number[] = Object.values(FIRST_PORTS)
  .flatMap(first => Array.from({ length: PORTS_EACH }, (_, index) => first + index));

/** How Consul rewrites probes: only HTTP ones, only those of the app's containers, and only their port. */
export const CONSUL_PROBES: ProbeRewriting = {
  annotation: { key: 'consul.hashicorp.com/transparent-proxy-overwrite-probes', read: goBool, off: 'false' },
  concerns: probe => isObject(probe) && isObject(probe.httpGet),
  closesGates: false,
  rewrite: (container, { isMain, index }) => isMain
    ? changeProbes(container, (probe, name) => isObject(probe.httpGet)
      ? { ...probe, httpGet: { ...probe.httpGet, port: FIRST_PORTS[name] + index } }
      : probe)
    : container,
  // The path stays as it was.
  isPath: () => false,
  isRewritten: probe => isObject(probe) && isObject(probe.httpGet) && CONSUL_PROBE_PORTS.includes(probe.httpGet.port),
};
