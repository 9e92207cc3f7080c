import { carries } from './carriers';
import { baseName, Command } from './commands';
import { endsInLongSleep } from './endless';
import { FileTie, fileTie, isOnlyAwaited, namedByBoth, namedCredential, writtenFiles } from './file-ties';
import type { Helper } from './helper';
import { commandsIn, nodesOf, wordsOf } from './leftovers/shell-walk';
import { loggerOf, namedLoggerOf, printsAgain, startsMore } from './log-readers';
import { readsNode } from './node-agents';
import { isFilledBefore } from './one-sided-files';
import { PodView, repository, surelySameImage } from './pod-view';
import type { RecognizedPod } from './recognized';
import { resolver, runText } from './script-text';
import { isLogFile, isOfLogs, liesIn, SharedFolder, sharedFolders } from './shared-files';
import { isLog, servesWebFiles } from './web-files';
import { grouped } from '../data/grouped';
import { isObject, JsonObject } from '../data/json';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** What images of log readers are called, apart from what stands before their last slash. */
const LOG_READER = new RegExp('(^|[_-])(fluentd?|fluent-?bit|td-agent|filebeat|logstash|promtail|elastic-agent|remote[-_]?syslog\\d?|rsyslog|syslog-ng|i?logtail|loongcollector'
  + '|logs?-?(ship|forward|agent|router|collect|tail|stream)\\w*|tail(er|ing)?)($|[_-]|\\d)', 'i');

/** What images with a client of a remote store are called. */
const STORE_CLIENT = /(^|[_-])(aws-?cli(-?v\d)?|rclone|s[35]cmd|gsutil|google-cloud-cli|cloud-sdk|azure-cli|azcopy)$/i;

/** What follows a file that grows. */
const FOLLOWS = /\btail\b[^;&|]{0,400} (-\w*[fF]|--follow)/;

/** Containers that ship or fetch files in a folder that they share with another one. */
export function helpersByFiles(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  const folders = [...sharedFolders(view.recognition.pod, view.runners), ...lastingLogs(view)];
  const byPlace = grouped(folders, ({ place }) => place);
  const isWriter = (folder: SharedFolder) => !folder.readOnly && !found.has(folder.container) && !view.recognition.once(printsAgain, folder);
  const writersIn = grouped(folders.filter(isWriter), ({ place }) => place);
  const byFolder = folders.filter(({ container }) => !found.has(container)).flatMap((folder): Helper[] => {
    const isOther = ({ container }: SharedFolder) => container !== folder.container;
    const others = byPlace.get(folder.place)!.filter(isOther);
    const writers = writersIn.get(folder.place) ?? [];
    // What native sidecars keep there is seldom what a reader of logs is for.
    const writer = writers.find(other => isOther(other) && other.container.role === ContainerRole.MAIN) ?? writers.find(isOther);
    const carried = carries(view, folder);
    const unfound = others.filter(other => !found.has(other.container));
    const shipped = writer && carried !== 'here' && (carried === 'away' || shipsFrom(view, folder, others)) ? writer : loggerOf(view, folder, unfound) ?? namedLoggerOf(view, folder, unfound);
    if (shipped) {
      return [shipper(view, folder, shipped)];
    }
    const reader = others.find(other => other.readOnly) ?? (carried === 'here' ? writer : undefined);
    const tie = reader && carried === 'here' ? { reader, file: `volume '${folder.volume}'` } : renewed(view, folder, others) ?? provided(view, folder, others);
    return tie
      ? [{
        container: folder.container,
        direction: 'content',
        why: `it writes ${tie.file}, which '${tie.reader.container.name}' reads`,
        neverEnds: view.neverEnds(folder.container),
      }]
      : [];
  });
  return [...byFolder, ...copiers(view, found)];
}

