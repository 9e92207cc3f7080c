import { accessSync, chmodSync, closeSync, constants, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file atomically: it always has either the old or the new content, even if the process is killed.
 *
 * A symbolic link stays a link: its target is written. The permissions do not change.
 */
export function writeAtomically(file: string, text: string): void {
  const target = realPath(file);
  const mode = statSync(target, { throwIfNoEntry: false })?.mode;
  if (mode !== undefined) {
    // A rename would replace a read-only file.
    accessSync(target, constants.W_OK);
  }
  const { handle, temporary } = openBeside(target, mode);
  try {
    try {
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    if (mode !== undefined) {
      // The umask restricts the mode of a new file.
      chmodSync(temporary, mode % 0o10000);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Creates a new file in the same folder: a rename is atomic only within a folder. */
function openBeside(target: string, mode: number | undefined): { readonly handle: number; readonly temporary: string } {
  for (let attempt = 0; ; attempt++) {
    const temporary = join(dirname(target), `.${basename(target)}.${process.pid}${attempt === 0 ? '' : `-${attempt}`}.tmp`);
    try {
      return { handle: openSync(temporary, 'wx', mode), temporary };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 100) {
        throw error;
      }
    }
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
