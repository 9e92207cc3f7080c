import { isCaretaker } from './app';
import { keepsDaemon } from './daemon-keepers';
import type { Helper } from './helper';
import type { LoopbackCall } from './loopback-call';
import { readsNode } from './node-agents';
import { awaitsFileOf } from './one-sided-files';
import { PodView, repository, sameImage } from './pod-view';
import { portsOf } from './program-runs';
import { mayWait } from './script-text';
import { mayServeWork } from './served-work';
import { settingsOf } from './settings';
import { mountsLastingVolume } from './shared-files';
import { isDatabasePort } from '../knowledge/databases';
import { defaultPorts } from '../knowledge/payloads';
import { splitImage } from '../knowledge/programs/program-run';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** Containers that another one calls over loopback, or over a socket in a shared folder, and that are there for it. */
export function helpersByCall(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  if (isAroundDriver(view)) {
    return [];
  }
  return view.loopback.calls
    .filter(call => isHelping(view, found, call))
    .map(({ from, to, text }) => {
      const program = view.program(to);
      return { container: to, ...(program ? { program } : {}), direction: 'outbound', why: `'${from.name}' calls ${text}`, neverEnds: view.neverEnds(to) };
    });
}

/** Whether `helpersByCall` finds a container. */
export function isHelperByCall(view: PodView, found: ReadonlyMap<PodContainer, Helper>, container: PodContainer): boolean {
  return !isAroundDriver(view) && view.loopback.calls.some(call => call.to === container && isHelping(view, found, call));
}

function isHelping(view: PodView, found: ReadonlyMap<PodContainer, Helper>, call: LoopbackCall): boolean {
  return !found.has(call.to) && !found.has(call.from) && serves(view, call);
}

/** In the pod of a CSI driver all other containers call the driver. */
export function isAroundDriver(view: PodView): boolean {
  return view.runners.some(container => view.program(container)?.direction === 'csi');
}

/** Whether two containers call each other. */
export function isMutual({ loopback }: PodView, { from, to }: LoopbackCall): boolean {
  return loopback.calls.some(other => other.from === to && other.to === from);
}

/** Whether the called container serves the caller, and not the other way around. */
function serves(view: PodView, call: LoopbackCall): boolean {
  const { from, to } = call;
  const isBackwards = (from.role === ContainerRole.SIDECAR && to.role === ContainerRole.MAIN)
    || (sameImage(from, to) && !call.isAwaited)
    || isOfNode(view, to)
    || awaitsFileOf(view, to, from)
    || awaitsAnswer(view, to, from)
    || isOnlooker(view, call)
    || keepsDaemon(view.recognition, from)
    || isMutual(view, call);
  if (isBackwards) {
    return false;
  }
  if (view.runsToCompletion) {
    return !view.recognition.isEndless(from) && mayServeWork(view, from, to);
  }
  return !call.isOnlooking && !view.isPayload(to) && !arePartsOfRelease(view, call) && looksServed(view, call);
}

/** Whether the script of a container waits until another one answers. */
function awaitsAnswer({ recognition }: PodView, waiter: PodContainer, awaited: PodContainer): boolean {
  return mayWait(recognition, waiter) && recognition.leftovers('wait-loop').some(({ container, target }) => container === waiter.name && target === awaited.name);
}

/** Whether a container on every node works for the node: by what it reads there, or by its privileges in the network of the node. */
function isOfNode(view: PodView, container: PodContainer): boolean {
  const { pod } = view.recognition;
  return pod._found.workload.onEveryNode === true
    && (readsNode(view, container) || (pod.spec.hostNetwork === true && container.spec.securityContext?.privileged === true));
}

/**
 * Whether two containers are parts of one application: beside a third one, their images lie in one folder of a registry and have one tag. Then a call between them does not
 * show which of them the others need.
 */
function arePartsOfRelease(view: PodView, { from, to }: LoopbackCall): boolean {
  const release = releaseOf(from);
  return release !== undefined && releaseOf(to) === release
    && view.runners.filter(({ role, spec }) => role === ContainerRole.MAIN && releaseOf({ spec }) === release).length > 2
    && [from, to].every(part => view.program(part) === undefined && !view.hasHelperName(part));
}

/** A tag that tells a version or a commit, so that images of one owner do not have it by chance. */
const OF_RELEASE = /\d+\.\d+|[\da-f]{7}/;

/** The folder of an image and its tag; undefined where the tag tells no version. */
function releaseOf({ spec: { image } }: Pick<PodContainer, 'spec'>): string | undefined {
  const { repository: name, tag } = splitImage(String(image));
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  return folder === '' || !OF_RELEASE.test(tag) ? undefined : `${folder}:${tag}`;
}

/** Whether the caller observes, configures or fronts what it calls. What Services send to, and to it alone, may well be called like an onlooker of its own cache. */
function isOnlooker(view: PodView, call: LoopbackCall): boolean {
  const { from, to } = call;
  const hasItsOwn = view.isExposed(from) && view.program(to)?.direction === 'outbound';
  return view.isAsker(from) && !hasItsOwn && !view.isThroughOther(call) && !worksWithDatabase(view, call);
}

/** In a Job, a script that ends and calls a database is the work, whatever its image is called: a restore, a backup. */
function worksWithDatabase({ runsToCompletion, recognition }: PodView, { from, text, isInScript }: LoopbackCall): boolean {
  return runsToCompletion && isInScript === true && meansDatabase(text) && !recognition.isEndless(from);
}

