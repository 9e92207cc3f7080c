import { existsSync, statSync } from 'node:fs';
import { safeLines } from '../../data/safe-text';
import { findFiles } from '../io/files';
import { CliIo, ExitCode, Stop } from '../io/io';

/** How often the files are looked at. Editors replace files in many ways, which only looking again sees for sure. */
const INTERVAL_MILLISECONDS = 300;

/** Clears the screen, and puts the cursor at its beginning. */
const CLEAR = '\u001b[2J\u001b[3J\u001b[H';

/**
 * Draws now, and again whenever a file changes, until the process is stopped.
 *
 * @param paths files and folders
 * @param draw draws once; what is wrong with the input is printed, and the next change may mend it, unless a path is wrong from the beginning
 */
export async function watchInput(paths: readonly string[], io: CliIo, draw: () => Promise<number>): Promise<number> {
  if (paths.some(path => !existsSync(path))) {
    return draw();
  }
  let drawn: string | undefined;
  while (!io.stop?.aborted) {
    const current = stateOf(paths);
    if (current !== drawn) {
      drawn = current;
      io.out(io.terminal ? CLEAR : '');
      await drawOrTell(io, draw);
    }
    await pause(io.stop);
  }
  return ExitCode.OK;
}

async function drawOrTell(io: CliIo, draw: () => Promise<number>): Promise<void> {
  try {
    await draw();
  } catch (error) {
    if (!(error instanceof Stop)) {
      throw error;
    }
    io.err(safeLines(`${error.message}\n`));
  }
}

/** Which files there are, and when each was written. */
function stateOf(paths: readonly string[]): string {
  return findFiles(paths).files.map(({ file }) => {
    const stats = statSync(file, { throwIfNoEntry: false });
    return `${file} ${stats?.mtimeMs} ${stats?.size} ${stats?.ino}`;
  }).join('\n');
}

function pause(stop: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, INTERVAL_MILLISECONDS);
    stop?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}
