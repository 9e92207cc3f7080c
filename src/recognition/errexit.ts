import { ERREXIT_FLAG } from './commands';
import { ShellNode, SimpleCommand, Statement, wordsOf } from './leftovers/shell-walk';

/** What does not fail as long as the container runs. */
const NEVER_FAILS = /^(:|true|echo|printf|sleep|date|set|trap|continue|export|local|unset)$/;

/** Whether a command switches `set -e` on or off; undefined for any other. */
export function errexitSetBy(command: SimpleCommand): boolean | undefined {
  const [name, ...args] = wordsOf(command);
  if (name !== 'set') {
    return undefined;
  }
  return args.some(arg => ERREXIT_FLAG.test(arg)) && args[0] !== '+o' ? true : args.some(arg => /^\+\w*e|^errexit$/.test(arg)) ? false : undefined;
}

/** Whether one of these statements may fail so that `set -e` ends the script: conditions, and all but the last command of a chain, do not count. */
export function mayEndOnFailure(statements: readonly Statement[]): boolean {
  return statements.some(({ command, background }) => !background && mayFail(command));
}

function mayFail(node: ShellNode): boolean {
  switch (node.type) {
    case 'Command':
      return commandMayFail(node);
    case 'AndOr':
      return mayFail(node.commands[node.commands.length - 1]);
    case 'Pipeline':
      return node.prefixes.length === 0 && node.commands.some(mayFail);
    case 'If':
      return [node.then, ...node.elif.map(elif => elif.then), ...(node.else ? [node.else] : [])].some(list => mayEndOnFailure(list.commands));
    case 'Case':
      return node.items.some(item => mayEndOnFailure(item.body.commands));
    case 'While':
    case 'For':
    case 'ArithmeticFor':
    case 'Subshell':
    case 'BraceGroup':
      return mayEndOnFailure(node.body.commands);
    case 'Redirected':
      return mayFail(node.command);
    default:
      return node.type !== 'Function';
  }
}

function commandMayFail(command: SimpleCommand): boolean {
  const words = wordsOf(command);
  if (words.length === 0) {
    // The status of an assignment is that of the last substitution in it.
    return command.prefix.some(part => part.type === 'Assignment' && /\$\(|`/.test(part.text));
  }
  return !NEVER_FAILS.test(words[0].slice(words[0].lastIndexOf('/') + 1)) && !(words[0] === 'wait' && words.length === 1);
}
