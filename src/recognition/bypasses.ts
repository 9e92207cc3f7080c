import { portsOf } from './program-runs';
import type { RecognizedPod } from './recognized';
import { JsonObject, listOf } from '../data/json';
import { ContainerRole, PodModel, PodContainer } from '../kubernetes/pod';

/** A port of a Service that leads past a proxy, to the app behind it. */
export interface Bypass {
  /** The name of the Service. */
  readonly service: string;
  /** The port of the Service. */
  readonly port: number;
  readonly appPort: number;
  readonly proxy: PodContainer;
  /** The port of the proxy, if it declares exactly one. */
  readonly proxyPort: number | undefined;
  /** The proxy decides who may call the app. */
  readonly isGuard: boolean;
  /** Another port of a Service leads to the proxy, so this one may be for callers inside the cluster. */
  readonly hasOtherWay: boolean;
}

/** Names of ports that are for metrics: to scrape the app past a proxy that checks nothing is usual. */
const METRICS = /metric|prom|monitor/i;

/** The ports of Services that lead past a proxy of the pod. */
export function bypasses(recognition: RecognizedPod): Bypass[] {
  const { pod, surroundings } = recognition;
  const proxies = proxiesOf(recognition);
  if (proxies.length === 0) {
    return [];
  }
  const targets = surroundings.services(pod)
    .flatMap(service => listOf(service.spec?.ports).map(port => ({ service, port, target: targetOf(pod, port) })));
  return proxies.flatMap(({ proxy, isGuard, upstreams }) => targets
    // The proxy may have the same port as the app, on another address.
    .filter(({ port, target }) => target !== undefined && upstreams().includes(target) && !portsOf(proxy).includes(target)
      && (isGuard || !METRICS.test(String(port.name))))
    .map(({ service, port, target }) => ({
      service: String(service.metadata?.name),
      port: port.port,
      appPort: target!,
      proxy,
      proxyPort: onlyPort(proxy),
      isGuard,
      hasOtherWay: targets.some(other => other.target !== undefined && portsOf(proxy).includes(other.target)),
    })));
}

function proxiesOf(recognition: RecognizedPod) {
  return recognition.pod.containers.filter(({ role }) => role !== ContainerRole.INIT).flatMap(proxy => {
    const { upstreams, guards } = recognition.program(proxy) ?? {};
    return upstreams ? [{ proxy, isGuard: guards === true, upstreams: () => upstreams(recognition.run(proxy)) }] : [];
  });
}

/** The number of the container port that a port of a Service targets; undefined where no container declares the name, or for another protocol than TCP. */
function targetOf(pod: PodModel, { targetPort, port, protocol }: JsonObject): number | undefined {
  const target: unknown = targetPort ?? port;
  if (protocol !== undefined && protocol !== 'TCP') {
    return undefined;
  }
  if (typeof target === 'number') {
    return target;
  }
  return pod.containers.flatMap(({ spec }) => listOf(spec.ports)).find(one => one.name === target)?.containerPort;
}

function onlyPort(proxy: PodContainer): number | undefined {
  const ports = portsOf(proxy);
  return ports.length === 1 ? ports[0] : undefined;
}
