import { checkPath } from './preset';

/** Refuses a folder that cannot be mounted, and takes slashes from its end. */
export function checkFolder(subject: string, path: string): string {
  const folder = checkPath(subject, path).replace(/\/+$/, '');
  if (folder === '') {
    throw new Error(`${subject} cannot share the root folder '${path}': name a folder below it, for example /var/log/app`);
  }
  return folder;
}

/** Refuses a command without words. */
export function checkCommand(subject: string, command: string[], example: string): string[] {
  if (command.length === 0 || command[0].trim() === '') {
    throw new Error(`${subject} needs a command, it got ${JSON.stringify(command)}: give its words, for example ${example}`);
  }
  return [...command];
}
