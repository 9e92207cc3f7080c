import type { Command } from 'commander';
import type { CliIo } from './io/io';

/** What each `command.ts` exports: one command. */
export interface CommandFile {
  /**
   * Adds the command to the program.
   *
   * @param program the program to add it to
   * @param io where to write, and standard input
   * @param finish takes the exit code of the command, once, when it is done
   */
  readonly register: (program: Command, io: CliIo, finish: (exitCode: number) => void) => void;
}
