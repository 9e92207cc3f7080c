import { FileUse, useOf, writesOwnWork } from './file-directions';
import { mentionsFolder, namedFiles, namesFolder } from './file-ties';
import { hasPlace } from './mounted-folders';
import { isProbed, PodView, sameImage, surelySameImage, viewOf } from './pod-view';
import type { RecognizedPod } from './recognized';
import { runText } from './script-text';
import { canWrite, holdsSockets, isLogFile, isOfLogs, isWritable, SharedFolder, sharedFolders } from './shared-files';
import { grouped } from '../data/grouped';
import { JsonObject, listOf } from '../data/json';
import { ContainerRole, PodContainer, PodModel } from '../kubernetes/pod';

/** A file in a folder that two containers share, of which only one is told. */
export interface OneSidedFile {
  /** The one that is the app, if the other one is its helper. */
  readonly app: PodContainer;
  readonly helper: PodContainer;
  /** The one that is told the file. */
  readonly told: PodContainer;
  readonly other: PodContainer;
  readonly file: string;
  readonly volume: string;
  /** What the one that is told the file does with it, as far as it is seen. */
  readonly use?: FileUse;
}

/**
 * Files that one container is told in a folder that is empty at first, and that it shares with one other container: one of the two writes what the other one reads.
 * Nothing shows which.
 */
export function oneSidedFiles(view: PodView): OneSidedFile[] {
  const folders = sharedFolders(view.recognition.pod, view.runners);
  const onlyOther = onlyOtherIn(folders);
  return folders.filter(folder => !isFilledBefore(view, folder)).flatMap((folder): OneSidedFile[] => {
    const one = onlyOther(folder);
    const [file] = one && isPair(view, folder, one) ? namedFiles(view, folder) : [];
    if (one === undefined || file === undefined || namedFiles(view, one).length > 0) {
      return [];
    }
    const [told, other] = [folder.container, one.container];
    // Who waits for a file needs the one that makes it.
    const helper = isAwaited(view, told, file) || isResult(view, folder, other) ? other : helperOf(view, told, other, isLogFile(file) ? told : other);
    return [{ told, other, file, volume: folder.volume, helper, app: helper === told ? other : told, use: useOf(view, folder, file) }];
  });
}

/** Finds the one other container that has a folder; undefined if there are several. It stops at the second one: a pod may have a thousand. */
function onlyOtherIn(folders: readonly SharedFolder[]): (folder: SharedFolder) => SharedFolder | undefined {
  const byPlace = grouped(folders, ({ place }) => place);
  return ({ place, container }) => {
    const all = byPlace.get(place) ?? [];
    const first = all.findIndex(other => other.container !== container);
    return first >= 0 && !all.some((other, index) => index > first && other.container !== container) ? all[first] : undefined;
  };
}

/** Whether one is seen writing what comes out of its work, so that the other one, unless it is the app, is there for it. */
function isResult(view: PodView, writer: SharedFolder, other: PodContainer): boolean {
  return writesOwnWork(view, writer) && (view.app?.container !== other || view.app.sign === 'followed');
}

