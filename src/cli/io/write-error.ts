import { Stop, usageError } from './io';
import { messageOf } from '../../data/error-message';

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
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return usageError(`cannot write ${file}: ${WORDS[code] ?? messageOf(error)}`);
}
