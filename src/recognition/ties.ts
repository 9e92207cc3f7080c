import { isCaretaker } from './app';
import { namedByBoth, namesPaths } from './file-ties';
import { isAroundDriver, isMutual } from './helpers-by-call';
import { servesWebFiles } from './helpers-by-files';
import { mayIntercept } from './helpers-by-interception';
import type { LoopbackCall } from './loopback-call';
import { commonFolders, oneSidedFiles, untoldFolders } from './one-sided-files';
import { imageKey, PodView, repository, sameImage, sameProgram, viewOf } from './pod-view';
import { portsOf } from './program-runs';
import type { RecognizedPod } from './recognized';
import { tunnelsOf } from './routes';
import { isGiven, sharedFolders } from './shared-files';
import { grouped } from '../data/grouped';
import { isDatabasePort } from '../knowledge/databases';
import { isPayload, isStore } from '../knowledge/payloads';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** Something that ties two containers of a pod, of which it is unclear who serves whom. */
export interface UnclearTie {
  readonly kind: 'call' | 'file' | 'folder' | 'route';
  /** The one that is the app, if the other one is its helper. */
  readonly from: PodContainer;
  /** The one that may be the helper. */
  readonly to: PodContainer;
  /** What was seen, as a sentence without its end. */
  readonly seen: string;
  /** What would make it clear, as a part of a sentence. */
  readonly clear: string;
}

/** A container of a Job that may be a server: then the Job never completes. */
export interface UnclearServer {
  readonly container: PodContainer;
  /** What was seen, as a sentence without its end. */
  readonly seen: string;
}

/** The containers of a Job that declare ports, as servers do, beside work that declares none. */
export function unclearServers(recognition: RecognizedPod): UnclearServer[] {
  const { pod } = recognition;
  const mains = pod.job ? pod.mains.filter(({ name }) => recognition.helper(name) === undefined && !pod._isEndedByController(name)) : [];
  const servers = mains.filter(main => portsOf(main).length > 0);
  return servers.length === mains.length ? [] : servers.map(container => ({ container, seen: `'${container.name}' declares port ${portsOf(container)[0]}, as servers do` }));
}

const CONFIGURATION = "an entry under 'sidecars' in the configuration";

/** What ties two containers, the most telling first. */
const SIGNS: readonly ((view: PodView) => UnclearTie[])[] = [
  unclearCalls, unclearWaits, unclearFiles, unclearListeners, databaseDoors,
  halfFiles, wholeFolders, unclearRoutes, unclearRedirects, sharedWithoutWord,
];

/** Helpers that call the app to tell it of something, or to observe it. */
const CALLS_BACK: ReadonlySet<string> = new Set(['content', 'reloader', 'shipper', 'observer']);

/** The ties of a pod that runs forever which prove no helper: one for each container that may be one. */
export function unclearTies(recognition: RecognizedPod): UnclearTie[] {
  const view = viewOf(recognition);
  if (view.runsToCompletion || view.runners.length < 2 || isAroundDriver(view)) {
    return [];
  }
  const isHelper = ({ name }: PodContainer) => recognition.helper(name) !== undefined;
  const ties = SIGNS.flatMap(find => find(view))
    .filter(({ kind, from, to }) => !isHelper(from) || (kind === 'call' && view.hasHelperName(to) && !CALLS_BACK.has(recognition.helper(from.name)!.direction)))
    .filter(({ to }) => !isHelper(to) && to.role === ContainerRole.MAIN && view.app?.container !== to);
  const first = [...grouped(ties, ({ to }) => to).values()].map(([tie]) => tie);
  return first.filter(({ from, to }, index) => !first.some((other, before) => before < index && other.from === to && other.to === from));
}

function unclearCalls(view: PodView): UnclearTie[] {
  return view.loopback.calls.filter(call => mayBeServed(view, call)).map(({ from, to, text }) => ({
    kind: 'call',
    from,
    to,
    seen: `'${from.name}' calls '${to.name}' (${text})`,
    // What a database keeps is for a person to judge, whatever Services show.
    clear: isStore(repository(to)) ? CONFIGURATION : `a Service of '${from.name}' in the input, or ${CONFIGURATION}`,
  }));
}

/** In a pod that runs forever, also a helper may wait for its app. */
function unclearWaits(view: PodView): UnclearTie[] {
  return view.recognition.leftovers('wait-loop').flatMap(({ container, target, text }) => {
    const [from, to] = [container, target].map(name => view.runners.find(one => one.name === name));
    return from && to && view.app?.container !== to && !isPayload(repository(to), view.wordsOf(to))
      && !view.isAsker(from) && !sameImage(from, to) && !isCaretaker(view, from, to)
      ? [{ kind: 'call', from, to, seen: `'${from.name}' waits for '${to.name}' (${text})`, clear: `a Service of '${from.name}' in the input, or ${CONFIGURATION}` }]
      : [];
  });
}

