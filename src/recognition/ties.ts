import { isCaretaker } from './app';
import { whatWouldClear } from './clear-services';
import { completes } from './completion';
import { containersOfDriver } from './csi-socket';
import { keepsDaemon } from './daemon-keepers';
import { callsElsewhere, isAroundDriver, isMutual } from './helpers-by-call';
import { mayIntercept } from './helpers-by-interception';
import type { LoopbackCall } from './loopback-call';
import { imageKey, isProbed, PodView, repository, sameImage, viewOf } from './pod-view';
import { portsOf } from './program-runs';
import type { RecognizedPod } from './recognized';
import { sendersThrough, tunnelsOf } from './routes';
import { runText } from './script-text';
import { isStoreHere } from './stores';
import { filledTwice, halfFiles, sharedSockets, sharedWithoutWord, unclearFiles, unclearSockets, unseenMounts, wholeFolders } from './unclear-files';
import { CONFIGURATION, UnclearTie } from './unclear-tie';
import { undeclaredWaits } from './undeclared-waits';
import { grouped } from '../data/grouped';
import { DATABASE_PORTS, isDatabasePort } from '../knowledge/databases';
import { isPayload } from '../knowledge/payloads';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** A proxy of which nothing shows whether the app needs it. */
export interface UnclearWay {
  readonly container: PodContainer;
  /** What was seen, as a sentence without its end. */
  readonly seen: string;
  /** What would make it clear, as a part of a sentence. */
  readonly clear: string;
}

/** The proxies of a pod that runs forever which may receive the app's traffic, or carry what the app sends. */
export function unclearWays(recognition: RecognizedPod): UnclearWay[] {
  const { helpers } = recognition;
  const found = completes(recognition) ? [] : helpers.filter(({ isUnclear, container }) => isUnclear && container.role === ContainerRole.MAIN);
  return found.map(({ container, why }) => ({
    container,
    seen: `nothing shows whether '${container.name}' (${why}) receives the app's traffic or carries what the app sends`,
    clear: `its configuration, or a setting of the app with its address, in the input, or ${CONFIGURATION}`,
  }));
}

/** What ties two containers, the most telling first. */
const SIGNS: readonly ((view: PodView) => UnclearTie[])[] = [
  unclearCalls, unclearWaits, unownedWaits, unservedCalls, unclearFiles, unclearListeners, databaseDoors,
  unclearSockets, unseenMounts, halfFiles, wholeFolders, filledTwice, unclearRoutes, unclearRedirects, sharedWithoutWord, sharedSockets,
];

/** Helpers that call the app to tell it of something, or to observe it. */
const CALLS_BACK: ReadonlySet<string> = new Set(['content', 'reloader', 'shipper', 'observer']);

/** The ties of a pod that runs forever which prove no helper: one for each container that may be one. The parts of a CSI driver need each other. */
export function unclearTies(recognition: RecognizedPod): UnclearTie[] {
  const view = viewOf(recognition);
  if (completes(recognition) || view.runners.length < 2) {
    return [];
  }
  const ofDriver = isAroundDriver(view) ? containersOfDriver(recognition) : undefined;
  const isHelper = ({ name }: PodContainer) => recognition.helper(name) !== undefined;
  const ties = SIGNS.flatMap(find => find(view))
    .filter(({ kind, from, to }) => !isHelper(from) || (kind === 'call' && view.hasHelperName(to) && !CALLS_BACK.has(recognition.helper(from.name)!.direction)))
    .filter(({ to }) => !ofDriver?.has(to) && !isHelper(to) && to.role === ContainerRole.MAIN && (view.app?.container !== to || view.app.sign === 'followed'));
  const first = [...grouped(ties, ({ to }) => to).values()].map(([tie]) => tie);
  return first.filter(({ from, to }, index) => !first.some((other, before) => before < index && other.from === to && other.to === from));
}

function unclearCalls(view: PodView): UnclearTie[] {
  return view.loopback.calls.filter(call => mayBeServed(view, call)).map(({ from, to, text }) => ({
    kind: 'call',
    from,
    to,
    seen: `'${from.name}' calls '${to.name}' (${text})`,
    ...whatIsUnclear(view, from, to),
  }));
}

/** What a database keeps is for a person to judge, whatever Services show. */
function whatIsUnclear(view: PodView, from: PodContainer, to: PodContainer): Pick<UnclearTie, 'clear' | 'keeps'> {
  const calls = view.loopback.calls.filter(call => call.from === from && call.to === to);
  if (calls.some(call => view.isPayload(to) && view.isToOwnStore(call))) {
    return { clear: CONFIGURATION, keeps: isStoreHere(to) ? 'a database or a queue' : 'which keeps data' };
  }
  return { clear: whatWouldClear(view, { from, to }, then => calls.some(call => mayBeServed(then, call))) };
}

