import { FileUse } from './file-uses';
import { quitsOf } from './quit-words';
import { commandsIn, nodesOf, SimpleCommand, wordsOf } from './shell-walk';
import { commandName } from './sources';
import { ancestorsOf, holds, IDLE } from './work-after-file';
import { isEndlessCommand } from '../endless';

/** Commands that only show something, unless what they print goes to a file. */
const SHOWS = /^(cat|tail|head|ls|stat|ps|df|du|free|uptime|grep)$/;

/**
 * The first command that does more than to wait, to print and to kill, in a loop that goes on until the file that a script looks at is there; undefined when none does. What
 * a script has started in the background by then is what it is there for, and the loop only looks after it.
 */
export function workUntil(look: FileUse): SimpleCommand | undefined {
  const { source: { script }, node } = look;
  const around = script && node && !startsBefore(look) ? ancestorsOf(nodesOf(script.tree), node) : [];
  const loop = around.filter(({ type }) => type === 'While').at(-1);
  const isKept = around.some(outer => outer.type === 'Redirected' && toFile(outer.redirects));
  return loop && commandsIn([loop]).find(command => !holds(command, node!) && isWork(command, isKept));
}

/** Whether a script has started something in the background by the time it looks at a file. */
export function startsBefore({ source: { script }, node }: FileUse): boolean {
  return script !== undefined && node !== undefined && script.tree.commands.some(({ background, command }) => background && command.end <= node.pos);
}

/** One that never ends never comes to the next look, and one that tells a sidecar to quit ends it. */
function isWork(command: SimpleCommand, isKept: boolean): boolean {
  const words = wordsOf(command);
  const onlyShows = SHOWS.test(commandName(words)) && !isKept && !toFile(command.redirects);
  return command.name !== undefined && !IDLE.test(commandName(words)) && !onlyShows && !isEndlessCommand(words) && quitsOf(words).length === 0;
}

/** Whether redirections write a file. */
export function toFile(redirects: SimpleCommand['redirects']): boolean {
  return redirects.some(redirect => redirect.type === 'Redirect' && redirect.operator.includes('>') && !/^(\/dev\/|&?\d$)/.test(redirect.target?.value ?? ''));
}
