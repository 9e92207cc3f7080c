import { realpathSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { FileToRead, STDIN } from '../io/files';
import { usageError } from '../io/io';
import { writeError } from '../io/write-error';

/** The output path for a file. */
export function targetOf({ file, relative }: FileToRead, out: string): string {
  return join(out, file === STDIN ? 'stdin.yaml' : relative);
}

/** Excludes the results of an earlier run if the output folder is inside the input: they would be migrated again, one folder deeper each time. */
export function withoutEarlierResults(files: readonly FileToRead[], out: string): FileToRead[] {
  const folder = resolve(out);
  return files.filter(({ file, relative }) => {
    const path = resolve(file);
    return file === STDIN || !isIn(path, folder) || isIn(path.slice(0, -relative.length), folder);
  });
}

/** Rejects, before anything is written, an output folder in which a result would overwrite an input or another result. */
export function rejectCollisions(files: readonly FileToRead[], out: string): void {
  const inputs = new Map(files.filter(({ file }) => file !== STDIN).map(({ file }) => [realPath(file), file]));
  const sources = new Map<string, string>();
  for (const file of files) {
    const target = realPath(targetOf(file, out));
    const input = inputs.get(target);
    if (input !== undefined) {
      throw usageError(`--out ${out} would overwrite ${input}: pass another folder, or use --write to change the files in place`);
    }
    const other = sources.get(target);
    if (other !== undefined) {
      throw usageError(`${other} and ${file.file} would both be written to ${targetOf(file, out)}: pass their parent folder, or migrate them one at a time`);
    }
    sources.set(target, file.file);
  }
}

/** Rejects, before anything is written, a path that cannot be a file: at the end of a long run it would be too late. */
export function rejectUnusablePath(file: string): void {
  if (isFolder(file)) {
    throw writeError(file, { code: 'EISDIR' });
  }
}

function isFolder(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    // A parent folder is a file or is not accessible.
    throw writeError(file, error);
  }
}

/** The path without symbolic links, so that one file does not count as two; a path that does not exist is returned as it is. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