/** In a pod that runs forever, also a helper may wait for its app. */
function unclearWaits(view: PodView): UnclearTie[] {
  return view.recognition.leftovers('wait-loop').flatMap(({ container, target, text }) => {
    const [from, to] = [container, target].map(name => view.runners.find(one => one.name === name));
    const isSeen = (then: PodView) => from !== undefined && to !== undefined && then.app?.container !== to
      && !isPayload(repository(to), then.wordsOf(to)) && !then.isAsker(from) && !sameImage(from, to) && !isCaretaker(then, from, to);
    return from && to && isSeen(view)
      ? [{ kind: 'call', from, to, seen: `'${from.name}' waits for '${to.name}' (${text})`, clear: whatWouldClear(view, { from, to }, isSeen) }]
      : [];
  });
}

/** A wait shows that the port belongs to another container, though not to which. */
function unownedWaits(view: PodView): UnclearTie[] {
  return undeclaredWaits(view).filter(({ from }) => !view.isAsker(from))
    .map(({ from, candidates: [to], port, text }) => ({
      kind: 'call', from, to, seen: `'${from.name}' waits for port ${port} (${text}), which no container declares`, clear: CONFIGURATION,
    }));
}

/** Ports need not be declared, so that nobody declares one does not show that nobody serves it. One without ports that calls one with ports looks after it. */
function unservedCalls(view: PodView): UnclearTie[] {
  const known = new Set(view.loopback.calls.flatMap(({ from, to }) => [from, to]));
  const mayNeedIt = (from: PodContainer) => !known.has(from) && view.faces(from) && !view.isAsker(from) && view.program(from) === undefined;
  return view.loopback.unserved.filter(({ from, to }) => mayNeedIt(from) && !view.isAsker(to) && !sameImage(from, to))
    .map(({ from, to, text }) => ({ kind: 'call', from, to, seen: `'${from.name}' calls ${text}, which no container declares`, clear: CONFIGURATION }));
}

/** A call whose caller neither fronts, observes nor feeds what it calls. */
function mayBeServed(view: PodView, call: LoopbackCall): boolean {
  const { from, to } = call;
  // That others look after it may also mean that they need it.
  const mayBeApp = view.isPayload(to) && !(view.app?.container === to && view.app.sign === 'followed');
  return !keepsDaemon(view.recognition, from) && (!isMutual(view, call) || mayBeBehind(view, call))
    && (!call.isPassedOn || !view.faces(from) || mayAdapt(view, call))
    && (!mayBeApp || view.isToOwnStore(call))
    && (!view.isAsker(from) || view.isThroughOther(call) || mayNeed(view, call)) && !sameImage(from, to)
    && !(isCaretaker(view, from, to) && (isProbed(to) || looksAfter(runText(view.recognition, from)))) && !(call.byElimination && call.isInScript);
}

/** Of two that call each other, the one that no client outside of the pod can call may be there for the other one. */
function mayBeBehind(view: PodView, { from, to, isInScript, isPassedOn }: LoopbackCall): boolean {
  return !isInScript && !isPassedOn && view.faces(from) && !view.faces(to);
}

/** What only one who looks after another one asks for. */
const ASKS_TO = /\/(reload|metrics)\b/;
/** How a script sends something, and then idles: it sets another one up. */
const SENDS = /\s(-X\s*(POST|PUT|PATCH|DELETE)|-d|--data[\w-]*|--upload-file|-T)\s/;
const IDLES = /(\bsleep\s+(infinity|inf|\d{4,}[smhd]?)|\btail -f \/dev\/null)\s*$/;

/** How it waits for the other one first, and does nothing in the end. */
const STAYS = /\b(sleep\s+(infinity|inf)|tail -f \/dev\/null)$/;
const AWAITS = /\b(until|while\s+!)/;

/** Whether a script that calls another container looks after it, rather than needs it. */
function looksAfter(script: string): boolean {
  const text = script.trimEnd();
  return ASKS_TO.test(text) || (IDLES.test(text) && SENDS.test(text)) || (STAYS.test(text) && AWAITS.test(text));
}