/** Containers that can only read a folder that outlives the pod, and keep copying it elsewhere: what the writer leaves there at its end is to be copied, too. */
function copiers(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  const folders = view.recognition.pod._found.workload.onEveryNode ? [] : sharedFolders(view.recognition.pod, view.runners, outlivesPod);
  return folders.filter(({ container, readOnly }) => readOnly && !found.has(container)).flatMap((folder): Helper[] => {
    const others = folders.filter(other => other.place === folder.place && other.container !== folder.container);
    const writer = others.find(other => !other.readOnly && !found.has(other.container));
    return writer && view.app?.container !== folder.container && carries(view, folder) === 'away' ? [shipper(view, folder, writer)] : [];
  });
}

function shipper(view: PodView, { container, volume }: SharedFolder, writer: SharedFolder): Helper {
  return {
    container,
    direction: 'shipper',
    why: `it reads what '${writer.container.name}' writes to volume '${volume}'`,
    neverEnds: view.neverEnds(container),
  };
}

/** Folders that outlive the pod, where one who shares them follows a file or is called like a reader of logs; on every node it would be a reader of the node's. */
function lastingLogs(view: PodView): SharedFolder[] {
  const { recognition: { pod }, recognition, runners } = view;
  const follows = (container: PodContainer) => isLogReader(container)
    || FOLLOWS.test(runText(recognition, container) || view.wordsOf(container).join(' '));
  // Few pods have such folders, so that what runs is seldom looked at.
  const folders = pod._found.workload.onEveryNode
    ? []
    : sharedFolders(pod, runners, outlivesPod);
  return folders.length > 0 && runners.some(follows) ? folders : [];
}

/** Whether a volume may hold files when its pod is gone; one that a driver only lets read is filled by nobody in the pod. */
function outlivesPod({ hostPath, persistentVolumeClaim, nfs, csi }: JsonObject): boolean {
  return Boolean(hostPath ?? persistentVolumeClaim ?? nfs) || (isObject(csi) && csi.readOnly !== true);
}

function isLogReader(container: PodContainer): boolean {
  return LOG_READER.test(baseName(repository(container)));
}

/** It tails a file of the folder, or its image is called like a reader of logs. What gets its logs through a Service, or a port and shares no folder of logs, is there for others. */
function shipsFrom(view: PodView, folder: SharedFolder, others: readonly SharedFolder[]): boolean {
  const { container } = folder;
  const isThere = () => !view.faces(container) || isOfLogs(folder) || others.some(isOfLogs);
  const isReader = (isLogReader(container) && isThere()) || keepsUploading(view, folder);
  if (view.recognition.once(printsAgain, folder) && others.some(other => renewsFor(view, other, folder))) {
    return false;
  }
  return view.recognition.once(followsHere, folder) ?? (isReader && !view.targets.has(container) && !readsNode(view, container));
}

/** Whether a loop writes anew, and does not append to, a file that another one prints again and again: that one reads a state, and no log. */
function renewsFor(view: PodView, writer: SharedFolder, reader: SharedFolder): boolean {
  const [writes, prints] = [writer, reader].map(({ container }) => runText(view.recognition, container));
  const loop = writes.search(/\b(while|until|for)\b/);
  const isRenewed = (file: string) => !isLogFile(file) && loop >= 0 && writes.indexOf(file) > loop && prints.includes(`${reader.path}${file.slice(writer.path.length)}`);
  return !isOfLogs(writer) && !isOfLogs(reader) && writtenFiles(view, writer).some(isRenewed);
}

/** Whether a container has a folder of logs, a client of a remote store, and a loop that runs what is not seen: a script of its image, or of a file that is not in the input. */
function keepsUploading(view: PodView, folder: SharedFolder): boolean {
  const { container } = folder;
  return isOfLogs(folder) && STORE_CLIENT.test(baseName(repository(container))) && !view.faces(container) && view.recognition.isEndless(container);
}

/** Whether a container does nothing but follow files of its folder; undefined when it follows none. */
function followsHere(recognition: RecognizedPod, folder: SharedFolder): boolean | undefined {
  const { container, path } = folder;
  const run = recognition.runCommand(container);
  return (run && followsIn(run, container, path)) || recognition.once(printsAgain, folder)
    ? recognition.isEndless(container) && !(run?.script && startsMore(run.script))
    : undefined;
}

