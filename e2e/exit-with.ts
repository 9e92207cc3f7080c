import { messageOf } from '../src/data/error-message';

/** Ends the process with the exit code of a command, or with 3 and the reason if it fails. */
export function exitWith(command: Promise<number>): void {
  command.then(code => process.exit(code), error => {
    console.error(messageOf(error));
    process.exit(3);
  });
}
