import { carries } from './carriers';
import { readOnlyWouldClear, settingWouldClear } from './clear-files';
import { useOf, verbFor } from './file-directions';
import { asSeenBy, namedByBoth, namedPaths, namesPaths, writesFile, writesFiles } from './file-ties';
import { mountedBeside } from './helpers-by-mount';
import { mayWriteUnseen } from './log-readers';
import { commonFolders, helperOf, isFilledBefore, oneSidedFiles, socketFolders, uncommanded, untoldFolders, untoldSockets } from './one-sided-files';
import { PodView, sameProgram } from './pod-view';
import { renewedFolders } from './renewed-folders';
import { isGiven, isLogFile, SharedFolder, sharedFolders } from './shared-files';
import { CONFIGURATION, UnclearTie } from './unclear-tie';
import { hasPages, isWebServer, servesWebFiles } from './web-files';
import { grouped } from '../data/grouped';
import { listOf } from '../data/json';
import type { PodContainer } from '../kubernetes/pod';

/** One is told a folder for sockets, which it shares with the other one. */
export function unclearSockets(view: PodView): UnclearTie[] {
  return socketFolders(view).map(({ app, helper, told, other, path, volume }) => ({
    kind: 'call',
    from: app,
    to: helper,
    seen: `'${told.name}' is told ${path} as its folder for sockets, on volume '${volume}', which it shares with '${other.name}' alone`,
    clear: `a setting of '${other.name}' with the socket, or ${CONFIGURATION}`,
  }));
}

/** Two share a folder for sockets; neither is told any. */
export function sharedSockets(view: PodView): UnclearTie[] {
  return untoldSockets(view).map(({ app, helper, volume, path }) => ({
    kind: 'folder',
    from: app,
    to: helper,
    seen: `'${app.name}' and '${helper.name}' alone share volume '${volume}', a folder for sockets (${path})`,
    clear: `the socket in a setting of both, or ${CONFIGURATION}`,
  }));
}

/** One is told a file that only the other one can write, or read. */
export function halfFiles(view: PodView): UnclearTie[] {
  return oneSidedFiles(view).map(({ app, helper, told, other, file, volume, use }) => ({
    kind: 'file',
    from: app,
    to: helper,
    seen: `'${told.name}' ${verbFor(use)} ${file} on volume '${volume}', which it shares with '${other.name}' alone`,
    // Where it is seen who writes, the same file in a setting shows no more.
    clear: use === 'writes' || (use === 'reads' && view.faces(other)) ? CONFIGURATION : settingWouldClear(view, told, other, volume, file),
  }));
}

/** Both are told the folder that they share. */
export function wholeFolders(view: PodView): UnclearTie[] {
  return commonFolders(view).map(({ app, helper, volume, path }) => ({
    kind: 'folder',
    from: app,
    to: helper,
    seen: `'${app.name}' and '${helper.name}' are both told ${path} on volume '${volume}', which they share`,
    clear: readOnlyWouldClear(view, { from: app, to: helper }, volume),
  }));
}

/** One can fill again what an init container of its image left for another one. */
export function filledTwice(view: PodView): UnclearTie[] {
  return renewedFolders(view).map(({ app, helper, init, volume }) => ({
    kind: 'folder',
    from: app,
    to: helper,
    seen: `'${helper.name}' has the image of '${init.name}', which fills volume '${volume}' for '${app.name}', and can fill it again`,
    clear: `a setting of '${app.name}' with a file that '${helper.name}' writes, or ${CONFIGURATION}`,
  }));
}

/** One mounts files into a volume of another one, which sees them only if they are there when it starts. */
export function unseenMounts(view: PodView): UnclearTie[] {
  return mountedBeside(view).map(({ reader, container, volume }) => ({
    kind: 'folder',
    from: reader,
    to: container,
    seen: `'${container.name}' mounts files into volume '${volume}' (mountPropagation: Bidirectional), which '${reader.name}' has too`,
    clear: `the field mountPropagation: HostToContainer in '${reader.name}', or ${CONFIGURATION}`,
  }));
}

/** Two share a folder that one of them must fill for the other one; neither is told anything in it. */
export function sharedWithoutWord(view: PodView): UnclearTie[] {
  return untoldFolders(view).map(({ app, helper, volume }) => ({
    kind: 'folder',
    from: app,
    to: helper,
    seen: `'${app.name}' and '${helper.name}' both can write to volume '${volume}', and nothing shows which of them reads there`,
    clear: readOnlyWouldClear(view, { from: app, to: helper }, volume),
  }));
}

/** Both name a file in a folder that they share, or one serves from there what the other one can write. */
export function unclearFiles(view: PodView): UnclearTie[] {
  const folders = sharedFolders(view.recognition.pod, view.runners, volume => !isGiven(volume));
  return [...grouped(folders, ({ place }) => place).values()].flatMap(shared => {
    const partnersOf = partnersAmong(view, shared);
    // Most folders are named by no container, and then it is not worth looking at all pairs.
    const telling = shared.filter(folder => folder.readOnly || namesPaths(view, folder) || servesOnly(view, folder, shared));
    return telling.flatMap(folder => partnersOf(folder).flatMap(other => commonFile(view, folder, other) ?? servedFiles(view, folder, other) ?? []));
  });
}

