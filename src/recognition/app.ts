import { App } from './app-sign';
import { containersOfDriver } from './csi-socket';
import type { LoopbackCall } from './loopback-call';
import { calledApp } from './plain-app';
import { PodView, repository } from './pod-view';
import { targetsOfServices } from './reached';
import { isToSessionStore } from './session-stores';
import { isPayload } from '../knowledge/payloads';
import { Direction, isShellImage } from '../knowledge/programs/program';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** Programs that are there for the container beside them, by their nature. */
const FOLLOWERS: ReadonlySet<Direction | undefined> = new Set(['observer', 'reloader', 'content']);

/**
 * The app of a pod, as far as Services, ports and calls show it; undefined when they show none, or several.
 *
 * This question comes before what a program usually is: a policy engine behind a Service is the app, whatever its image is. No name is evidence.
 */
export function appOf(view: PodView): App | undefined {
  const mains = view.runners.filter(({ role }) => role === ContainerRole.MAIN);
  const found = mains.length < 2 ? undefined : byService(view, mains) ?? byPort(view, mains) ?? byPayload(view, mains) ?? calledApp(view, mains);
  return found && isNamedHelper(view, mains, found) ? undefined : found;
}

/** Whether the configuration says that it is a helper. What Services reach outweighs an entry for an image, because that may be the app of other pods. */
function isNamedHelper(view: PodView, mains: readonly PodContainer[], { container, sign }: App): boolean {
  return view.isConfigured(container) && mains.some(main => !view.isConfigured(main))
    && (view.program(container)?.containerName !== undefined || (sign !== 'service' && sign !== 'fronted'));
}

function byService(view: PodView, mains: readonly PodContainer[]): App | undefined {
  const [target, ...more] = view.targets;
  if (target === undefined || more.length > 0 || !mains.includes(target)) {
    return undefined;
  }
  const isOfNode = !targetsOfServices(view.recognition, view.runners).includes(target);
  return behind(view, mains, target, isOfNode ? 'has a port of the node' : 'receives what Services send')
    ?? (mayFront(view, mains, target) ? undefined : { container: target, sign: 'service', why: isOfNode ? 'it has a port of the node' : 'Services send to it' });
}

function byPort(view: PodView, mains: readonly PodContainer[]): App | undefined {
  // The port of a program that is there for another one is for its own health.
  const [facing, ...more] = mains.filter(main => view.faces(main) && view.program(main)?.direction !== 'csi');
  if (facing === undefined || more.length > 0) {
    return undefined;
  }
  const related = mains.filter(main => main !== facing && isRelated(view, main, facing));
  const isFollowed = !mayFront(view, mains, facing) && related.length > 0 && related.every(other => follows(view, other, facing));
  return behind(view, mains, facing, 'has the only port')
    ?? (isFollowed ? { container: facing, sign: 'followed', why: `it has the only port, and ${lookingAfter(view, related)}` } : undefined);
}

/** Who looks after the app, as a part of a sentence: seen by a program or by a call, or only suggested by the name of an image. */
function lookingAfter(view: PodView, related: readonly PodContainer[]): string {
  const names = related.map(({ name }) => `'${name}'`).join(' and ');
  const isSeen = related.every(other => view.program(other) !== undefined || view.loopback.calls.some(({ from }) => from === other));
  if (isSeen) {
    return `${names} only ${related.length > 1 ? 'look' : 'looks'} after it`;
  }
  return related.length > 1 ? `${names} have image names of containers that look after others` : `${names} has the image name of a container that looks after others`;
}

/** Whether two containers have to do with each other at all. */
function isRelated(view: PodView, container: PodContainer, other: PodContainer): boolean {
  const program = view.program(container);
  const isOfUse = program !== undefined && !isShellImage(program);
  return isOfUse || view.isAsker(container)
    || view.loopback.calls.some(({ from, to }) => (from === container && to === other) || (from === other && to === container));
}

function byPayload(view: PodView, mains: readonly PodContainer[]): App | undefined {
  const found = mains.filter(main => isPayload(repository(main), view.wordsOf(main))
    && !view.loopback.calls.some(call => call.to === main && view.isToOwnStore(call)));
  return found.length === 1 ? { container: found[0], sign: 'payload', why: 'its image is usually the app of a pod' } : undefined;
}

/** The container to which a proxy in front passes requests on. */
function behind(view: PodView, mains: readonly PodContainer[], front: PodContainer, role: string): App | undefined {
  // What only carries calls on, to a server elsewhere, or answers who may pass, is not what the pod is there for.
  const passedTo = new Set(forwardsTo(view, front).filter(to => {
    const [program, run] = [view.program(to), view.recognition.run(to)];
    return mains.includes(to) && !program?.isTunnel && !program?.servesBothWays && !program?.answersAll?.(run) && !program?.forwardsOut?.(run);
  }));
  const [app] = passedTo;
  return passedTo.size === 1 ? { container: app, sign: 'fronted', front, why: `'${front.name}' ${role} and passes it on to it` } : undefined;
}

/** The containers to which one passes requests on, by its program's own settings or by the name of a setting. */
export function forwardsTo(view: PodView, front: PodContainer): PodContainer[] {
  const program = view.program(front);
  const upstreams = program?.upstreams?.(view.recognition.run(front)) ?? [];
  const owners = upstreams.flatMap(port => view.loopback.ownerOf(port, front) ?? []);
  const isProxy = program?.direction === 'inbound';
  // Who checks logins keeps the sessions in a store, and passes no requests on to it.
  const isBehind = (call: LoopbackCall) => call.isPassedOn || (isProxy && !isToSessionStore(view.recognition, call));
  const called = view.loopback.calls.filter(call => call.from === front && isBehind(call)).map(call => call.to);
  return [...owners, ...called].filter(to => to !== front);
}

/** A program that may stand in front of another container, whose settings are not part of the input. */
function mayFront(view: PodView, mains: readonly PodContainer[], container: PodContainer): boolean {
  const program = view.program(container);
  const isProxy = (program?.direction === 'inbound' || program?.servesBothWays === true) && !program.answersAll?.(view.recognition.run(container));
  return program?.isRoute === true || program?.isTunnel === true
    || (isProxy && mains.some(main => main !== container && !FOLLOWERS.has(view.program(main)?.direction)));
}

/** Whether a container is there for another one: it observes it, brings it files, or calls it from a script again and again. */
function follows(view: PodView, container: PodContainer, app: PodContainer): boolean {
  if (view.loopback.calls.some(call => (call.from === app && call.to === container) || (call.from === container && view.isThroughOther(call)))) {
    return false;
  }
  const direction = view.program(container)?.direction;
  // Those of a CSI driver are there for whoever has its socket.
  const isOfDriver = direction === 'csi' && containersOfDriver(view.recognition).has(app);
  return isOfDriver || FOLLOWERS.has(direction) || (direction === undefined && view.isAsker(container)) || isCaretaker(view, container, app);
}

/** A script that calls the app, and then goes on or idles forever: it configures the app, or feeds it. What listens on loopback only is there for those who call it. */
export function isCaretaker({ recognition, loopback }: PodView, container: PodContainer, app: PodContainer): boolean {
  const script = recognition.runCommand(container)?.script;
  const calls = loopback.calls.some(call => call.from === container && call.to === app && call.isInScript);
  return script !== undefined && calls && recognition.isEndless(container) && loopback.servedLocally(app) === undefined;
}
