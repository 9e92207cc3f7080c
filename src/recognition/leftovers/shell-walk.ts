import { parseShell } from '../../shell/parse-shell';
import { isScriptFlag, isShell } from '../../shell/shell-command';

/** The tree of a shell script. */
export type ShellTree = ReturnType<typeof parseShell>;
/** One statement of a list. */
export type Statement = ShellTree['commands'][number];
/** What a statement holds, and all that may stand inside of it. */
export type ShellNode = Statement['command'] | { readonly type: 'CompoundList'; readonly pos: number; readonly end: number; readonly commands: readonly Statement[] };
/** A command with its words. */
export type SimpleCommand = Extract<ShellNode, { type: 'Command' }>;
/** A `while` or `until` loop. */
export type WhileLoop = Extract<ShellNode, { type: 'While' }>;

/** A script inside of a word, as in `trap '…' EXIT`, and where it begins in the outer text; undefined when its characters are not those of the outer text. */
export interface InnerScript {
  readonly tree: ShellTree;
  readonly offset?: number;
}

const inner = new WeakMap<SimpleCommand, InnerScript | null>();

/** The words of a command, as the shell gives them to the program; redirections and assignments are not among them. */
export function wordsOf(command: SimpleCommand): string[] {
  return wordNodes(command).map(word => word.value);
}

/** The words of a command with where they stand. */
export function wordNodes(command: SimpleCommand): { readonly value: string; readonly text: string; readonly pos: number; readonly end: number }[] {
  const suffix = command.suffix.filter(part => part.type === 'Word' || part.type === 'Assignment')
    .map(part => part.type === 'Word' ? part : { value: part.text, text: part.text, pos: part.pos, end: part.end });
  return command.name ? [command.name, ...suffix] : suffix;
}

/** The script that a command is given as a word: by `trap`, `eval`, or another shell. */
export function innerScript(command: SimpleCommand): InnerScript | undefined {
  if (!mayHoldScript(command)) {
    return undefined;
  }
  const known = inner.get(command);
  if (known !== undefined) {
    return known ?? undefined;
  }
  const found = readInner(command);
  inner.set(command, found ?? null);
  return found;
}

function mayHoldScript({ name, suffix }: SimpleCommand): boolean {
  return suffix.length > 0 && (name?.text === 'trap' || name?.text === 'eval' || suffix.some(part => part.type === 'Word' && isScriptFlag(part.text)));
}

function readInner(command: SimpleCommand): InnerScript | undefined {
  const words = wordNodes(command);
  const shell = words.findIndex(word => isShell(word.value));
  const word = command.name?.value === 'trap' && words.length > 2 ? words[1]
    : command.name?.value === 'eval' ? words[1]
      : shell >= 0 && isScriptFlag(words[shell + 1]?.value ?? '') ? words[shell + 2] : undefined;
  if (!word || word.value === '' || word.value === '-') {
    return undefined;
  }
  const quoted = word.text.length === word.value.length + 2 && word.text.slice(1, -1) === word.value;
  return { tree: parseShell(word.value), offset: quoted ? word.pos + 1 : word.text === word.value ? word.pos : undefined };
}

/** What stands directly inside of a node, in the order of the text. */
export function childrenOf(node: ShellNode): readonly ShellNode[] {
  switch (node.type) {
    case 'Command': {
      const inside = innerScript(node);
      return inside ? [...substitutions(node), ...nodesOf(inside.tree)] : substitutions(node);
    }
    case 'Pipeline':
    case 'AndOr': return node.commands;
    case 'CompoundList': return node.commands.map(statement => statement.command);
    case 'While': return [node.clause, node.body];
    case 'If': return [node.clause, node.then, ...node.elif.flatMap(elif => [elif.clause, elif.then]), ...(node.else ? [node.else] : [])];
    case 'Case': return node.items.map(item => item.body);
    case 'Redirected': return [node.command];
    case 'For':
    case 'Select':
    case 'ArithmeticFor':
    case 'Subshell':
    case 'BraceGroup':
    case 'Function':
    case 'Coproc': return [node.body];
    default: return [];
  }
}

/** Visits every node of a script, outer ones first. */
export function walk(nodes: readonly ShellNode[], enter: (node: ShellNode) => void): void {
  for (const node of nodes) {
    enter(node);
    walk(childrenOf(node), enter);
  }
}

/** Every command inside of these nodes, in the order of the text. */
export function commandsIn(nodes: readonly ShellNode[]): SimpleCommand[] {
  const found: SimpleCommand[] = [];
  walk(nodes, node => {
    if (node.type === 'Command') {
      found.push(node);
    }
  });
  return found;
}

/** Every redirection inside of these nodes. */
export function redirectsIn(nodes: readonly ShellNode[]): SimpleCommand['redirects'][number][] {
  const found: SimpleCommand['redirects'][number][] = [];
  walk(nodes, node => found.push(...(node.type === 'Command' || node.type === 'Redirected' ? node.redirects : [])));
  return found;
}

/** Every `<<` inside of these nodes, with the text that it hands on. */
export function hereDocsIn(nodes: readonly ShellNode[]): { readonly pos: number; readonly body: { readonly text: string } }[] {
  return redirectsIn(nodes).flatMap(redirect => redirect.type === 'HereDoc' ? [redirect] : []);
}

/** The nodes of a script's statements. */
export function nodesOf(tree: ShellTree): ShellNode[] {
  return tree.commands.map(statement => statement.command);
}

interface PartLike {
  readonly script?: ShellTree;
  readonly parts?: readonly PartLike[];
}

interface WordLike extends PartLike {
  readonly text?: string;
}

const NONE: readonly ShellNode[] = [];

/** The scripts of `$(…)` in a command's words. The parts of a word are only worked out when they are asked for, so most words are never asked. */
function substitutions(command: SimpleCommand): readonly ShellNode[] {
  let found: ShellNode[] | undefined;
  const look = (given: { readonly text: string } | undefined) => {
    const word = given as WordLike | undefined;
    if (word?.text !== undefined && (word.text.includes('$(') || word.text.includes('`'))) {
      (found ??= []).push(...scriptsIn(word.parts).flatMap(nodesOf));
    }
  };
  look(command.name);
  for (const part of command.suffix) {
    look(part.type === 'Word' ? part : part.type === 'Assignment' && part.value.type === 'Word' ? part.value : undefined);
  }
  for (const prefix of command.prefix) {
    look(prefix.type === 'Assignment' && prefix.value.type === 'Word' ? prefix.value : undefined);
  }
  return found ?? NONE;
}

function scriptsIn(parts: readonly PartLike[] | undefined): ShellTree[] {
  return (parts ?? []).flatMap(part => [...(part.script ? [part.script] : []), ...scriptsIn(part.parts)]);
}