/** Whether the script of a container tests again and again whether a file is there. */
function isAwaited({ recognition }: PodView, container: PodContainer, file: string): boolean {
  const text = runText(recognition, container);
  return LOOPS.test(text) && text.split(file).slice(0, -1).some(before => /(\[|\btest)\s+(!\s+)?-[a-zA-Z]\s+["']?$/.test(before));
}

/** Whether a container waits for a file in a folder that another one can write: it cannot be up before that one. */
export function awaitsFileOf(view: PodView, container: PodContainer, writer: PodContainer): boolean {
  const { recognition } = view;
  const folders = LOOPS.test(runText(recognition, container)) ? recognition.once(foldersByContainer, recognition.pod).get(container) : undefined;
  return folders !== undefined && folders.some(folder => canWrite(writer, folder) && !isFilledBefore(view, folder)
    && namedFiles(view, folder).some(file => isAwaited(view, container, file)));
}

function foldersByContainer(recognition: RecognizedPod, pod: PodModel): ReadonlyMap<PodContainer, readonly SharedFolder[]> {
  return grouped(sharedFolders(pod, viewOf(recognition).runners), ({ container }) => container);
}

/** What makes a script do something again and again. */
const LOOPS = /\b(while|until|for)\b/;

/** Folders, empty at first, that exactly two containers share and are both told, one of them by a setting: one of the two writes what the other one reads. */
export function commonFolders(view: PodView): (Pick<OneSidedFile, 'app' | 'helper' | 'volume'> & { readonly path: string })[] {
  const folders = sharedFolders(view.recognition.pod, view.runners);
  const onlyOther = onlyOtherIn(folders);
  return folders.filter(folder => mentionsFolder(view, folder) && !isFilledBefore(view, folder)).flatMap((folder, index, all) => {
    const other = onlyOther(folder);
    if (other === undefined || ![folder, other].some(one => namesFolder(view, one)) || all.indexOf(other) < index || !isPair(view, folder, other)) {
      return [];
    }
    const helper = helperOf(view, folder.container, other.container, isOfLogs(folder) ? folder.container : other.container);
    return [{ helper, app: helper === other.container ? folder.container : other.container, volume: folder.volume, path: folder.path }];
  });
}

/** Names of settings that are a folder of sockets. */
const SOCKETS = /(^|[-_.])(uds|sock|sockets?)([-_.]?(dir|directory|folder|path))?$/i;

/** Folders that a setting of one of the two containers that share them calls a folder of sockets: one of the two listens there. */
export function socketFolders(view: PodView): (Pick<OneSidedFile, 'app' | 'helper' | 'told' | 'other' | 'volume'> & { readonly path: string })[] {
  const folders = sharedFolders(view.recognition.pod, view.runners, holdsSockets);
  return folders.filter(folder => namesFolder(view, folder, SOCKETS)).flatMap(({ volume, place, container: told, path }) => {
    const others = folders.filter(folder => folder.place === place && folder.container !== told);
    const other = others.length === 1 && !sameImage(others[0].container, told) ? others[0].container : undefined;
    const helper = other && helperOf(view, told, other, told);
    return helper ? [{ told, other, helper, app: helper === told ? other : told, volume, path }] : [];
  });
}

/** Where programs have their sockets, in a folder of their own; and how volumes and folders for them are called. */
const RUN_FOLDER = /^\/(var\/)?run\/(?!secrets\b|lock\b)[\w-]+/;
const FOR_SOCKETS = /(^|[-_/.])(uds|sock|socks|sockets?)([-_/.]|$)/i;

/** Folders, empty at first, that hold sockets by their paths or their name, and that exactly two containers share: one of the two listens there. */
export function untoldSockets(view: PodView): (Pick<OneSidedFile, 'app' | 'helper' | 'volume'> & { readonly path: string })[] {
  const { pod } = view.recognition;
  const folders = sharedFolders(pod, view.runners);
  const isForSockets = ({ path, volume }: SharedFolder) => FOR_SOCKETS.test(volume) || FOR_SOCKETS.test(path) || RUN_FOLDER.test(path);
  const isKept = ({ place }: SharedFolder) => !folders.some(folder => folder.place === place);
  const kept = folders.some(isForSockets) ? sharedFolders(pod, view.runners, isWritable).filter(isKept) : [];
  return [...grouped(folders, ({ place }) => place).values()].flatMap(([one, other, ...more]) => {
    const isTie = more.length === 0 && isForSockets(one) && isForSockets(other) && !one.readOnly && isPair(view, one, other)
      && !areHalves(kept, one.container, other.container);
    const helper = isTie ? helperOf(view, one.container, other.container, uncommanded(one.container, other.container)) : undefined;
    return helper ? [{ helper, app: helper === one.container ? other.container : one.container, volume: one.volume, path: one.path }] : [];
  });
}

/** Of two, the one whose image decides what it runs: who is told a command may do a work that ends. */
export function uncommanded(one: PodContainer, other: PodContainer): PodContainer {
  return one.spec.command === undefined && other.spec.command !== undefined ? one : other;
}

/** Where programs keep what is only theirs, also on a volume that others have too. */
const SCRATCH = /^(\/dev\/shm|(\/var)?\/tmp|\/(var\/)?run)\/?$/;

/** Folders, empty at first, that exactly two containers share and can both write, one of which is the app: nothing shows what is in them. */
export function untoldFolders(view: PodView): (Pick<OneSidedFile, 'app' | 'helper' | 'volume'>)[] {
  const { pod } = view.recognition;
  const folders = sharedFolders(pod, view.runners).filter(({ readOnly, path }) => !readOnly && !SCRATCH.test(path));
  const onlyOther = onlyOtherIn(folders);
  const isKept = ({ place }: SharedFolder) => !folders.some(folder => folder.place === place);
  const kept = folders.length === 0 ? [] : sharedFolders(pod, view.runners, isWritable).filter(isKept);
  return folders.filter(folder => !isFilledBefore(view, folder)).flatMap(folder => {
    const { container: app, volume } = folder;
    const other = onlyOther(folder);
    const helper = other && isPair(view, folder, other) ? other.container : undefined;
    const isHelper = helper && (isAppBeside(view, app, helper) || isConfigured(view, folder, other!))
      && !isProbed(helper) && !areHalves(kept, app, helper);
    return isHelper ? [{ app, helper, volume }] : [];
  });
}

/** Whether two containers see the same lasting files under the same path, as halves of one product do. */
function areHalves(kept: readonly SharedFolder[], one: PodContainer, other: PodContainer): boolean {
  const seenBy = (container: PodContainer) => kept.filter(folder => folder.container === container);
  return seenBy(one).some(({ place, path }) => seenBy(other).some(same => same.place === place && same.path === path));
}

/** Whether one of two is the app, or at least the only one of them that is exposed, or whose image is called like an app beside one that is called like a helper. */
function isAppBeside(view: PodView, one: PodContainer, other: PodContainer): boolean {
  const isCalledApp = () => view.hasAppName(one) && !view.hasAppName(other) && view.hasHelperName(other) && !view.faces(other);
  return view.app ? view.app.container === one : (view.faces(one) && !view.faces(other)) || isCalledApp();
}

/** Where programs have their configuration. */
const CONFIGURATION = /^\/etc\//;

/** Whether one of two without ports has the folder where programs have their configuration, and the other one elsewhere. */
function isConfigured(view: PodView, one: SharedFolder, other: SharedFolder): boolean {
  return ![one, other].some(({ container }) => view.faces(container)) && CONFIGURATION.test(one.path) && !CONFIGURATION.test(other.path);
}

/** Two parts of one program, or a web server and its app, share files for reasons of their own; the logs of a web server are for whoever reads logs. */
function isPair(view: PodView, one: SharedFolder, other: SharedFolder): boolean {
  return !surelySameImage(one.container, other.container)
    && ![one, other].some(folder => view.program(folder.container)?.direction === 'inbound' && !isOfLogs(folder));
}

/** Whether an init container may have left files in a folder. */
export function isFilledBefore({ recognition }: PodView, folder: SharedFolder): boolean {
  return recognition.once(mountsOfInits, recognition.pod).get(folder.volume)?.some(mount => hasPlace(mount, folder)) === true;
}

function mountsOfInits(_: RecognizedPod, pod: PodModel): ReadonlyMap<unknown, readonly JsonObject[]> {
  const inits = pod.containers.filter(({ role }) => role === ContainerRole.INIT);
  return grouped(inits.flatMap(({ spec }) => listOf(spec.volumeMounts)), mount => mount.name);
}

/** The more likely helper of two: not the app, or the one whose image is called like one, or the one without ports; else the one that is given. */
export function helperOf(view: PodView, told: PodContainer, other: PodContainer, otherwise: PodContainer): PodContainer {
  const pair = [told, other];
  const [app] = pair.filter(one => view.app?.container === one);
  const named = pair.filter(one => view.hasHelperName(one));
  const hidden = pair.filter(one => !view.faces(one));
  if (app) {
    return app === told ? other : told;
  }
  return [named, hidden].find(found => found.length === 1)?.[0] ?? otherwise;
}
