import { accessSync, chmodSync, closeSync, constants, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file so that it is always either the old one or the new one, never a part of one, also when the program is killed.
 *
 * A link stays a link: the file that it leads to is written. The permissions stay as they are.
 */
export function writeAtomically(file: string, text: string): void {
  const target = realPath(file);
  const mode = statSync(target, { throwIfNoEntry: false })?.mode;
  if (mode !== undefined) {
    // A rename would replace a file that must not be written.
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
      // The mode that a file is opened with is narrowed by the umask.
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
