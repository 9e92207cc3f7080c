import { asksForeignFile } from './foreign-files';
import { reachOf } from './reach';
import { JsonObject, listOf } from '../../data/json';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { LOOPBACK_HOST } from '../../knowledge/programs/address';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { ownersOf, portsOf } from '../program-runs';
import type { RecognizedPod } from '../recognized';
import { mayWait, runText } from '../script-text';

const LOCAL_CALL = new RegExp(LOOPBACK_HOST);
/** A port of the pod, whatever its address is called: a variable often holds the pod's own. */
const PORT_IN_TEXT = new RegExp(`(?:${LOOPBACK_HOST}|0\\.0\\.0\\.0|\\$\\{?\\w+\\}?|\\$\\([^()]{0,99}\\))[: ](\\d{2,5})|(?:^|\\s)(?:-p|-P|--port)[= ]?(\\d{2,5})`, 'g');

/** Whether a mesh's proxy answers there on behalf of another container. */
function isBehindProxy(path: string): boolean {
  return MESHES.some(({ probes }) => probes?.isPath(path));
}

/** Whether the answer to a probe may depend on another container of the pod, or on anything outside. */
export function needsAnother(recognition: RecognizedPod, container: PodContainer, probe: JsonObject): boolean {
  const program = recognition.program(container);
  const direction = recognition.helper(container.name)?.direction ?? program?.direction;
  if (direction === 'observer' || direction === 'reloader' || direction === 'csi' || direction === 'mesh') {
    return true;
  }
  if (program === undefined && looksAtOthers(recognition, container)) {
    return true;
  }
  if (callsOrdinary(recognition, container) || awaitedOrdinary(recognition, container) !== undefined) {
    return true;
  }
  if (Array.isArray(probe.exec?.command)) {
    const { command } = probe.exec;
    return commandNeedsAnother(recognition, container, command.join(' ')) || asksForeignFile(recognition, container, command);
  }
  const reach = reachOf(recognition, container, probe);
  if (!reach || (reach.path !== undefined && isBehindProxy(reach.path)) || isAnsweredElsewhere(recognition, container, reach.port)) {
    return true;
  }
  if (reach.path !== undefined && program?.waitsFor?.(recognition.run(container), reach.path)) {
    return true;
  }
  // A proxy before the app forwards requests that it does not answer itself; one that also carries what the app sends may be before it, too.
  const mayForward = direction === 'inbound' || ((program?.direction === 'inbound' || program?.servesBothWays === true) && mountsFiles(container));
  return mayForward && probe.httpGet !== undefined && !answersItself(recognition, container, reach.path);
}

/** Whether a container may look at the processes of the others, or is told the name of one: it may be ready only once that one runs. */
function looksAtOthers(recognition: RecognizedPod, container: PodContainer): boolean {
  const { pod } = recognition;
  const names = new Set(pod.mains.filter(main => main !== container).map(({ name }) => name));
  return mayWatchProcesses(recognition, container) || listOf(container.spec.env).some(({ name, value }) => /container/i.test(String(name)) && names.has(String(value)));
}

/** Whether a container may be there for the processes of the others, which the pod shares. The pod shares those of all: one that the others call is there to answer them. */
export function mayWatchProcesses({ pod, loopback }: RecognizedPod, container: PodContainer): boolean {
  return pod.spec.shareProcessNamespace === true && !loopback.calls.some(({ to, byElimination }) => to === container && !byElimination);
}

/** The container that is and stays an ordinary one for which the script of another one first waits, and so cannot be up before it; undefined when there is none. */
export function awaitedOrdinary(recognition: RecognizedPod, container: PodContainer): PodContainer | undefined {
  const { name } = container;
  if (!mayWait(recognition, container)) {
    return undefined;
  }
  const waits = recognition.leftovers('wait-loop').filter(leftover => leftover.container === name).map(({ target }) => target);
  const targets = [...waits, ...loopedCallsOf(recognition, name)];
  const isOrdinary = (main: PodContainer) => main.name !== name && targets.includes(main.name) && recognition.helper(main.name) === undefined;
  return targets.length === 0 ? undefined : recognition.pod.mains.find(isOrdinary);
}

/** The containers that the script of another one calls in the condition of a loop, before it starts its program. */
function loopedCallsOf(recognition: RecognizedPod, name: string): string[] {
  const called = recognition.loopback.calls.filter(({ from, isInScript }) => isInScript === true && from.name === name);
  const text = called.length === 0 ? '' : runText(recognition, called[0].from);
  return called.filter(({ text: address }) => new RegExp(`\\b(?:until|while !)[^;\\n]{0,200}:${address.split(':').at(-1)}\\b`).test(text)).map(({ to }) => to.name);
}

/** Whether a container calls one that is and stays an ordinary one: it may be ready only once that one answers. */
function callsOrdinary(recognition: RecognizedPod, container: PodContainer): boolean {
  return recognition.loopback.calls.some(({ from, to, byElimination }) => from === container && !byElimination && to.role === ContainerRole.MAIN
    && recognition.helper(to.name) === undefined);
}

/** Another container that declares a port which this one does not. */
export function ownerOf(recognition: RecognizedPod, container: PodContainer, port: number): PodContainer | undefined {
  const owners = ownersOf(recognition, port);
  return owners.includes(container) ? undefined : owners[0];
}

/** Whether a port belongs to another container, which declares it or is told to listen there. */
function isAnsweredElsewhere(recognition: RecognizedPod, container: PodContainer, port: number): boolean {
  return (ownerOf(recognition, container, port) ?? recognition.loopback.ownerOf(port) ?? container) !== container;
}

/** The ports of the pod that a command names. */
export function portsInCommand(text: string): number[] {
  return [...text.matchAll(PORT_IN_TEXT)].map(([, called, flagged]) => Number(called ?? flagged));
}

/** A command that calls a port of the pod may be calling any container in it. */
function commandNeedsAnother(recognition: RecognizedPod, container: PodContainer, text: string): boolean {
  const ports = portsInCommand(text);
  return ports.length === 0
    ? LOCAL_CALL.test(text) && recognition.program(container) === undefined && !namesOwnPort(container, text)
    : ports.some(port => isAnsweredElsewhere(recognition, container, port));
}

/** Whether a port that a container declares stands in a text, in whatever language: `create_connection(('127.0.0.1', 50051))`. */
function namesOwnPort(container: PodContainer, text: string): boolean {
  const numbers = new Set(text.match(/\d+/g)?.map(Number));
  return portsOf(container).some(port => numbers.has(port));
}

/** Whether a container mounts anything: a proxy without a configuration of its own only serves what its image has. */
function mountsFiles({ spec }: PodContainer): boolean {
  return listOf(spec.volumeMounts).length > 0;
}

function answersItself(recognition: RecognizedPod, container: PodContainer, path: string | undefined): boolean {
  const gate = recognition.program(container)?.startup?.(recognition.run(container));
  const known = typeof gate === 'object' ? (gate.handler.httpGet as JsonObject | undefined)?.path : undefined;
  return known !== undefined && known === path;
}
