import { childrenOf, innerScript, nodesOf, ShellNode, SimpleCommand, WhileLoop, wordsOf } from './shell-walk';
import { commandName } from './sources';

/** A loop that asks something again and again. */
export type AskingLoop = WhileLoop | Extract<ShellNode, { type: 'For' | 'ArithmeticFor' }>;

/** What it means that a condition is true: what is asked answers, or is gone; undefined when the text does not show it. */
type Meaning = 'answers' | 'gone' | undefined;

/** What a client prints when nothing answers, and when what answers is not ready; that may also be what a loop waits for. */
const NOTHING = /^0+$|refused/i;
const UNREADY = /^[45](\d\d|\.\.|xx)$|not|un(ready|healthy|available)|error|fail|down|starting|init/i;

/** Whether a loop ends when what it asks is gone, so that it waits for the end of something, and not for its start. */
export function endsWhenGone(loop: AskingLoop, asks: (node: ShellNode) => boolean): boolean {
  if (loop.type === 'While' && asks(loop.clause)) {
    return meaningOf(loop.clause, asks) === (loop.kind === 'until' ? 'gone' : 'answers');
  }
  const ends = leavings(loop.body, asks, undefined);
  return ends.includes('gone') && !ends.includes('answers');
}

/** What is known where the body of a loop leaves it, or behind where it starts over. */
function leavings(node: ShellNode, asks: (node: ShellNode) => boolean, known: Meaning): Meaning[] {
  switch (node.type) {
    case 'Command': {
      const name = commandName(wordsOf(node));
      return /^(break|exit|return)$/.test(name) ? [known] : name === 'continue' ? [opposite(known)] : [];
    }
    case 'AndOr': return node.commands.flatMap((command, index) => {
      const before = index > 0 ? node.commands[index - 1] : undefined;
      const meaning = before && asks(before) ? meaningOf(before, asks) : undefined;
      return leavings(command, asks, (node.operators[index - 1] === '||' ? opposite(meaning) : meaning) ?? known);
    });
    case 'If': {
      const meaning = asks(node.clause) ? meaningOf(node.clause, asks) : undefined;
      return [
        ...leavings(node.then, asks, meaning ?? known),
        ...[...node.elif.map(({ then }) => then), ...(node.else ? [node.else] : [])]
          .flatMap(branch => leavings(branch, asks, opposite(meaning) ?? known)),
      ];
    }
    case 'While':
    case 'For':
    case 'ArithmeticFor':
    case 'Select':
    case 'Function': return [];
    default: return childrenOf(node).flatMap(child => leavings(child, asks, known));
  }
}

function opposite(meaning: Meaning): Meaning {
  return meaning === undefined ? undefined : meaning === 'answers' ? 'gone' : 'answers';
}

/** What it means that a condition which asks is true. */
function meaningOf(node: ShellNode, asks: (node: ShellNode) => boolean): Meaning {
  switch (node.type) {
    case 'CompoundList': return ofLast(node.commands.map(({ command }) => command), asks);
    case 'AndOr': {
      const found = new Set(node.commands.filter(asks).map(command => meaningOf(command, asks)));
      return found.size === 1 ? [...found][0] : undefined;
    }
    case 'Pipeline': {
      const meaning = node.commands.length > 1 ? inPipeline(node.commands, asks) : meaningOf(node.commands[0], asks);
      return node.prefixes.length > 0 ? opposite(meaning) : meaning;
    }
    case 'Redirected': return meaningOf(node.command, asks);
    case 'Subshell':
    case 'BraceGroup': return meaningOf(node.body, asks);
    case 'Command': return ofCommand(node, asks);
    default: return undefined;
  }
}

/** The last command decides. */
function ofLast(nodes: readonly ShellNode[], asks: (node: ShellNode) => boolean): Meaning {
  const last = nodes.at(-1);
  return last && asks(last) ? meaningOf(last, asks) : last?.type === 'Command' ? ofStatus(wordsOf(last)) : undefined;
}

function inPipeline(commands: readonly ShellNode[], asks: (node: ShellNode) => boolean): Meaning {
  const last = commands[commands.length - 1];
  const words = last.type === 'Command' ? wordsOf(last) : [];
  if (!/^[ef]?grep$/.test(commandName(words))) {
    return asks(last) ? meaningOf(last, asks) : undefined;
  }
  const meaning = ofText(words.slice(1).find(word => !word.startsWith('-')) ?? '');
  return words.some(word => /^-\w*v|^--invert-match$/.test(word)) ? opposite(meaning) : meaning;
}

function ofCommand(command: SimpleCommand, asks: (node: ShellNode) => boolean): Meaning {
  const words = wordsOf(command);
  const inside = innerScript(command);
  if (inside) {
    return ofLast(nodesOf(inside.tree), asks);
  }
  return /^(\[|test)$/.test(commandName(words)) ? ofTest(words) : 'answers';
}

/** `[ "$(curl …)" = 200 ]` and the like. */
function ofTest(given: readonly string[]): Meaning {
  const turned = given[1] === '!';
  const words = given.slice(turned ? 2 : 1).filter(word => word !== ']');
  const meaning = /^-[zn]$/.test(words[0] ?? '') ? words[0] === '-n' ? 'answers' : 'gone' : ofComparison(words);
  return turned ? opposite(meaning) : meaning;
}

function ofComparison([left, operator, right]: readonly string[]): Meaning {
  const literal = [left, right].find(word => word !== undefined && !/[$`]/.test(word));
  if (literal === undefined || !/^(==?|!=|-eq|-ne)$/.test(operator ?? '')) {
    return undefined;
  }
  const meaning = literal === '' ? 'gone' : ofText(literal);
  return /^(!=|-ne)$/.test(operator) ? opposite(meaning) : meaning;
}

/** What it means that a client printed a text. */
function ofText(text: string): Meaning {
  return NOTHING.test(text) ? 'gone' : UNREADY.test(text) ? undefined : 'answers';
}

/** `[ $? -eq 0 ]` behind a command that asks. */
function ofStatus(words: readonly string[]): Meaning {
  const at = words.indexOf('$?');
  return at !== 1 || words[3] !== '0' ? undefined : words[2] === '-eq' ? 'answers' : words[2] === '-ne' ? 'gone' : undefined;
}
