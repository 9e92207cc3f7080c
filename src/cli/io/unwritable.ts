import { Stop, wrongUse } from './io';
import { messageOf } from '../../data/error-message';

const WORDS: { readonly [code: string]: string } = {
  ENOENT: 'there is no such folder: make it, or check the path',
  EEXIST: 'a file stands where a folder is needed: give another path',
  ENOTDIR: 'a file stands where a folder is needed: give another path',
  EISDIR: 'it is a folder: give the path of a file',
  EACCES: 'it must not be written: change its permissions, or give another path',
  EPERM: 'it must not be written: change its permissions, or give another path',
  EROFS: 'its disk is read-only: give another path',
  ENOSPC: 'the disk is full: make room, and run it again',
};

/** Stops because a file that the user asked for cannot be written, and says what to do. */
export function unwritable(file: string, error: unknown): Stop {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return wrongUse(`${file} cannot be written: ${WORDS[code] ?? messageOf(error)}`);
}