/** Whether a command follows a file of a folder with tail, itself or in its script; one that a variable holds may be any that the script names. */
function followsIn({ words, script }: Command, container: PodContainer, folder: string): boolean {
  if (!FOLLOWS.test(words.join(' '))) {
    return false;
  }
  const calls = script ? commandsIn(nodesOf(script.tree)).map(wordsOf) : [words];
  const resolve = script ? resolver(script, container) : (word: string) => word;
  const followed = calls.filter(call => call.some(word => baseName(word) === 'tail')).flat().map(resolve);
  if (calls.some(([name, to = '']) => name === 'cd' && liesIn(to, folder))) {
    return followed.some(word => !/^[-+/]|^\d*$/.test(word) && baseName(word) !== 'tail');
  }
  return followed.some(word => liesIn(word, folder)) || (followed.some(word => word.includes('$')) && words.join(' ').split(/[\s"';]+/).some(word => liesIn(word, folder)));
}

/** It keeps writing a file, or writes it and then only sleeps, and another container is told to read that file, or its folder: a token, a key, a list, a page. */
function renewed(view: PodView, folder: SharedFolder, others: readonly SharedFolder[]): FileTie | undefined {
  const { container } = folder;
  if (folder.readOnly || view.faces(container) || view.app?.container === container) {
    return undefined;
  }
  const isLoop = view.recognition.isEndless(container);
  if (!isLoop && (view.runsToCompletion || !endsInLongSleep(view.recognition, container))) {
    return undefined;
  }
  // What is written once and read by one that serves nothing may be the result of the work.
  const isAgain = isLoop && REPEATS.test(runText(view.recognition, container));
  const serves = ({ writer, reader }: FileTie) => view.faces(reader.container) || servesWebFiles(view, writer, reader);
  return others.filter(other => !isLog(folder, other) && view.program(other.container)?.direction !== 'observer' && writtenFiles(view, other).length === 0 && !shipsFrom(view, other, [folder]))
    .flatMap(reader => fileTie(view, folder, reader) ?? webTie(view, folder, reader) ?? [])
    .find(tie => isAgain || (serves(tie) && (isLoop || (!isLogFile(tie.file) && !isOnlyAwaited(view, tie)))));
}

/** What makes a script do something again and again. */
const REPEATS = /\b(while|until|for|watch|inotifywait|crond?|supercronic)\b/;

/** Both are told one file, or this one a credential, and only this one can write it. A log, or what somebody only looks at, may be read by a helper. */
function provided(view: PodView, folder: SharedFolder, others: readonly SharedFolder[]): FileTie | undefined {
  const hasScript = view.recognition.runCommand(folder.container)?.script !== undefined;
  if (folder.readOnly || hasScript || view.faces(folder.container) || view.app?.container === folder.container) {
    return undefined;
  }
  const isReader = ({ readOnly, container }: SharedFolder) => readOnly && !view.isAsker(container) && !surelySameImage(container, folder.container);
  return others.filter(other => isReader(other) && !isLog(folder, other)).flatMap((reader): FileTie[] => {
    const isAlone = others.length === 1 && !isFilledBefore(view, folder);
    const file = namedByBoth(view, folder, reader) ?? (isAlone && view.hasHelperName(folder.container) ? namedCredential(view, folder) : undefined);
    return file === undefined || /log/i.test(file) ? [] : [{ writer: folder, reader, file }];
  })[0];
}

/** A web server needs not be told the folder that it serves. */
function webTie(view: PodView, folder: SharedFolder, reader: SharedFolder): FileTie | undefined {
  const file = writtenFiles(view, folder).find(one => !/log/i.test(baseName(one)));
  return file !== undefined && servesWebFiles(view, folder, reader) ? { writer: folder, reader, file } : undefined;
}
