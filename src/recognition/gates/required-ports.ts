import { parseShell } from '../../shell/parse-shell';
import { scriptIndex } from '../commands';
import { nodesOf, ShellNode, wordsOf } from '../leftovers/shell-walk';
import { withoutStarter } from '../leftovers/sources';
import { mayAskLoopback, portOfClient } from '../leftovers/waiting';

/**
 * The ports on loopback that must answer before a command can succeed: `nc -z localhost 8080`, `sh -c 'curl -f localhost:8080 || exit 1'`.
 *
 * Only a command whose result clearly depends on the answer counts.
 */
export function requiredPorts(command: readonly string[]): number[] {
  const script = scriptIndex(command);
  if (script < 0) {
    return portsOf(command);
  }
  const text = command[script] ?? '';
  const nodes = mayAskLoopback(text) ? nodesOf(parseShell(text)) : [];
  return nodes.length === 1 ? portsIn(nodes[0]) : [];
}

function portsIn(node: ShellNode): number[] {
  switch (node.type) {
    case 'Command':
      return portsOf(wordsOf(node));
    case 'Redirected':
      return portsIn(node.command);
    case 'AndOr': {
      const required = isFailure(node.commands.at(-1)!) && node.operators.at(-1) === '||' ? node.commands.length - 1 : node.commands.length;
      return node.operators.slice(0, required - 1).every(operator => operator === '&&') ? node.commands.slice(0, required).flatMap(portsIn) : [];
    }
    default:
      return [];
  }
}

/** `exit 1` or `false`. */
function isFailure(node: ShellNode): boolean {
  return node.type === 'Command' && /^(exit [1-9]\d*|false)$/.test(wordsOf(node).join(' '));
}

function portsOf(words: readonly string[]): number[] {
  const port = portOfClient(withoutStarter(words));
  return port === undefined ? [] : [port];
}
