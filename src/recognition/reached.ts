import { FOR_METRICS, FOR_OPERATION } from './port-names';
import type { RecognizedPod } from './recognized';
import { JsonObject, listOf } from '../data/json';
import { isBareSystem } from '../knowledge/bare-systems';
import { repositoryOf } from '../knowledge/known-programs';
import { isLoopback } from '../knowledge/programs/address';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** The containers that clients outside of the pod reach, apart from those who only read metrics. */
export function reachedFromOutside(recognition: RecognizedPod, runners: readonly PodContainer[]): ReadonlySet<PodContainer> {
  return new Set([...targetsOfServices(recognition, runners), ...byPortsOfNode(recognition, runners)]);
}

/** The containers to which Services of the same input send traffic. */
export function targetsOfServices(recognition: RecognizedPod, runners: readonly PodContainer[]): PodContainer[] {
  const { pod, surroundings, loopback } = recognition;
  const ports = surroundings.services(pod).flatMap(service => listOf(service.spec?.ports)).filter(port => !FOR_METRICS.test(String(port.name)));
  return ports.flatMap(port => {
    const target: unknown = port.targetPort ?? port.port;
    const named = runners.find(container => listOf(container.spec.ports).some(one => one.name === target));
    const shown = named ?? loopback.ownerOf(Number(target)) ?? calledAt(recognition, target);
    const owner = shown ?? (Number.isInteger(target) ? onlyUndeclared(recognition, runners) : undefined);
    return owner ? [owner] : [];
  });
}

/** The container that another one calls at a port of which nothing else shows the owner, because no other container can be meant. */
function calledAt({ loopback }: RecognizedPod, port: unknown): PodContainer | undefined {
  return loopback.calls.find(({ byElimination, text }) => byElimination && text.endsWith(`:${String(port)}`))?.to;
}

/** The ports of a container to which Services of the same input send, apart from those for metrics. */
export function portsOfServices({ pod, surroundings, loopback }: RecognizedPod, container: PodContainer): number[] {
  const ports = surroundings.services(pod).flatMap(service => listOf(service.spec?.ports)).filter(port => !FOR_METRICS.test(String(port.name)));
  return ports.flatMap(port => {
    const target: unknown = port.targetPort ?? port.port;
    const declared = listOf(container.spec.ports).find(one => one.name === target || one.containerPort === target);
    return declared ? [Number(declared.containerPort)] : loopback.ownerOf(Number(target)) === container ? [Number(target)] : [];
  });
}

/**
 * Those with a port of the node. In the network of the node, every port that a container declares is one, whether the API server has already written it or not, unless
 * the container listens on loopback. A program that is there to be called by the app often has one, too, so it shows nothing there; nor does the declared port of one
 * that looks after the app.
 */
function byPortsOfNode(recognition: RecognizedPod, runners: readonly PodContainer[]): PodContainer[] {
  const isOnNode = recognition.pod.spec.hostNetwork === true;
  const isForApp = (main: PodContainer) => {
    const direction = recognition.program(main)?.direction;
    return isOnNode ? direction !== undefined && direction !== 'inbound' : direction === 'outbound';
  };
  const isOpen = (port: JsonObject) => isOnNode ? isOpenTo(port, FOR_OPERATION) : port.hostPort !== undefined && isOpenTo(port, FOR_METRICS);
  return runners.filter(runner => runner.role === ContainerRole.MAIN && listOf(runner.spec.ports).some(isOpen) && !isForApp(runner)
    && !(isOnNode && recognition.loopback.servedLocally(runner) !== undefined));
}

/** Whether a port of the node leads others to a container: its name tells no other purpose, and it is not on loopback. */
function isOpenTo({ name, hostIP }: JsonObject, forOthers: RegExp): boolean {
  return !forOthers.test(String(name)) && !(typeof hostIP === 'string' && isLoopback(hostIP));
}

/** The only ordinary container of which no port is known, where all others declare theirs: what a Service sends to another port reaches it. */
function onlyUndeclared(recognition: RecognizedPod, runners: readonly PodContainer[]): PodContainer | undefined {
  const [found, ...more] = runners.filter(({ role, spec }) => role === ContainerRole.MAIN && listOf(spec.ports).length === 0);
  const isOther = found && more.length === 0 && runners.length > 1;
  const isUnknown = isOther && recognition.program(found) === undefined && !recognition.loopback.hasPorts(found);
  return isUnknown && !isLoopOfTools(recognition, found) ? found : undefined;
}

/** Tools that serve a port. */
const LISTENING_TOOL = /\b(nc|ncat|netcat|socat|httpd|http\.server|SimpleHTTPServer|listen)\b/;

/** Whether a container only runs tools of a bare system again and again, none of which listens. */
function isLoopOfTools(recognition: RecognizedPod, container: PodContainer): boolean {
  const { image } = container.spec;
  return typeof image === 'string' && isBareSystem(repositoryOf(image)) && recognition.isEndless(container)
    && !LISTENING_TOOL.test(recognition.runCommand(container)?.words.join(' ') ?? '');
}
