import { childrenOf, ShellNode, ShellTree, SimpleCommand, Statement, walk, nodesOf } from './shell-walk';

type List = readonly Statement[];

/**
 * The lists of a script whose exit code something in the script asks for, as in `{ ./work; quit; } && ./more`.
 *
 * The exit code of every other list only decides how the script itself ends.
 *
 * @param tree the script
 * @param text its text
 * @param errexit whether the script may stop at what fails
 */
export function usedLists(tree: ShellTree, text: string, errexit: boolean): ReadonlySet<List> {
  const asked = new Set(askedNames(tree));
  const used = new Set<List>();
  const list = (statements: List, isUsed: boolean) => {
    if (isUsed) {
      used.add(statements);
    }
    statements.forEach((statement, index) => {
      const next = statements[index + 1];
      // `wait` asks how a job in the background ended.
      const isAwaited = text[statement.end - 1] === '&' && /\bwait\b/.test(text.slice(statement.end));
      node(statement.command, isAwaited || (next === undefined ? isUsed : errexit || text.slice(next.pos, next.end).includes('$?')));
    });
  };
  const node = (one: ShellNode, isUsed: boolean): void => {
    switch (one.type) {
      case 'AndOr': return one.commands.forEach((command, index) => node(command, isUsed || index < one.commands.length - 1));
      case 'Pipeline': return one.commands.forEach(command => node(command, isUsed || one.prefixes.length > 0));
      case 'CompoundList': return list(one.commands, isUsed);
      case 'While': node(one.clause, true); return node(one.body, isUsed);
      case 'If':
        [one.clause, ...one.elif.map(elif => elif.clause)].forEach(clause => node(clause, true));
        return [one.then, ...one.elif.map(elif => elif.then), ...(one.else ? [one.else] : [])].forEach(branch => node(branch, isUsed));
      case 'Function': return node(one.body, errexit || asked.has(one.name.value));
      default: return childrenOf(one).forEach(child => node(child, isUsed));
    }
  };
  list(tree.commands, false);
  return used;
}

/** The commands that stand where their exit code may decide something; a function among them must keep its own. */
function askedNames(tree: ShellTree): string[] {
  const names: string[] = [];
  const take = (nodes: readonly ShellNode[]) => walk(nodes, node => names.push(...(node.type === 'Command' ? nameOf(node) : [])));
  walk(nodesOf(tree), node => {
    switch (node.type) {
      case 'AndOr': return take(node.commands);
      case 'Pipeline': return node.prefixes.length > 0 ? take(node.commands) : undefined;
      case 'While': return take([node.clause]);
      case 'If': return take([node.clause, ...node.elif.map(elif => elif.clause)]);
      default: return undefined;
    }
  });
  return names;
}

function nameOf({ name }: SimpleCommand): string[] {
  return name ? [name.value] : [];
}
