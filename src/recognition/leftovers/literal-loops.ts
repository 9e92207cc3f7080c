import { childrenOf, ShellNode, SimpleCommand } from './shell-walk';

type ForLoop = Extract<ShellNode, { type: 'For' }>;

/** The values of the loop variables in one round of the loops around a command. */
export type Round = ReadonlyMap<string, string>;

/** A command, and the rounds of the loops around it; a single empty one where there is none, or where nothing shows what the loops run through. */
export interface LoopedCommand {
  readonly node: SimpleCommand;
  readonly rounds: readonly Round[];
}

/** No script tells more sidecars to quit one after another; nested loops multiply. */
const MAX_ROUNDS = 32;

const ONCE: readonly Round[] = [new Map()];

/**
 * Every command inside of these nodes, in the order of the text, with the rounds of the `for` loops around it.
 *
 * @param valuesOf the words that a loop runs through; undefined when the script does not show them
 */
export function loopedCommands(nodes: readonly ShellNode[], valuesOf: (loop: ForLoop) => readonly string[] | undefined): LoopedCommand[] {
  const found: LoopedCommand[] = [];
  const visit = (inside: readonly ShellNode[], rounds: readonly Round[]): void => {
    for (const node of inside) {
      if (node.type === 'Command') {
        found.push({ node, rounds });
      }
      visit(childrenOf(node), node.type === 'For' ? within(rounds, node.name.value, valuesOf(node)) : rounds);
    }
  };
  visit(nodes, ONCE);
  return found;
}

function within(rounds: readonly Round[], name: string, values: readonly string[] | undefined): readonly Round[] {
  return values === undefined || values.length === 0 || rounds.length * values.length > MAX_ROUNDS
    ? rounds
    : rounds.flatMap(round => values.map(value => new Map([...round, [name, value]])));
}

/** What the shell works out before the loop runs. */
const UNKNOWN = /[$`*?{[]/;

/**
 * The words that a loop runs through, as far as the script shows them.
 *
 * @param expand puts in the variables that are known
 */
export function literalWords({ wordlist }: ForLoop, expand: (text: string) => string): readonly string[] | undefined {
  const words = wordlist?.flatMap(({ text, value }) => {
    const known = expand(value);
    // Without quotes, the shell splits what a variable holds.
    return text === value ? known.split(/\s+/).filter(word => word !== '') : [known];
  });
  return words?.some(word => UNKNOWN.test(word)) ? undefined : words;
}
