import { isUtf8 } from 'node:buffer';
import { Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, posix, resolve, sep } from 'node:path';
import { isIn, oddKind, realPath } from './file-kind';
import { messageOf } from '../../data/error-message';
import { InputProblem } from '../../yaml/problem';

/** The path that stands for standard input. */
export const STDIN = '-';

/** The name of standard input in messages. */
export const STDIN_NAME = '<stdin>';

/** A file to read. */
export interface FileToRead {
  /** The path to read, as the user would write it. */
  readonly file: string;
  /** The path relative to the input folder, with forward slashes, or the file's name: `--out` uses it for the result. */
  readonly relative: string;
}

/** The files that paths resolve to, and problems with the paths. */
export interface FoundFiles {
  readonly files: FileToRead[];
  readonly problems: InputProblem[];
}

const MANIFEST = /\.(ya?ml|json)$/i;

const WORDS: { readonly [code: string]: string } = {
  ENOENT: 'no such file or folder: check the path',
  EACCES: 'permission denied: change its permissions, or run as a user who can read it',
  EPERM: 'permission denied: change its permissions, or run as a user who can read it',
};

/** Resolves paths to files: a folder stands for all manifests in it and its subfolders. A file that is passed twice counts once. */
export function findFiles(paths: readonly string[]): FoundFiles {
  const found: FoundFiles = { files: [], problems: [] };
  const seen = new Set<string>();
  for (const path of paths) {
    for (const candidate of path === STDIN ? [{ file: STDIN, relative: STDIN }] : filesOf(path, found.problems)) {
      const key = candidate.file === STDIN ? STDIN : resolve(candidate.file);
      if (!seen.has(key)) {
        seen.add(key);
        found.files.push(candidate);
      }
    }
  }
  return found;
}

/** Reads a file as UTF-8; keeps a byte order mark, so that unchanged text is written back unchanged. */
export function readText(file: string): string | InputProblem {
  try {
    return decode(file, readFileSync(file));
  } catch (error) {
    return unreadable(file, error);
  }
}

/** Decodes bytes as UTF-8, the only encoding that Kubernetes accepts. */
export function decode(file: string, bytes: Uint8Array): string | InputProblem {
  return isUtf8(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
    : { file, message: 'not a UTF-8 text file: save it as UTF-8, or leave it out' };
}

function filesOf(path: string, problems: InputProblem[]): FileToRead[] {
  try {
    const stats = statSync(path);
    // A FIFO that is named is meant, as in `check <(kubectl get pod web -o yaml)`.
    const odd = stats.isFIFO() ? undefined : oddKind(stats);
    if (odd !== undefined) {
      problems.push(notRegular(path, odd));
      return [];
    }
    if (!stats.isDirectory()) {
      return [{ file: path, relative: basename(path) }];
    }
  } catch (error) {
    problems.push(unreadable(path, error));
    return [];
  }
  const before = problems.length;
  const files = [...walk(path, '', problems)].sort((a, b) => Number(a.relative > b.relative) - Number(a.relative < b.relative));
  if (files.length === 0 && problems.length === before) {
    problems.push({ file: path, message: 'no .yaml, .yml or .json file in this folder: pass a folder that contains manifests, or a file' });
  }
  return files;
}

/** Walks a folder. Follows links to files in it but not to folders, which can form a cycle. */
function* walk(root: string, folder: string, problems: InputProblem[]): Generator<FileToRead> {
  const here = join(root, folder);
  try {
    for (const entry of readdirSync(here, { withFileTypes: true })) {
      const relative = posix.join(folder.split(sep).join('/'), entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) {
        yield* walk(root, relative, problems);
      } else if (!entry.isDirectory() && MANIFEST.test(entry.name) && isToRead(entry, root, join(root, relative), problems)) {
        yield { file: join(root, relative), relative };
      }
    }
  } catch (error) {
    problems.push(unreadable(here, error));
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
