import type { PodView } from './pod-view';
import type { RecognizedPod } from './recognized';
import { ownRunText, runText } from './script-text';
import { mountedTexts, settingsOf } from './settings';
import { isOfLogs, liesIn, SharedFolder } from './shared-files';
import type { PodContainer } from '../kubernetes/pod';

/** A file that one container writes and another one is told to read. */
export interface FileTie {
  readonly writer: SharedFolder;
  readonly reader: SharedFolder;
  /** The file as the writer names it. */
  readonly file: string;
}

/** A file that is read as a whole, also by one to whom it grows. */
const PAGE = /\.(html?|json|xml)$/;

/** How scripts write a file: a redirection, the last word of a tool that copies, the terminal that socat links. What appends is a log, unless it is a page outside of a folder of logs. */
const WRITES = [
  /(?<![>&\d])>{1,2}\s*["']?(\/[^\s"';&|)]+)/g,
  /\b(?:tee|touch)\s+["']?(\/[^\s"';&|)]+)/g,
  /\b(?:cp|mv|ln|install|rsync)\b[^;&|\n]{0,200}\s["']?(\/[^\s"';&|)]+)["']?\s*(?=[;&|\n)]|$)/g,
  /\bpty,[^\s"']{0,200}?\blink=(\/[^\s"',;&|)]+)/gi,
  /\s(?:-o|-O|--output|--out|--output-document|--file|--outfile|-out|-C|-d)[= ]["']?(\/[^\s"';&|)]+)/g,
];

/** How the configuration of a web server names its logs. */
const WEB_LOG = /\b(?:access_log|error_log|CustomLog|ErrorLog)\s+["']?(\/[^\s"';]+)/g;

/** Whether the configuration of a container says where its logs go. */
export function tellsLogs({ recognition }: PodView, container: PodContainer): boolean {
  return mountedTexts(recognition, container).some(text => text.search(WEB_LOG) >= 0);
}

/** The files of its folder that a container's script writes, without logs. */
export function writtenFiles(view: PodView, folder: SharedFolder): string[] {
  const text = ownRunText(view.recognition, folder.container);
  return scriptFiles(view, folder).filter(file => (PAGE.test(file) && !isOfLogs(folder)) || !text.includes(`>> ${file}`) && !text.includes(`>>${file}`));
}

/** All files of its folder that a container's script writes. */
function scriptFiles({ recognition }: PodView, folder: SharedFolder): string[] {
  return recognition.once(readScriptFiles, folder);
}

function readScriptFiles(recognition: RecognizedPod, { container, path }: SharedFolder): string[] {
  const text = ownRunText(recognition, container);
  return text.includes(path) ? pathsIn(text, WRITES, path) : [];
}

/** Whether a container's script is seen writing any file of its folder. */
export function writesFiles(view: PodView, folder: SharedFolder): boolean {
  return scriptFiles(view, folder).length > 0;
}

/** Whether a container is seen writing a file, which another one names in the folder that they share: by its script, or as a log of a web server. */
export function writesFile(view: PodView, writer: SharedFolder, named: string, reader: SharedFolder): boolean {
  const path = relative(named, reader.path);
  const logs = mountedTexts(view.recognition, writer.container).flatMap(text => pathsIn(text, [WEB_LOG], writer.path));
  return !writer.readOnly && [...scriptFiles(view, writer), ...logs].some(file => relative(file, writer.path) === path);
}

/** The paths in a folder that patterns find in a text. */
function pathsIn(text: string, patterns: readonly RegExp[], folder: string): string[] {
  const found = patterns.flatMap(pattern => [...text.matchAll(pattern)].map(([, file]) => file));
  return [...new Set(found)].filter(file => liesIn(file, folder));
}

/** The paths in its folder that a container is told, relative to the folder. */
export function namedPaths({ recognition }: PodView, folder: SharedFolder): ReadonlySet<string> {
  return recognition.once(readNamedPaths, folder);
}

function readNamedPaths(recognition: RecognizedPod, { container, path }: SharedFolder): ReadonlySet<string> {
  const texts = [...settingsOf(recognition, container).map(({ value }) => value), ...mountedTexts(recognition, container)];
  const words = texts.flatMap(text => text.includes(path) ? text.split(/[\s"';,()=:<>]+/) : []);
  // An address such as `file:///data/a` names the file behind its slashes.
  return new Set(words.map(word => word.replace(/^\/{2,}/, '/')).filter(word => liesIn(word, path)).map(word => relative(word, path)));
}

/** Whether a container is told any path in its folder. */
export function namesPaths(view: PodView, folder: SharedFolder): boolean {
  return namedPaths(view, folder).size > 0;
}

/** Whether a setting of a container, with a certain name or any, is its folder itself. */
export function namesFolder({ recognition }: PodView, { container, path }: SharedFolder, named = /./): boolean {
  return settingsOf(recognition, container).some(({ name, value, isScript }) => !isScript && named.test(name) && liesIn(value, path) && relative(value, path) === '');
}

/** Names of settings and files that hold what opens a door: a token, a key, a certificate. */
const CREDENTIAL = /token|credential|secret|passw|kubeconfig|(^|[-_./])(jwt|key|cert|certificate|svid)s?($|[-_./])/i;

/** The file with a credential in its folder that a setting of a container names; undefined if there is none. */
export function namedCredential({ recognition }: PodView, { container, path }: SharedFolder): string | undefined {
  return settingsOf(recognition, container).find(({ name, value, isScript }) => !isScript && name !== '' && liesIn(value, path) && relative(value, path) !== ''
    && CREDENTIAL.test(name + relative(value, path)))?.value;
}

/** Whether a container is told its folder itself, or all that is in it, also by a word of a script: `/data/*`. */
export function mentionsFolder(view: PodView, folder: SharedFolder): boolean {
  return [...namedPaths(view, folder)].some(path => path === '' || path === '/*');
}

/** What lies in its folder, other than a socket, that a container is told. */
export function namedFiles(view: PodView, folder: SharedFolder): string[] {
  return [...namedPaths(view, folder)].filter(path => /^\/\w/.test(path) && !/\.sock(et)?$/.test(path)).map(path => `${folder.path.replace(/(?<!\/)\/+$/, '')}${path}`);
}

/** The file that a container writes into a folder, and that another one names, itself or by a folder that holds it; undefined when neither is seen. */
export function fileTie(view: PodView, writer: SharedFolder, reader: SharedFolder): FileTie | undefined {
  const named = [...namedPaths(view, reader)];
  const file = writtenFiles(view, writer).find(one => named.some(path => liesIn(relative(one, writer.path), path)));
  return file === undefined ? undefined : { writer, reader, file };
}

/** Whether the script of the reader only looks whether the file is there, as one that waits until another one is ready. */
export function isOnlyAwaited({ recognition }: PodView, { writer, reader, file }: FileTie): boolean {
  const parts = runText(recognition, reader.container).split(`${reader.path.replace(/(?<!\/)\/+$/, '')}${relative(file, writer.path)}`);
  return parts.length > 1 && parts.slice(0, -1).every(before => /-[a-z]\s+["']?$/.test(before));
}

/** A file that two containers name in a folder that they share, where nothing shows which of them writes it. */
export function namedByBoth(view: PodView, one: SharedFolder, other: SharedFolder): string | undefined {
  const others = namedPaths(view, other);
  const path = others.size === 0 ? undefined : [...namedPaths(view, one)].find(named => named.length > 1 && others.has(named));
  return path === undefined ? undefined : `${one.path.replace(/(?<!\/)\/+$/, '')}${path}`;
}

/** A file of a folder that two share, as the other one sees it. */
export function asSeenBy(other: SharedFolder, file: string, one: SharedFolder): string {
  return `${other.path.replace(/(?<!\/)\/+$/, '')}${relative(file, one.path)}`;
}

/** A path in a folder, from that folder: `/token`. */
export function relative(path: string, folder: string): string {
  return path.slice(folder.replace(/(?<!\/)\/+$/, '').length).replace(/(?<!\/)\/+$/, '');
}
