import { messageOf } from './error-message';
import { DataPath } from './path';

/** Input that cannot be used. It carries the path of the mistake, so that no code searches a message for it. */
export class InputError extends Error {
  /** @param path from the root of the input to the mistake */
  public constructor(public readonly path: DataPath, message: string) {
    super(message);
  }
}

/** Reads a part of the input; what is thrown gets the path of that part. */
export function readAt<T>(path: DataPath, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InputError(path, messageOf(error));
  }
}

/** The path of the mistake that an error carries; the root if it carries none. */
export function pathOfError(error: unknown): DataPath {
  return error instanceof InputError ? error.path : [];
}
