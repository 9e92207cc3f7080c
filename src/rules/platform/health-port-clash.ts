import { listOf } from '../../data/json';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { healthPortOf } from '../../recognition/gates/health-port';
import { storeClashes } from '../../recognition/store-clashes';
import { Severity } from '../engine/finding';
import { atContainer, atItem } from '../engine/place';
import { ownContainers, RuleContext, RuleOffense } from '../engine/rule';

/** NS604 where a program shows it: a known sidecar has its health server on a port of another container. */
export function healthPortClashes(context: RuleContext): RuleOffense[] {
  const running = ownContainers(context).filter(({ role }) => role !== ContainerRole.INIT);
  const declaring = running.filter(({ spec }) => Array.isArray(spec.ports) && spec.ports.length > 0);
  return declaring.length === 0 || running.length < 2 ? [] : running.flatMap(container => {
    const others = declaring.filter(other => other !== container);
    const port = others.length > 0 ? healthPortOf(context.recognition, container) : undefined;
    return port === undefined ? [] : others.filter(other => declares(other, port)).map(other => offense(context, container, other, port));
  });
}

/** NS604 where two programs show it: a helper opens the port of a database beside it. */
export function storePortClashes({ pod, recognition }: RuleContext): RuleOffense[] {
  return storeClashes(recognition).map(({ helper, store, port }) => ({
    container: helper.name,
    at: atContainer(pod, helper),
    message: `'${helper.name}' (${recognition.program(helper)!.name}) opens port ${port}, on which '${store.name}' listens too, but only one container of a pod can listen on it`,
    fix: `give '${helper.name}' another port, or remove it if '${store.name}' is the database that the app uses`,
  }));
}

function offense({ pod, recognition }: RuleContext, container: PodContainer, other: PodContainer, port: number): RuleOffense {
  return {
    container: container.name,
    at: atItem(pod, other, 'ports', one => one.containerPort === port, 'containerPort'),
    message: `'${container.name}' (${recognition.program(container)!.name}) has its health server on port ${port}, which '${other.name}' declares too, but only one container of a pod can listen on it`,
    fix: `give the health server of '${container.name}' another port`,
    ...(isSurelyThere(other, port) ? {} : { severity: Severity.WARNING }),
  };
}

/** A declared port may be one that only the sidecar serves; the only one, or one that a probe asks, is the container's own. */
function isSurelyThere({ spec }: PodContainer, port: number): boolean {
  const ports = listOf(spec.ports);
  const name: unknown = ports.find(one => one.containerPort === port)?.name;
  const isAsked = [spec.startupProbe, spec.readinessProbe, spec.livenessProbe]
    .some(probe => [port, name ?? port].includes((probe?.httpGet ?? probe?.tcpSocket ?? probe?.grpc)?.port));
  return ports.length === 1 || isAsked;
}

function declares({ spec }: PodContainer, port: number): boolean {
  return listOf(spec.ports).some(one => one.containerPort === port && (one.protocol ?? 'TCP') === 'TCP');
}