/** A call whose caller neither fronts, observes nor feeds what it calls. */
function mayBeServed(view: PodView, call: LoopbackCall): boolean {
  const { from, to } = call;
  return !isMutual(view, call) && (!call.isPassedOn || !view.faces(from)) && (!view.isPayload(to) || view.isToOwnStore(call))
    && (!view.isAsker(from) || view.isThroughOther(call) || mayNeed(view, call)) && !sameImage(from, to)
    && (!isCaretaker(view, from, to) || view.hasHelperName(to)) && !(call.byElimination && call.isInScript);
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
    return from && address !== undefined
      ? [{ kind: 'call', from, to, seen: `'${to.name}' listens on ${address} only, where no other pod can call it`, clear: `that address in a setting of '${from.name}', or ${CONFIGURATION}` }]
      : [];
  });
}

/** One that opens the port of a database, is none, and is called like a helper carries calls to a database elsewhere, but nothing shows that another one calls it. */
function databaseDoors(view: PodView): UnclearTie[] {
  const mains = view.runners.filter(main => main.role === ContainerRole.MAIN && view.faces(main));
  return mains.flatMap((to): UnclearTie[] => {
    const port = portsOf(to).find(isDatabasePort);
    const isDoor = port !== undefined && view.hasHelperName(to) && !view.targets.has(to) && !view.isPayload(to) && view.program(to) === undefined;
    const from = !isDoor ? undefined : onlyCaller(view, mains.filter(main => main === to || !view.isAsker(main)))(to);
    return from
      ? [{ kind: 'call', from, to, seen: `'${to.name}' opens the port of a database (${port})`, clear: `that address in a setting of '${from.name}', or ${CONFIGURATION}` }]
      : [];
  });
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
    const [from] = view.sendersBeside(to);
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

/** One is told a file that only the other one can write, or read. */
function halfFiles(view: PodView): UnclearTie[] {
  return oneSidedFiles(view).map(({ app, helper, told, other, file, volume }) => ({
    kind: 'file',
    from: app,
    to: helper,
    seen: `'${told.name}' is told ${file} on volume '${volume}', which it shares with '${other.name}' alone`,
    clear: `a setting of '${other.name}' with that file, or ${CONFIGURATION}`,
  }));
}

/** Both are told the folder that they share. */
function wholeFolders(view: PodView): UnclearTie[] {
  return commonFolders(view).map(({ app, helper, volume, path }) => ({
    kind: 'folder',
    from: app,
    to: helper,
    seen: `'${app.name}' and '${helper.name}' are both told ${path} on volume '${volume}', which they share`,
    clear: `a read-only mount of the one that reads there, or ${CONFIGURATION}`,
  }));
}

/** Two share a folder that one of them must fill for the other one; neither is told anything in it. */
function sharedWithoutWord(view: PodView): UnclearTie[] {
  return untoldFolders(view).map(({ app, helper, volume }) => ({
    kind: 'folder',
    from: app,
    to: helper,
    seen: `'${app.name}' and '${helper.name}' both can write to volume '${volume}', and nothing shows which of them reads there`,
    clear: `a read-only mount of the one that reads there, or ${CONFIGURATION}`,
  }));
}

function unclearFiles(view: PodView): UnclearTie[] {
  const folders = sharedFolders(view.recognition.pod, view.runners, volume => !isGiven(volume));
  // Most folders are named by no container, and then it is not worth looking at all pairs.
  const telling = folders.filter(folder => folder.readOnly || namesPaths(view, folder));
  return telling.flatMap(folder => folders.filter(other => other.volume === folder.volume && other.container !== folder.container && !other.readOnly)
    .flatMap((other): UnclearTie[] => {
      const file = namedByBoth(view, folder, other);
      const [from, to] = [folder.container, other.container];
      if (file !== undefined && !view.faces(to) && !sameProgram(from, to)) {
        return [{ kind: 'file', from, to, seen: `'${from.name}' and '${to.name}' both name ${file} on volume '${folder.volume}'`, clear: `a read-only mount in '${from.name}', or ${CONFIGURATION}` }];
      }
      return folder.readOnly && !view.program(to) && servesWebFiles(view, other, folder)
        ? [{ kind: 'folder', from, to, seen: `'${from.name}' serves files from volume '${folder.volume}', which '${to.name}' can write`, clear: `a command of '${to.name}' that writes there, or ${CONFIGURATION}` }]
        : [];
    }));
}
