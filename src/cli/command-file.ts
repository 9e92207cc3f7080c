import type { Command } from 'commander';
import type { CliIo } from './io/io';

/** What a file of commands/ exports: one command. */
export interface CommandFile {
  /**
   * Adds the command to the program.
   *
   * @param program the program to add it to
   * @param io the world
   * @param finish takes the exit code of the command, once, when it is done
   */
  readonly register: (program: Command, io: CliIo, finish: (exitCode: number) => void) => void;
}
