import { lstatSync, statSync } from 'node:fs';
import { realPath } from './file-kind';
import { Stop, usageError } from './io';
import { messageOf } from '../../data/error-message';
import { amount } from '../../data/words';

const WORDS: { readonly [code: string]: string } = {
  ENOENT: 'no such folder: create it, or check the path',
  EEXIST: 'a file exists where a folder is needed: choose another path',
  ENOTDIR: 'a file exists where a folder is needed: choose another path',
  EISDIR: 'it is a folder: pass the path of a file',
  EACCES: 'permission denied: change its permissions, or choose another path',
  EPERM: 'permission denied: change its permissions, or choose another path',
  EROFS: 'the file system is read-only: choose another path',
  ENOSPC: 'no space left on the disk: free some space and try again',
};

/** Stops because an output file cannot be written; the message names the cause and what to do. */
export function writeError(file: string, error: unknown): Stop {
  return usageError(`cannot write ${file}: ${writeWords(error)}`);
}

/** Why a file cannot be written, and what to do. */
export function writeWords(error: unknown): string {
  return WORDS[(error as NodeJS.ErrnoException).code ?? ''] ?? messageOf(error);
}

/** What the user should know before a file is replaced: other paths that lead to it. */
export function notesBeforeWriting(file: string): string[] {
  const { nlink } = statSync(file);
  return [
    ...(lstatSync(file).isSymbolicLink() ? [`${file}: note: a link, so ${realPath(file)} is changed`] : []),
    ...(nlink > 1 ? [`${file}: note: ${amount(nlink - 1, 'other hard link')} to it will keep the old content`] : []),
  ];
}
