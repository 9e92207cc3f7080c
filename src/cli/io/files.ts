import { isUtf8 } from 'node:buffer';
import { Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, posix, resolve, sep } from 'node:path';
import { FileFilter } from './file-filter';
import { isIn, oddKind, realPath } from './file-kind';
import { Passed } from '../../core/skipped';
import { messageOf } from '../../data/error-message';
import { pushAll } from '../../data/push-all';
import { foreignText } from '../../yaml/foreign';
import { InputProblem } from '../../yaml/problem';

/** The path that stands for standard input. */
export const STDIN = '-';

/** The name of standard input in messages. */
export const STDIN_NAME = '<stdin>';

/**
 * Tells that standard input is empty, as each command does.
 *
 * @param so what follows from it, as the rest of a sentence
 * @param or what else the user can do
 */
export function emptyInput(so: string, or?: string): InputProblem {
  return { file: STDIN_NAME, message: `empty, so ${so}: see why the command before it printed nothing${or === undefined ? '' : `, or ${or}`}` };
}

/** A file to read. */
export interface FileToRead {
  /** The path to read, as the user would write it. */
  readonly file: string;
  /** The path relative to the input folder, with forward slashes, or the file's name: `--out` uses it for the result. */
  readonly relative: string;
  /** How the user passed it. */
  readonly passed: Passed;
  /** The folder that the user named, if it is a file of one. */
  readonly root?: string;
}

/** The files that paths resolve to, and problems with the paths. */
export interface FoundFiles {
  readonly files: FileToRead[];
  readonly problems: InputProblem[];
  /** Files that the user's settings leave out. */
  readonly ignored: string[];
}

const MANIFEST = /\.(ya?ml|json)$/i;

const WORDS: { readonly [code: string]: string } = {
  ENOENT: 'no such file or folder: check the path',
  EACCES: 'permission denied: change its permissions, or run as a user who can read it',
  EPERM: 'permission denied: change its permissions, or run as a user who can read it',
};

/**
 * Resolves paths to files: a folder stands for all manifests in it and its subfolders. A file that is passed twice counts once.
 *
 * @param filter which files of folders are left out
 * @param allowEmpty whether a folder without a manifest is fine
 */
export function findFiles(paths: readonly string[], filter: FileFilter = FileFilter.ALL, allowEmpty = false): FoundFiles {
  const found: FoundFiles = { files: [], problems: [], ignored: [] };
  const empty: EmptyFolder[] = [];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const candidate of path === STDIN ? [{ file: STDIN, relative: STDIN, passed: 'as output' as const }] : filesOf(path, found, filter, empty)) {
      const key = candidate.file === STDIN ? STDIN : resolve(candidate.file);
      if (!seen.has(key)) {
        seen.add(key);
        found.files.push(candidate.passed === 'alone' && paths.length > 1 ? { ...candidate, passed: 'with others' } : candidate);
      }
    }
  }
  if (!allowEmpty) {
    // A folder of several may be left out as a whole, but not all of them.
    pushAll(found.problems, empty.filter(({ isLeftOut }) => !isLeftOut || found.files.length === 0).map(emptyFolder));
  }
  return found;
}

/** A folder without a manifest to read. */
interface EmptyFolder {
  readonly path: string;
  /** It has manifests, but the settings of the user leave them out. */
  readonly isLeftOut: boolean;
}

function emptyFolder({ path, isLeftOut }: EmptyFolder): InputProblem {
  return {
    file: path,
    message: isLeftOut
      ? 'everything in this folder is left out by --exclude, the configuration or a .gitignore file: change the patterns, or pass --no-gitignore'
      : 'no .yaml, .yml or .json file in this folder: pass a folder that contains manifests, or a file',
  };
}

/** Reads a file as UTF-8; keeps a byte order mark, so that unchanged text is written back unchanged. */
export function readText(file: string): string | InputProblem {
  try {
    return isEndless(file) ? notRegular(file, 'a device') : decode(file, readFileSync(file));
  } catch (error) {
    return unreadable(file, error);
  }
}

