import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isMigrationJson } from './json';
import { remembering } from '../../data/remember';
import { identityOf, isIn, realPath } from '../io/file-kind';
import { FileToRead, STDIN } from '../io/files';
import { usageError } from '../io/io';
import { tryJson } from '../io/try-json';
import { writeError } from '../io/write-error';

/** The output path for a file. */
export function targetOf({ file, relative }: FileToRead, out: string): string {
  return join(out, file === STDIN ? 'stdin.yaml' : relative);
}

/** Excludes the results of an earlier run if the output folder is inside the input: they would be migrated again, one folder deeper each time. */
export function withoutEarlierResults(files: readonly FileToRead[], out: string): FileToRead[] {
  const folder = realPath(out);
  const realFolder = remembering(path => realPath(path), 100_000);
  return files.filter(({ file, relative }) => {
    const path = resolve(file);
    const input = realFolder(path.slice(0, -relative.length));
    return file === STDIN || !isIn(join(input, relative), folder) || isIn(input, folder);
  });
}

/** Rejects, before anything is written, an output folder in which a result would overwrite an input or another result. */
export function rejectCollisions(files: readonly FileToRead[], out: string): void {
  const inputs = new Map(files.filter(({ file }) => file !== STDIN).map(({ file }) => [identityOf(file), file]));
  const sources = new Map<string, string>();
  for (const file of files) {
    const target = identityOf(targetOf(file, out));
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

/**
 * Rejects, before anything is written, a report that would replace an input or a result. A report of an earlier run may be replaced.
 *
 * @param option the option that names the report
 * @param out the folder of the results, if there are any
 */
export function rejectReportOver(option: string, report: string, files: readonly FileToRead[], out?: string): void {
  const own = identityOf(report);
  const input = files.find(({ file }) => file !== STDIN && identityOf(file) === own);
  if (input && !isReport(report)) {
    throw usageError(`${option} ${report} would overwrite ${input.file}, which is an input: pass another path`);
  }
  const result = out === undefined || out === '-' ? undefined : files.find(file => identityOf(targetOf(file, out)) === own);
  if (result) {
    throw usageError(`${option} ${report} would overwrite the result for ${result.file}: pass another path`);
  }
}

/** Whether a file is a report as JSON. */
function isReport(file: string): boolean {
  return isMigrationJson(tryJson(readFileSync(file, 'utf8')));
}

function isFolder(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    // A parent folder is a file or is not accessible.
    throw writeError(file, error);
  }
}
