import { messageOf } from './error-message';
import { DataPath } from './path';

/** Input that cannot be used. It says where the mistake stands, so that nobody has to look for a path in its message. */
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

/** Where an error says that its mistake stands: at the root, if it does not say. */
export function pathOfError(error: unknown): DataPath {
  return error instanceof InputError ? error.path : [];
}
