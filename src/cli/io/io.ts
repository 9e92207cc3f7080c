import { InvalidInput } from '../../core/invalid-input';

/** The input and output of a command besides files. */
export interface CliIo {
  /** Writes to standard output. */
  readonly out: (text: string) => void;
  /** Writes to standard error. */
  readonly err: (text: string) => void;
  /** Reads standard input to its end. */
  readonly stdin: () => Promise<Uint8Array>;
  /** Whether standard output is a terminal that shows colors; false by default. */
  readonly colors?: boolean;
  /** Whether standard output is a terminal, on which text of the input must not act; false by default. */
  readonly terminal?: boolean;
  /** Whether standard error is a terminal, so that a long run can show its progress; false by default. */
  readonly progress?: boolean;
  /** Ends a command that goes on by itself; by default, only a signal does. */
  readonly stop?: AbortSignal;
}

/** The exit codes. */
export const ExitCode = {
  /** Success. */
  OK: 0,
  /** `check` reported findings that count. */
  FINDINGS: 1,
  /** The arguments, the configuration or the scenario are invalid. */
  USAGE_ERROR: 2,
  /** Some input could not be read; this takes precedence over findings. */
  UNREADABLE: 3,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Stops the command with a message and an exit code. */
export class Stop extends Error {
  public constructor(public readonly exitCode: ExitCode, message: string) {
    super(message);
  }
}

/** Stops because the command was called with invalid arguments. */
export function usageError(sentence: string): Stop {
  return new Stop(ExitCode.USAGE_ERROR, `error: ${sentence}`);
}

/** Rejects a page of megabytes that would fill a terminal. */
export function rejectPageOnTerminal({ terminal }: CliIo, advice: string): void {
  if (terminal) {
    throw usageError(`the page would fill the terminal: ${advice}`);
  }
}

/** Runs what throws `InvalidInput` about a file. A file that is an argument, such as a configuration, makes it a usage error. */
export function orStop<T>(read: () => T, code: ExitCode = ExitCode.USAGE_ERROR): T {
  return converting(read, message => new Stop(code, message));
}

/** Runs what throws `InvalidInput` about the arguments themselves. */
export function orUsageError<T>(read: () => T): T {
  return converting(read, usageError);
}

function converting<T>(read: () => T, toStop: (message: string) => Stop): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof InvalidInput ? toStop(error.message) : error;
  }
}
