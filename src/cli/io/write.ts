import {
  accessSync, appendFileSync, chmodSync, closeSync, constants, fchmodSync, fchownSync, fstatSync, fsyncSync, openSync, readdirSync, readFileSync,
  renameSync, rmSync, Stats, statSync, writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDescriptor, isIn, oddKind, realPath } from './file-kind';

/** Thrown when a file is no longer what was read: somebody has changed it, and that change must not be lost. */
export class ChangedMeanwhile extends Error {}

/** How to open a file that must not be a link; Windows does not know it. */
const NO_LINK = constants.O_RDONLY + (constants.O_NOFOLLOW ?? 0);

/** A temporary file of this command, with the id of the process that made it. */
const TEMPORARY = /^\..+\.cdk8s-sidecars-(\d+)(?:-\d+)?\.tmp$/;
const tidied = new Set<string>();

/**
 * Writes a file atomically: it always has either the old or the new content, even if the process is killed.
 *
 * A symbolic link stays a link: its target is written. The permissions and, as far as this user may set it, the owner do not change.
 * What is no regular file stays what it is: the text is written to a FIFO or a device, as a redirection of a shell does.
 *
 * @param file the file
 * @param text its new content
 * @param before its content as it was read; if it has another one now, nothing is written
 * @param folder the folder that it must be in; a link may have taken its place since it was found there
 */
export function writeAtomically(file: string, text: string, before?: string, folder?: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found && (isDescriptor(file) || oddKind(found) !== undefined)) {
    writeThrough(file, text, found, before);
    return;
  }
  const target = realPath(file);
  if (folder !== undefined && !isIn(target, realPath(folder))) {
    throw new ChangedMeanwhile(`it is a link to ${target} now, which is not in ${folder}: see who changes the folder, and run the command again`);
  }
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats) {
    // A rename would replace a read-only file.
    accessSync(target, constants.W_OK);
  }
  removeOrphans(dirname(target));
  const { handle, temporary } = openBeside(target, stats?.mode);
  try {
    try {
      writeFileSync(handle, text);
      if (stats) {
        keepOwner(handle, stats);
        keepMode(handle, temporary, stats.mode % 0o10000);
      }
      unlessForbidden(() => fsyncSync(handle));
    } finally {
      closeSync(handle);
    }
    if (before !== undefined && contentOf(target) !== before) {
      throw new ChangedMeanwhile('it was changed by another program meanwhile: run the command again');
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The content of a file that must not be a link. */
function contentOf(file: string): string {
  const handle = openSync(file, NO_LINK);
  try {
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}

/** Writes to what cannot be replaced. It is opened to append: what another program has written to the same descriptor must stay. */
function writeThrough(file: string, text: string, stats: Stats, before: string | undefined): void {
  if (before !== undefined || stats.isSocket() || stats.isBlockDevice()) {
    throw new Error(`it is ${oddKind(stats) ?? 'an open file'}, not a regular file: choose another path`);
  }
  appendFileSync(file, text);
}

/** Creates a new file in the same folder: a rename is atomic only within a folder. */
function openBeside(target: string, mode: number | undefined): { readonly handle: number; readonly temporary: string } {
  for (let attempt = 0; ; attempt++) {
    const temporary = join(dirname(target), `.${basename(target)}.cdk8s-sidecars-${process.pid}${attempt === 0 ? '' : `-${attempt}`}.tmp`);
    try {
      return { handle: openSync(temporary, 'wx', mode), temporary };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 100) {
        throw error;
      }
    }
  }
}

/** The permission model of Node.js forbids what is done to an open file, other than to read and to write it. */
function unlessForbidden(change: () => void, instead: () => void = () => {}): void {
  try {
    change();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ACCESS_DENIED') {
      throw error;
    }
    instead();
  }
}

/** The umask restricts the mode of a new file. By its path, another one could be meant: whoever may write to the folder can put a link there. */
function keepMode(handle: number, temporary: string, mode: number): void {
  unlessForbidden(() => fchmodSync(handle, mode), () => chmodSync(temporary, mode));
}

/** A file that root changes still belongs to its owner. Other users may not give files away. */
function keepOwner(handle: number, { uid, gid }: Stats): void {
  try {
    const own = fstatSync(handle);
    if (own.uid !== uid || own.gid !== gid) {
      fchownSync(handle, uid, gid);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') {
      throw error;
    }
  }
}

/** Removes the temporary files of runs that were killed. */
function removeOrphans(folder: string): void {
  if (tidied.has(folder)) {
    return;
  }
  tidied.add(folder);
  for (const name of namesIn(folder)) {
    const pid = TEMPORARY.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) {
      removeIfPossible(join(folder, name));
    }
  }
}

/** What cannot be removed, such as a folder of that name or a file of another user, is no reason to write nothing. */
function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It stays.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Opening a file in it reports the problem.
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
