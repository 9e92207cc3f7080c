import { checkPath } from './preset';
import { refusal } from '../../caller/refusal';

/** Refuses a directory that cannot be mounted, and removes trailing slashes. */
export function checkFolder(subject: string, path: string): string {
  const folder = checkPath(subject, path).replace(/(?<!\/)\/+$/, '');
  if (folder === '') {
    throw refusal`${subject} cannot share the root directory '${path}': set a directory below it, for example /var/log/app`;
  }
  return folder;
}

/** Refuses an empty command. */
export function checkCommand(subject: string, command: string[], example: string): string[] {
  if (!command || command.length === 0 || command[0].trim() === '') {
    throw refusal`'command' of ${subject} is ${JSON.stringify(command)}: set the command and its arguments, for example ${example}`;
  }
  return [...command];
}
