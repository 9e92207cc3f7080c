import { InjectedPlace, Injection } from './injection';
import { MeshFacts } from './mesh-facts';
import { isRedirected, probedPort } from './pod-needs';
import { rewritesProbes } from './probe-rewriting';
import { follow, isObject, JsonObject, listOf } from '../../data/json';

/** A gate of a native sidecar, and the port that it asks. */
export interface AskedGate {
  readonly container: string;
  readonly port: number;
}

/** The gates that a CNI plugin leads to a proxy which starts only after them, in a pod as its user wrote it. */
export function closedByRedirect(facts: MeshFacts, template: JsonObject, { injected }: Injection): AskedGate[] {
  const proxy = injected.find(({ container }) => container.name === facts.proxy.container);
  return proxy && proxy.place !== InjectedPlace.FIRST ? redirectedGates(facts, template, () => true) : [];
}

/** The gates of native sidecars whose port is led to the proxy. Those that the injector rewrites go elsewhere. */
export function redirectedGates(facts: MeshFacts, template: JsonObject, isMeant: (sidecar: JsonObject) => boolean): AskedGate[] {
  const written = follow(template, ['metadata', 'annotations']);
  const annotations = isObject(written) ? written : {};
  const { inbound, probes } = facts;
  const isElsewhere = (probe: unknown) => probes !== undefined && probes.closesGates && probes.concerns(probe) && rewritesProbes(probes, annotations);
  return listOf(follow(template, ['spec', 'initContainers']))
    .filter(container => container.restartPolicy === 'Always' && isMeant(container) && !isElsewhere(container.startupProbe))
    .flatMap(container => {
      const port = probedPort(container.startupProbe, container);
      return port !== undefined && inbound && isRedirected(inbound, annotations, port) ? [{ container: String(container.name), port }] : [];
    });
}