/** Those who share a volume with one and can write it, without those with whom it has nothing in common: neither names what the other one names, or serves pages. */
function partnersAmong(view: PodView, shared: readonly SharedFolder[]): (folder: SharedFolder) => SharedFolder[] {
  const writable = shared.filter(({ readOnly }) => !readOnly);
  const servers = new Set(shared.filter(folder => isWebServer(view, folder)));
  const naming = grouped(writable.flatMap(folder => [...namedPaths(view, folder)].map(path => ({ path, folder }))), ({ path }) => path);
  return folder => {
    const alike = new Set([...namedPaths(view, folder)].flatMap(path => naming.get(path)?.map(one => one.folder) ?? []));
    const others = servers.size > 0 ? writable.filter(other => alike.has(other) || servers.has(folder) || servers.has(other)) : [...alike];
    return others.filter(({ container }) => container !== folder.container);
  };
}

/** Whether a web server shares its pages, which are empty at first, with one other container: that one has to write them. */
function servesOnly(view: PodView, folder: SharedFolder, shared: readonly SharedFolder[]): boolean {
  const volume = listOf(view.recognition.pod.spec.volumes).find(({ name }) => name === folder.volume);
  return shared.length === 2 && volume?.emptyDir !== undefined && isWebServer(view, folder) && hasPages(folder) && !namesPaths(view, folder)
    && !isFilledBefore(view, folder) && shared.every(other => other === folder || mayWriteUnseen(view, other));
}

/** A web server that serves what the other one can write. */
function servedFiles(view: PodView, folder: SharedFolder, other: SharedFolder): UnclearTie | undefined {
  // The one that is told a path there may be the writer, too.
  const isServer = folder.readOnly || servesOnly(view, folder, [folder, other]);
  const [writer, server] = isServer ? [other, folder] : [folder, other];
  const [from, to] = [server.container, writer.container];
  const isFilled = isServer && carries(view, writer) === 'here';
  return servesWebFiles(view, writer, server) && (isServer ? !view.program(to) : writesFiles(view, writer)) ? {
    kind: 'folder',
    from,
    to,
    // Files of an earlier pod may be there before they are copied again.
    seen: `'${from.name}' serves files from volume '${folder.volume}', which '${to.name}' ${isFilled ? 'fills and which outlives the pod' : 'can write'}`,
    clear: isServer && !isFilled ? `a command of '${to.name}' that writes there, or ${CONFIGURATION}` : CONFIGURATION,
  } : undefined;
}

/** A file that two containers name, of which the second one can write it. Who is seen writing it, or is the only one who can, decides which of them may be the helper. */
function commonFile(view: PodView, one: SharedFolder, other: SharedFolder): UnclearTie | undefined {
  const file = namedByBoth(view, one, other);
  // What both run was put there before.
  if (file === undefined || sameProgram(one.container, other.container) || view.wordsOf(one.container)[0] === file) {
    return undefined;
  }
  const seenWriting = [one, other].filter(folder => writesFile(view, folder, file, one));
  const [writer] = seenWriting.length === 1 ? seenWriting : one.readOnly ? [other] : [];
  const reader = writer && (writer === one ? other : one);
  // One who may only read, and reads no log, may just look on.
  const isDecided = seenWriting.length === 1 || isLogFile(file);
  const likely = isLogFile(file) ? reader : writer;
  const likeliest = reader && likely && isDecided ? helperOf(view, reader.container, writer.container, likely.container)
    : /\.sock(et)?$/.test(file) ? helperOf(view, one.container, other.container, uncommanded(one.container, other.container)) : other.container;
  const partner = likeliest === one.container ? other.container : one.container;
  const [from, to] = isLessLikely(view, likeliest, partner) ? [likeliest, partner] : [partner, likeliest];
  return {
    kind: 'file',
    from,
    to,
    seen: reader ? seenWay(view, writer, reader, asSeenBy(reader, file, one), seenWriting.length === 1) : `'${from.name}' and '${to.name}' both name ${file} on volume '${one.volume}'`,
    clear: readOnlyWouldClear(view, { from, to }, one.volume, reader ? [reader.container] : seenWriting.length > 1 ? [] : undefined),
  };
}

/** Whether one of two is less likely the helper than the other one: others can call it, or it is the app. */
function isLessLikely(view: PodView, one: PodContainer, other: PodContainer): boolean {
  const mayBe = (container: PodContainer) => view.app?.container !== container || view.app.sign === 'followed';
  return mayBe(one) === mayBe(other) ? view.faces(one) && !view.faces(other) : mayBe(other);
}

/** Who writes a file that two name, and what the other one does with it. */
function seenWay(view: PodView, writer: SharedFolder, reader: SharedFolder, file: string, isSeen: boolean): string {
  const verb = useOf(view, reader, file) === 'reads' ? 'reads' : 'names';
  return `'${reader.container.name}' ${verb} ${file} on volume '${reader.volume}', which ${isSeen ? '' : 'only '}'${writer.container.name}' ${isSeen ? 'writes' : 'can write'}`;
}
