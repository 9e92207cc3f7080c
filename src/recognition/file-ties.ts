import type { PodView } from './pod-view';
import type { RecognizedPod } from './recognized';
import { runText } from './script-text';
import { mountedTexts, settingsOf } from './settings';
import { liesIn, SharedFolder } from './shared-files';

/** A file that one container writes and another one is told to read. */
export interface FileTie {
  readonly writer: SharedFolder;
  readonly reader: SharedFolder;
  /** The file as the writer names it. */
  readonly file: string;
}

/** A file that is read as a whole, also by one to whom it grows. */
const PAGE = /\.(html?|json|xml)$/;

/** How scripts write a file: a redirection, or the last word of a tool that copies. What appends is a log, unless it is a page. */
const WRITES = [
  /(?<![>&\d])>{1,2}\s*["']?(\/[^\s"';&|)]+)/g,
  /\b(?:tee|touch)\s+["']?(\/[^\s"';&|)]+)/g,
  /\b(?:cp|mv|ln|install|rsync)\b[^;&|\n]{0,200}\s["']?(\/[^\s"';&|)]+)["']?\s*(?=[;&|\n)]|$)/g,
  /\s(?:-o|-O|--output|--out|--output-document|--file|--outfile|-out|-C|-d)[= ]["']?(\/[^\s"';&|)]+)/g,
];

/** The files of its folder that a container's script writes. */
export function writtenFiles({ recognition }: PodView, { container, path }: SharedFolder): string[] {
  const text = runText(recognition, container);
  const found = text.includes(path) ? WRITES.flatMap(pattern => [...text.matchAll(pattern)].map(([, file]) => file)) : [];
  return [...new Set(found)].filter(file => liesIn(file, path) && (PAGE.test(file) || !text.includes(`>> ${file}`) && !text.includes(`>>${file}`)));
}

/** The paths in its folder that a container is told, relative to the folder. */
function namedPaths({ recognition }: PodView, folder: SharedFolder): ReadonlySet<string> {
  return recognition.once(readNamedPaths, folder);
}

function readNamedPaths(recognition: RecognizedPod, { container, path }: SharedFolder): ReadonlySet<string> {
  const texts = [...settingsOf(recognition, container).map(({ value }) => value), ...mountedTexts(recognition, container)];
  const words = texts.flatMap(text => text.includes(path) ? text.split(/[\s"';,()=:<>]+/) : []);
  return new Set(words.filter(word => liesIn(word, path)).map(word => relative(word, path)));
}

/** Whether a container is told any path in its folder. */
export function namesPaths(view: PodView, folder: SharedFolder): boolean {
  return namedPaths(view, folder).size > 0;
}

/** Whether a setting of a container is its folder itself. */
export function namesFolder({ recognition }: PodView, { container, path }: SharedFolder): boolean {
  return settingsOf(recognition, container).some(({ name, value, isScript }) => !isScript && name !== '' && liesIn(value, path) && relative(value, path) === '');
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

/** A file that two containers name in a folder that they share, where nothing shows which of them writes it. */
export function namedByBoth(view: PodView, one: SharedFolder, other: SharedFolder): string | undefined {
  const others = namedPaths(view, other);
  for (const path of others.size === 0 ? [] : namedPaths(view, one)) {
    if (path.length > 1 && others.has(path)) {
      return `${one.path.replace(/(?<!\/)\/+$/, '')}${path}`;
    }
  }
  return undefined;
}

function relative(path: string, folder: string): string {
  return path.slice(folder.replace(/(?<!\/)\/+$/, '').length).replace(/(?<!\/)\/+$/, '');
}
