import { FileUse } from './file-uses';
import { quitsOf } from './quit-words';
import { childrenOf, commandsIn, nodesOf, ShellNode, ShellTree, SimpleCommand, Statement, wordsOf } from './shell-walk';
import { commandName, programName } from './sources';

/** Commands that only wait, kill, or print. */
export const IDLE = /^(echo|printf|sleep|exit|true|:|set|kill|pkill|killall|wait|return|break|continue|rm|date|\[|test|trap|inotifywait)$/;

/** Whether a look at a file is a word to end: no work follows. A file that is waited for before the real work begins is what the work reads. */
export function endsByIt(look: FileUse): boolean {
  return workAfter(look) === undefined && !looksForever(look) && !printsIt(look);
}

/** Whether a script prints the file that it has looked at: the file holds what it reads, and no word to end. An exit code is taken from inside of another command. */
function printsIt({ source: { script }, node, path }: FileUse): boolean {
  return script !== undefined && node !== undefined
    && script.tree.commands.some(({ command }) => command.type === 'Command' && command.pos > node.pos && readsFile(command, path));
}

function readsFile(command: SimpleCommand, path: string): boolean {
  return command.name?.value === 'cat' && wordsOf(command)[1] === path;
}

/** Whether a script looks at a file in a loop that goes on whatever it finds: it reads the file again and again. */
function looksForever({ source: { script }, node }: FileUse): boolean {
  const around = script && node ? ancestorsOf(nodesOf(script.tree), node) : [];
  return around.some(outer => outer.type === 'While' && !holds(outer.clause, node!) && /^(true|:)\s*;?$/.test(script!.text.slice(outer.clause.pos, outer.clause.end).trim())
    && !commandsIn([outer.body]).some(one => LEAVES.test(one.name?.value ?? '') || quitsOf(wordsOf(one)).length > 0));
}

/** Commands that end a loop, the script, or another process. */
const LEAVES = /^(exit|break|return|exec|kill|pkill|killall)$/;

/** The first command that does more than to wait and to kill, once the file that a script looks at is there; undefined when nothing does. */
export function workAfter(look: FileUse): SimpleCommand | undefined {
  const { source, node } = look;
  const statements = source.script?.tree.commands;
  if (!statements || !node) {
    return undefined;
  }
  const at = statements.findIndex(({ command }) => holds(command, node));
  if (at < 0 || isWatch(statements[at])) {
    return undefined;
  }
  return workInside(statements[at].command, look)
    ?? worksIn(source.script!.tree).find(({ statement, command }) => statement > at && !readsFile(command, look.path))?.command;
}

/** Whether a script waits in a loop, or with a program, until the file that it looks at is there. */
export function isAwaited({ source: { script }, node }: FileUse): boolean {
  if (!script || !node) {
    return false;
  }
  const around = ancestorsOf(nodesOf(script.tree), node);
  return (around.some(({ type }) => type === 'While' || type === 'For' || type === 'ArithmeticFor') && !around.some(outer => isCounted(outer, script.text)))
    || (node.type === 'Command' && programName(wordsOf(node)) === 'inotifywait');
}

/** Whether a loop ends by itself, because it counts its rounds. */
function isCounted(node: ShellNode, text: string): boolean {
  return node.type === 'For' || node.type === 'ArithmeticFor' || (node.type === 'While' && /\s-(lt|le|gt|ge)\s/.test(text.slice(node.clause.pos, node.clause.end)));
}

/** Whether a statement does more than to wait, to kill and to look at the file. */
export function isBusy({ command }: Statement, look: FileUse): boolean {
  return firstWork([command], look) !== undefined;
}

function firstWork(nodes: readonly ShellNode[], { path }: FileUse): SimpleCommand | undefined {
  return commandsIn(nodes).find(one => isWork(one) && !readsFile(one, path));
}

/** A command that does more than to wait and to kill, and the statement of the script that holds it. */
interface Work {
  readonly statement: number;
  readonly command: SimpleCommand;
}

const works = new WeakMap<ShellTree, readonly Work[]>();

/** All such commands of a script, found once: a script may look at many files. */
function worksIn(tree: ShellTree): readonly Work[] {
  const known = works.get(tree)
    ?? nodesOf(tree).flatMap((node, statement) => commandsIn([node]).filter(isWork).map(command => ({ statement, command })));
  works.set(tree, known);
  return known;
}

function isWork(command: SimpleCommand): boolean {
  return command.name !== undefined && !IDLE.test(commandName(wordsOf(command))) && !stopsProgram(command);
}

/** Whether a command tells a running program to stop, by the program's own means: `nginx -s quit`, `redis-cli shutdown`, `pg_ctl stop`. */
function stopsProgram(command: SimpleCommand): boolean {
  return wordsOf(command).slice(1).some(word => /^(--?)?(stop|quit|shutdown|graceful-stop)$/.test(word));
}

/** Whether a statement waits in the background and then kills: what comes after it is what it kills. */
function isWatch({ background, command }: Statement): boolean {
  return background === true && commandsIn([command]).some(one => /^(kill|pkill|killall)$/.test(one.name?.value ?? ''));
}

/** What the statement that looks at a file does itself once the file is there: behind `&&`, behind `then`, or behind a loop that waits. What a loop does while it waits is none of it. */
function workInside(statement: ShellNode, look: FileUse): SimpleCommand | undefined {
  const node = look.node!;
  const around = ancestorsOf([statement], node);
  const work = around.flatMap((outer, index): readonly ShellNode[] => {
    const inLoop = around.slice(index + 1).some(({ type }) => type === 'While');
    const asksAbsence = !inLoop && isNegative(look, around.slice(index));
    switch (outer.type) {
      case 'AndOr': {
        const at = outer.commands.findIndex(command => holds(command, node));
        return outer.operators[at] === (asksAbsence ? '||' : '&&') ? outer.commands.slice(at + 1, at + 2) : [];
      }
      case 'If': return !holds(outer.clause, node) ? [] : asksAbsence ? outer.else ? [outer.else] : [] : [outer.then];
      case 'CompoundList': {
        // The body of a loop runs again.
        const at = outer.commands.findIndex(({ command }) => holds(command, node));
        return around[index - 1]?.type === 'While' || around[index - 1]?.type === 'For' || around[index - 1]?.type === 'If' ? []
          : outer.commands.slice(at + 1).map(({ command }) => command);
      }
      default: return [];
    }
  });
  // That a sidecar is told to quit is its end, and no work.
  return commandsIn(work).find(one => firstWork([one], look) === one && quitsOf(wordsOf(one)).length === 0);
}

/** Whether a look asks that the file is not there. */
function isNegative({ source: { script }, node }: FileUse, around: readonly ShellNode[]): boolean {
  const isAsked = node!.type === 'Command' ? wordsOf(node!)[1] === '!' : /^\[\[\s+!/.test(script!.text.slice(node!.pos, node!.end));
  const isTurned = around.some(outer => outer.type === 'Pipeline' && outer.prefixes.length > 0);
  return isAsked !== isTurned;
}

/** The nodes around a node, the outermost first. */
export function ancestorsOf(nodes: readonly ShellNode[], node: ShellNode): ShellNode[] {
  const outer = nodes.find(one => one !== node && holds(one, node));
  return outer ? [outer, ...ancestorsOf(childrenOf(outer), node)] : [];
}

/** Whether a node stands inside of another one, or is it. */
export function holds(outer: ShellNode, node: ShellNode): boolean {
  return outer.pos <= node.pos && node.end <= outer.end;
}