/** Whether reading a file may never end, such as a configuration that is a link to `/dev/zero`; `/dev/null` is empty, and what a process has open is meant. */
function isEndless(file: string): boolean {
  return oddKind(statSync(file)) === 'a device' && !/^\/dev\/(null|stdin|fd\/\d+)$/.test(file);
}

/** Decodes bytes as UTF-8, the only encoding that Kubernetes accepts. */
export function decode(file: string, bytes: Uint8Array): string | InputProblem {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(bytes)) {
    return buffer.toString('utf8');
  }
  // Of a manifest in another encoding, the keys can still be read.
  const isText = foreignText(buffer.toString('latin1').replaceAll('\0', '')) === undefined;
  return { file, message: 'not a UTF-8 text file: save it as UTF-8, or leave it out', ...(isText ? {} : { foreign: 'encrypted or binary file' }) };
}

function filesOf(path: string, found: FoundFiles, filter: FileFilter, empty: EmptyFolder[]): FileToRead[] {
  const { problems, ignored } = found;
  try {
    const stats = statSync(path);
    // A FIFO that is named is meant, as in `check <(kubectl get pod web -o yaml)`.
    const odd = stats.isFIFO() ? undefined : oddKind(stats);
    if (odd !== undefined) {
      problems.push(notRegular(path, odd));
      return [];
    }
    if (!stats.isDirectory()) {
      return [{ file: path, relative: basename(path), passed: stats.isFIFO() ? 'as output' : 'alone' }];
    }
  } catch (error) {
    problems.push(unreadable(path, error));
    return [];
  }
  const before = { problems: problems.length, ignored: ignored.length };
  const files = [...walk(path, '', { ...found, filter: filter.in(path) })].sort((a, b) => Number(a.relative > b.relative) - Number(a.relative < b.relative));
  if (files.length === 0 && problems.length === before.problems) {
    empty.push({ path, isLeftOut: ignored.length > before.ignored });
  }
  return files;
}

/** What a walk needs at each folder. */
interface Walk extends FoundFiles {
  readonly filter: FileFilter;
}

/** Walks a folder. Follows links to files in it but not to folders, which can form a cycle. */
function* walk(root: string, folder: string, { filter: above, ...found }: Walk): Generator<FileToRead> {
  const here = join(root, folder);
  try {
    const entries = readdirSync(here, { withFileTypes: true });
    // As git does, not through a link: it may lead out of the folder, or to a device that never ends.
    const filter = entries.some(entry => entry.name === '.gitignore' && entry.isFile()) ? above.withFolder(here, folder) : above;
    for (const entry of entries) {
      const relative = posix.join(folder.split(sep).join('/'), entry.name);
      const isFolder = entry.isDirectory();
      if (isFolder ? entry.name === 'node_modules' || entry.name.startsWith('.') : !MANIFEST.test(entry.name)) {
        continue;
      }
      if (filter.ignores(relative, isFolder)) {
        found.ignored.push(join(root, relative));
      } else if (isFolder) {
        yield* walk(root, relative, { ...found, filter });
      } else if (isToRead(entry, root, join(root, relative), found.problems)) {
        yield { file: join(root, relative), relative, passed: 'by folder', root };
      }
    }
  } catch (error) {
    found.problems.push(unreadable(here, error));
  }
}

/** Whether to read an entry of a folder: reading a device or a FIFO may never end, and a link may lead to what the user did not pass. */
function isToRead(entry: Dirent, root: string, file: string, problems: InputProblem[]): boolean {
  if (entry.isFile()) {
    return true;
  }
  try {
    const stats = statSync(file);
    const odd = oddKind(stats);
    const target = realPath(file);
    if (odd !== undefined) {
      problems.push(notRegular(file, odd));
    } else if (stats.isFile() && !isIn(target, realPath(root))) {
      problems.push({ file, message: `a link to ${target}, which is not in ${root}: pass that file too, or remove the link` });
      return false;
    }
    return stats.isFile();
  } catch {
    // Reading it reports the problem.
    return true;
  }
}

function notRegular(file: string, kind: string): InputProblem {
  return { file, message: `${kind}, not a regular file: leave it out, or pass its content through standard input` };
}

function unreadable(file: string, error: unknown): InputProblem {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return { file, message: WORDS[code] ?? `cannot be read: ${messageOf(error)}` };
}
