import type { ShellScript } from './commands';
import { childrenOf, nodesOf, ShellNode, SimpleCommand, wordNodes, wordsOf } from './leftovers/shell-walk';
import { commandName } from './leftovers/sources';
import { LOOPBACK_HOST } from '../knowledge/programs/address';

/** A script without it prints no address on loopback, and then it is not worth parsing. */
const PRINTS_ADDRESS = new RegExp(`\\b(?:echo|printf)\\b[^\\n]{0,400}${LOOPBACK_HOST}`);
const ADDRESS = new RegExp(LOOPBACK_HOST);
/** All that a script prints from then on goes elsewhere. */
const REDIRECTS_ALL = /\bexec\s+\d?>/;
/** Where nobody but a person reads. */
const TERMINAL = /^(&?\d+|&?-|\/dev\/(null|stdout|stderr|tty))$/;

/** A script, with blanks in place of the addresses on loopback that it only prints for people: they are not called. What goes into a file or to a program stays. */
export function withoutPrinted(script: Pick<ShellScript, 'text' | 'tree'>): string {
  const { text } = script;
  const words = PRINTS_ADDRESS.test(text) && !REDIRECTS_ALL.test(text) ? printedWords(nodesOf(script.tree)) : [];
  const kept = words.map(({ pos, end }, index) => text.slice(words[index - 1]?.end ?? 0, pos) + ' '.repeat(end - pos));
  return words.length === 0 ? text : kept.join('') + text.slice(words.at(-1)!.end);
}

function printedWords(nodes: readonly ShellNode[]): { readonly pos: number; readonly end: number }[] {
  return nodes.flatMap(node => {
    switch (node.type) {
      case 'Command': return isPrinter(node) ? wordNodes(node).filter(({ text }) => ADDRESS.test(text) && !/\$\(|`/.test(text)) : [];
      case 'Pipeline': return printedWords(node.commands.slice(-1));
      case 'Redirected': return node.redirects.every(isToTerminal) ? printedWords([node.command]) : [];
      // Where its output goes is decided by the one who calls it.
      case 'Function': return [];
      default: return printedWords(childrenOf(node));
    }
  });
}

function isPrinter(command: SimpleCommand): boolean {
  return /^(echo|printf)$/.test(commandName(wordsOf(command))) && command.redirects.every(isToTerminal);
}

function isToTerminal(redirect: SimpleCommand['redirects'][number]): boolean {
  return redirect.type === 'Redirect' && TERMINAL.test(redirect.target?.value ?? '');
}