/** What a setting such as `LEGACY_API` means may be behind the caller, or adapt what is elsewhere for it. */
function mayAdapt(view: PodView, { from, to, isNamed, byElimination }: LoopbackCall): boolean {
  return isNamed === true && !byElimination && !view.isAsker(from) && !view.targets.has(to) && callsElsewhere(view, to);
}

/** A front that is known by the name of its image alone may need what it calls, if the setting does not say that it passes requests on. */
function mayNeed(view: PodView, { from, isInScript, isPassedOn, byElimination }: LoopbackCall): boolean {
  return view.isFrontByName(from) && view.faces(from) && !isInScript && !isPassedOn && !byElimination;
}

/** Only the containers of a pod can call one that listens on loopback; nothing shows which of them does. */
function unclearListeners(view: PodView): UnclearTie[] {
  const mains = view.runners.filter(({ role }) => role === ContainerRole.MAIN);
  const callers = mains.filter(main => !view.isAsker(main));
  const inCalls = new Set(view.loopback.calls.flatMap(({ from, to }) => [from, to]));
  const callerOf = onlyCaller(view, callers);
  return callers.flatMap((to): UnclearTie[] => {
    const from = inCalls.has(to) ? undefined : callerOf(to);
    const address = from && view.loopback.servedLocally(to);
    // Who listens there too does not call it.
    return from && address !== undefined && view.loopback.servedLocally(from) !== address
      ? [{ kind: 'call', from, to, seen: `'${to.name}' listens on ${address} only, where no other pod can call it`, clear: `that address in a setting of '${from.name}', or ${CONFIGURATION}` }]
      : [];
  });
}

/** One that opens the port of a database, is none, and is called like a helper or is a tunnel carries calls to a database elsewhere, but nothing shows that another one calls it. */
function databaseDoors(view: PodView): UnclearTie[] {
  const isInvolved = (main: PodContainer) => view.faces(main) || view.program(main)?.isTunnel || view.app?.container === main;
  const mains = view.runners.filter(main => main.role === ContainerRole.MAIN && isInvolved(main));
  const inCalls = new Set(view.loopback.calls.map(({ to }) => to));
  return mains.flatMap((to): UnclearTie[] => {
    const program = view.program(to);
    const mayBeDoor = program === undefined ? view.hasHelperName(to) : program.isTunnel === true && !inCalls.has(to);
    const port = mayBeDoor && !view.targets.has(to) && !view.isPayload(to) ? databasePortOf(view, to) : undefined;
    const from = port === undefined ? undefined : onlyCaller(view, mains.filter(main => main === to || !view.isAsker(main)))(to);
    return from
      ? [{ kind: 'call', from, to, seen: `'${to.name}' opens the port of a database (${port})`, clear: `that address in a setting of '${from.name}', or ${CONFIGURATION}` }]
      : [];
  });
}

/** The usual port of a database on which a container listens; undefined when it listens on none. */
function databasePortOf(view: PodView, container: PodContainer): number | undefined {
  return [...portsOf(container), ...DATABASE_PORTS].find(port => isDatabasePort(port) && view.loopback.ownerOf(port) === container);
}

/** The app if it can call a container, or else the only one with another image. */
function onlyCaller(view: PodView, callers: readonly PodContainer[]): (to: PodContainer) => PodContainer | undefined {
  const app = view.app?.container;
  if (app) {
    const isCaller = callers.includes(app);
    return to => isCaller && !sameImage(app, to) ? app : undefined;
  }
  const images = [...grouped(callers, imageKey)];
  return to => {
    const others = images.length === 2 ? images.find(([image]) => image !== imageKey(to))![1] : [];
    return others.length === 1 ? others[0] : undefined;
  };
}

/** What the others send may go through a tunnel that one of them opens. */
function unclearRoutes(view: PodView): UnclearTie[] {
  return tunnelsOf(view).flatMap(({ container: to, sign }): UnclearTie[] => {
    const [from] = sendersThrough(view, to);
    return from ? [{
      kind: 'route', from, to, seen: `'${to.name}' may send the traffic of the pod through a tunnel (${sign})`, clear: CONFIGURATION,
    }] : [];
  });
}

/** What the others send may be redirected to one of them. */
function unclearRedirects(view: PodView): UnclearTie[] {
  return mayIntercept(view).flatMap(({ init, proxy: to }): UnclearTie[] => {
    const [from] = view.sendersBeside(to);
    return from ? [{
      kind: 'route', from, to, seen: `'${init.name}' may redirect the traffic of the pod to '${to.name}' (it adds NET_ADMIN)`, clear: CONFIGURATION,
    }] : [];
  });
}
