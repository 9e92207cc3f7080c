import { carries } from './carriers';
import { baseName } from './commands';
import { FileTie, fileTie, namedByBoth, writtenFiles } from './file-ties';
import type { Helper } from './helper';
import { commandsIn, nodesOf, SimpleCommand, wordsOf } from './leftovers/shell-walk';
import { commandName } from './leftovers/sources';
import { readsNode } from './node-agents';
import { isProbed, PodView, repository, sameImage } from './pod-view';
import { runText } from './script-text';
import { mountedTexts } from './settings';
import { liesIn, SharedFolder, sharedFolders } from './shared-files';
import { listOf } from '../data/json';
import { PodContainer } from '../kubernetes/pod';

const LOG_READER = /fluent|filebeat|logstash|promtail|elastic-agent|remote[-_]?syslog|rsyslog|syslog-ng|log-?(ship|forward|agent|router|collect|tail|stream)|(^|[/_-])tail(er|ing)?($|[_-])/i;
const WEB_SERVER = /(^|\/)(nginx|nginx-unprivileged|nginx-\d+|httpd|caddy|lighttpd)$/;

/** What follows a file that grows. */
const FOLLOWS = /\btail\b[^;&|]{0,400} (-\w*[fF]|--follow)/;

/** Containers that ship or fetch files in a folder that they share with another one. */
export function helpersByFiles(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  const folders = [...sharedFolders(view.recognition.pod, view.runners), ...lastingLogs(view)];
  return folders.filter(({ container }) => !found.has(container)).flatMap((folder): Helper[] => {
    const others = folders.filter(other => other.volume === folder.volume && other.container !== folder.container);
    const writer = others.find(other => !other.readOnly && !found.has(other.container));
    const carried = carries(view, folder);
    if (writer && (carried === 'away' || shipsFrom(view, folder))) {
      return [{
        container: folder.container,
        direction: 'shipper',
        why: `it reads what '${writer.container.name}' writes to volume '${folder.volume}'`,
        neverEnds: view.neverEnds(folder.container),
      }];
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
}

/** Folders that outlive the pod, where one who shares them follows a file or is called like a reader of logs; on every node it would be a reader of the node's. */
function lastingLogs({ recognition, runners }: PodView): SharedFolder[] {
  const { pod } = recognition;
  const follows = (container: PodContainer) => LOG_READER.test(repository(container)) || FOLLOWS.test(runText(recognition, container));
  // Few pods have such folders, so that what runs is seldom looked at.
  const folders = pod._found.workload.onEveryNode
    ? []
    : sharedFolders(pod, runners, volume => volume.hostPath !== undefined || volume.persistentVolumeClaim !== undefined);
  return folders.length > 0 && runners.some(follows) ? folders : [];
}

/** It tails a file of the folder, or its image is called like a reader of logs. What gets its logs through a Service is there for others. */
function shipsFrom(view: PodView, { container, path }: SharedFolder): boolean {
  const { recognition, targets } = view;
  const run = recognition.commands(container).find(command => command.moment === 'run');
  const text = run?.words.join(' ') ?? '';
  const tails = FOLLOWS.test(text) && text.split(/[\s"';]+/).some(word => liesIn(word, path));
  return tails || printsAgain(view, container, path)
    ? recognition.isEndless(container) && !startsMore(text)
    : LOG_READER.test(repository(container)) && !targets.has(container) && !readsNode(view, container);
}

/** Commands of a script that does nothing but print files. */
const PRINTING = /^(cat|tail|head|grep|egrep|sed|awk|cut|tr|jq|wc|echo|printf|sleep|date|true|:|\[|test|ls|set|trap|exit|cd)$/;

/** It does nothing but print a file of the folder, again and again; what else it writes goes to another file. */
function printsAgain({ recognition }: PodView, container: PodContainer, path: string): boolean {
  const script = recognition.runCommand(container)?.script;
  if (!script || !/\b(cat|tail|head)\b/.test(script.text) || !script.text.includes(path)) {
    return false;
  }
  const commands = commandsIn(nodesOf(script.tree));
  const printed = (command: SimpleCommand) => /^(cat|tail|head)$/.test(commandName(wordsOf(command))) ? wordsOf(command).filter(word => liesIn(word, path)) : [];
  const files = commands.flatMap(printed);
  return files.length > 0 && commands.every(command => PRINTING.test(commandName(wordsOf(command)))
    && !writtenBy(command).some(file => printed(command).length > 0 || files.includes(file)));
}

function writtenBy({ redirects }: SimpleCommand): string[] {
  return redirects.flatMap(redirect => redirect.type === 'Redirect' && /^(>|>>|>\||&>)$/.test(redirect.operator) && !redirect.target?.value.startsWith('/dev/')
    ? [redirect.target?.value ?? ''] : []);
}

/** It starts something else in the background, whose own log it then tails. */
function startsMore(text: string): boolean {
  return text.includes('&') && text.split(/[\n;]|&&/).some(part => /[^>&]&\s*$/.test(part) && !/\btail\b/.test(part));
}

/** Whether one container can write the files that another one, a web server that does nothing else, serves. That it writes them is not seen. */
export function servesWebFiles(view: PodView, folder: SharedFolder, reader: SharedFolder): boolean {
  const isApp = view.faces(folder.container) || isProbed(folder.container) || folder.container.spec.lifecycle;
  return !folder.readOnly && !isApp && !isLog(folder, reader)
    && WEB_SERVER.test(repository(reader.container)) && servesFilesOnly(view, reader.container);
}

/** It keeps writing a file, and another container is told to read that file, or its folder: a token, a key, a list, a page. */
function renewed(view: PodView, folder: SharedFolder, others: readonly SharedFolder[]): FileTie | undefined {
  if (folder.readOnly || view.faces(folder.container) || view.app?.container === folder.container || !view.recognition.isEndless(folder.container)) {
    return undefined;
  }
  return others.filter(other => !isLog(folder, other) && writtenFiles(view, other).length === 0 && !shipsFrom(view, other))
    .flatMap(reader => fileTie(view, folder, reader) ?? webTie(view, folder, reader) ?? [])[0];
}

/** Both are told one file by settings, and only this one can write it. A log, or what somebody only looks at, may be read by a helper. */
function provided(view: PodView, folder: SharedFolder, others: readonly SharedFolder[]): FileTie | undefined {
  const hasScript = view.recognition.runCommand(folder.container)?.script !== undefined;
  if (folder.readOnly || hasScript || view.faces(folder.container) || view.app?.container === folder.container) {
    return undefined;
  }
  const isReader = ({ readOnly, container }: SharedFolder) => readOnly && !view.isAsker(container) && !sameImage(container, folder.container);
  return others.filter(other => isReader(other) && !isLog(folder, other)).flatMap((reader): FileTie[] => {
    const file = namedByBoth(view, folder, reader);
    return file === undefined || /log/i.test(file) ? [] : [{ writer: folder, reader, file }];
  })[0];
}

/** A web server needs not be told the folder that it serves. */
function webTie(view: PodView, folder: SharedFolder, reader: SharedFolder): FileTie | undefined {
  const file = writtenFiles(view, folder).find(one => !/log/i.test(baseName(one)));
  return file !== undefined && servesWebFiles(view, folder, reader) ? { writer: folder, reader, file } : undefined;
}

/** Where web servers have their pages. */
const WEB_ROOT = /\/(html|htdocs|www|wwwroot|public_html)(\/|$)/;

/** Whether a folder that two share is one of logs; one from which a web server serves pages is none, whatever the other one calls it. */
function isLog(one: SharedFolder, other: SharedFolder): boolean {
  return /log/i.test(one.path + other.path) && ![one, other].some(({ path }) => WEB_ROOT.test(path));
}

/** The web server mounts no configuration that could make it forward requests. */
function servesFilesOnly({ recognition }: PodView, container: PodContainer): boolean {
  const mounted = new Set(listOf(container.spec.volumeMounts).map(mount => mount.name));
  const configs = listOf(recognition.pod.spec.volumes)
    .filter(volume => mounted.has(volume.name) && (volume.configMap ?? volume.secret ?? volume.projected));
  const texts = mountedTexts(recognition, container);
  return container.spec.command === undefined
    && (configs.length === 0 || (texts.length >= configs.length && !texts.some(text => /_pass\b|ProxyPass|reverse_proxy/.test(text))));
}