/**
 * Whether a setting of the caller names a port that the called one declares, and neither Services nor the name of its image expose that one. One that itself needs a
 * container which keeps data cannot start before it, so a person has to judge.
 */
function isTold(view: PodView, { from, to, byElimination, isNamed, isInFile }: LoopbackCall): boolean {
  const needsStore = view.loopback.calls.some(call => call.from === to && call.to !== from && view.isPayload(call.to));
  // A key of a file may also name a page of the app.
  const isMeant = isNamed === true && (!isInFile || view.hasHelperName(to));
  return isMeant && !byElimination && !needsStore && portsOf(to).length > 0 && !view.targets.has(to) && !view.hasAppName(to);
}

/** Whether an address that is called has the usual port of a database. */
function meansDatabase(address: string): boolean {
  return isDatabasePort(Number(address.slice(address.lastIndexOf(':') + 1)));
}

/** A setting that names a host, and a value that is no address of the pod itself. */
const NAMES_HOST = /(host|hostname|addr|address|server|endpoint)$/i;
const OTHER_HOST = /^(?!localhost|127\.|0\.0\.0\.0)(?:[a-z]+:\/\/[a-z\d]|[a-z\d][\w-]*\.)[\w.-]*(:\d{2,5})?(\/|$)/i;

/** Whether a setting tells a container the host of a server elsewhere. */
export function callsElsewhere({ recognition }: PodView, container: PodContainer): boolean {
  return settingsOf(recognition, container).some(({ name, value, isScript }) => !isScript && NAMES_HOST.test(name) && OTHER_HOST.test(value) && !/:\/\/(localhost|127\.)/.test(value));
}

/** Whether a setting of the caller means a database here, and the called one keeps none, but is told of another host: it carries the calls there. */
function carriesOn(view: PodView, { from, to, text, isInScript, isPassedOn }: LoopbackCall): boolean {
  return !isInScript && !isPassedOn && meansDatabase(text) && !view.targets.has(to) && !view.isAsker(from) && callsElsewhere(view, to);
}

/** Whether one that no Service reaches calls one with ports again and again from a script, as a check or a feed does. */
function looksAfter(view: PodView, { from, to }: LoopbackCall): boolean {
  return !view.targets.has(from) && (portsOf(to).length > 0 || defaultPorts(repository(to)).length > 0) && isCaretaker(view, from, to);
}

/** Whether one without ports calls a cache or database with ports in a StatefulSet, or one that is told to be a part of a cluster: it looks after it. */
function isWhatSetIsFor(view: PodView, { from, to }: LoopbackCall): boolean {
  const isReplica = view.wordsOf(to).some(word => /^--(replicaof|slaveof|cluster-enabled|sentinel)\b/.test(word));
  const isInSet = view.recognition.pod._found.workload.stateful === true && defaultPorts(repository(to)).length > 0
    && view.program(to)?.onlySidecar !== true;
  return !view.faces(from) && portsOf(to).length > 0 && (isReplica || isInSet);
}

/** Whether a proxy opens the port of a database that is not in the pod: it carries calls there, and nobody else's requests to the app. */
function opensDatabase(view: PodView, proxy: PodContainer): boolean {
  return portsOf(proxy).some(isDatabasePort) && !view.targets.has(proxy) && !view.runners.some(runner => view.isStore(runner));
}

/** Whether the called container runs a program that often serves others, is called through a socket, or has a name, ports and volumes that suggest that the caller is the app. */
function looksServed(view: PodView, call: LoopbackCall): boolean {
  const { from, to, byElimination, isSocket } = call;
  const direction = view.program(to)?.direction;
  // What Services send to, and not to its caller, is the app, also if it is a proxy.
  const isAlone = view.targets.has(to) && !view.targets.has(from);
  const isLookedAfter = direction === 'inbound' && !opensDatabase(view, to) && looksAfter(view, call) && view.program(to)!.forwardsOut?.(view.recognition.run(to)) !== true;
  const mayPassOn = direction === 'inbound' && !isAlone && !isLookedAfter;
  if ((direction === 'outbound' && !isWhatSetIsFor(view, call)) || mayPassOn || (!byElimination && isSocket) || (call.isMeans && !view.targets.has(to))) {
    return true;
  }
  if (call.isPassedOn || isLookedAfter || view.outweighs(to, from) || isWhatSetIsFor(view, call)) {
    return false;
  }
  if (isTold(view, call) || carriesOn(view, call)) {
    return true;
  }
  if (!view.faces(from) && view.app?.container !== from) {
    // Where a third container is exposed, the caller is no onlooker of the called one.
    const isBesideApp = view.runners.some(other => other !== from && other !== to && other.role === ContainerRole.MAIN && view.faces(other));
    return isBesideApp && !byElimination && view.hasHelperName(to) && !view.targets.has(to);
  }
  const { pod } = view.recognition;
  const isPrivate = !view.faces(to) || ((view.targets.has(from) || view.app?.container === from) && !view.targets.has(to))
    || (mountsLastingVolume(pod, from) && !mountsLastingVolume(pod, to));
  // The host of a database without its port may be any server, also one of the node.
  const isSure = !byElimination || /:\d|,\d/.test(call.text);
  // What others reach may be what they call it for, whatever its image is called.
  return (view.hasHelperName(to) && !view.targets.has(to)) || (isPrivate && isSure && !view.hasAppName(to));
}
