import { withComments } from './comments-along';
import { Leftover, Place } from './leftover';
import { Context, Remover } from './remover';
import { childrenOf, hereDocsIn, nodesOf, ShellNode, ShellTree, wordsOf } from './shell-walk';
import { usedLists } from './used-status';
import { parseShell } from '../../shell/parse-shell';
import { ShellScript } from '../commands';

/** What is left of a script. */
export interface Remains {
  /** What to cut. Empty when it cannot be cut safely. */
  readonly places: Place[];
  /** Whether the script may end with another exit code: what came last decided it, and goes. */
  readonly endsOtherwise: boolean;
}

/**
 * How to take commands out of a script so that what is left is still a script: with them go their `|| true`, a `sleep` right behind them (but not in a preStop hook), the `&&` or `;` that
 * joins them, and everything around them that would be empty. All commands that go must be given at once, because each may leave a body that the next one empties.
 *
 * @param script the script
 * @param doomed the nodes that have to go
 * @returns what is left, or undefined when nothing is
 */
export function remainsOf(script: ShellScript, doomed: ReadonlySet<ShellNode>): Remains | undefined {
  const { gone, edits, endsOtherwise, asksGone, end: last } = new Remover(script.text, doomed, contextOf(script)).list(script.tree.commands);
  if (gone) {
    return undefined;
  }
  // The text of a heredoc stands behind its line, where no cut of a command reaches.
  const hereDocs = edits.length > 0 && script.text.includes('<<') ? hereDocsIn(nodesOf(script.tree)) : [];
  const cutsHereDoc = hereDocs.some(({ pos }) => edits.some(({ start, end }) => start <= pos && pos < end));
  const places = cutsHereDoc || asksGone ? [] : withComments(script.text, edits).map(({ start, end, instead }) =>
    ({ ...script.place, span: { start, end }, ...(instead === undefined ? {} : { instead }) }));
  return { places, endsOtherwise: endsOtherwise === true && !(last?.type === 'Command' && !script.text.slice(last.pos).includes('$?') && stopsAtFailure(script)) };
}

/** The text of a script without some of its parts. */
export function textWithout(script: ShellScript, places: readonly Place[]): string {
  return [...places].sort((a, b) => b.span!.start - a.span!.start)
    .reduce((text, { span, instead = '' }) => text.slice(0, span!.start) + instead + text.slice(span!.end), script.text);
}

/** Whether a script still is one without some of its parts, and still calls everything else; never when it is none before. */
export function stillParses(script: ShellScript, places: readonly Place[]): boolean {
  const after = parseShell(textWithout(script, places));
  const isCut = ({ pos }: ShellNode) => places.some(({ span }) => span!.start <= pos && pos < span!.end);
  return isFlawless(script.tree) && isFlawless(after) && namesIn(script.tree, node => !isCut(node)) === namesIn(after, () => true);
}

/** The commands of a script that do something; cuts may leave others behind. */
function namesIn(tree: ShellTree, isMeant: (node: ShellNode) => boolean): string {
  const names: string[] = [];
  const visit = (nodes: readonly ShellNode[]): void => nodes.forEach(node => {
    if (node.type !== 'Command') {
      visit(childrenOf(node));
    } else if (isMeant(node) && !/^(:|true|trap)$/.test(node.name?.value ?? '')) {
      names.push(node.name?.value ?? '=');
    }
  });
  visit(nodesOf(tree));
  return names.join(' ');
}

function isFlawless({ errors = [] }: ReturnType<typeof parseShell>): boolean {
  return errors.length === 0;
}

/** What a leftover holds about commands that go: the places to cut, none when they cannot be cut safely or nothing of the script would be left. */
export function removing(script: ShellScript, nodes: ReadonlySet<ShellNode>): Pick<Leftover, 'places' | 'doomed'> {
  const places = nodes.size > 0 ? remainsOf(script, nodes)?.places ?? [] : [];
  return places.length > 0 ? { places, doomed: { script, nodes } } : { places };
}

const contexts = new WeakMap<ShellScript, Context>();

/** What a script is like, found out once: each of its waits is taken out by itself. */
function contextOf(script: ShellScript): Context {
  const known = contexts.get(script) ?? readContext(script);
  contexts.set(script, known);
  return known;
}

function readContext({ text, tree, errexit, place }: ShellScript): Context {
  const stops = errexit || /\bset\s+-\w*e|errexit/.test(text);
  return {
    used: usedLists(tree, text, stops),
    errexit: stops,
    end: tree.commands.at(-1)?.command.end ?? 0,
    hasTraps: text.includes('trap', text.indexOf('trap') + 1),
    // In a preStop hook, a sleep gives clients time to leave.
    keepsSleeps: place.path.includes('preStop'),
  };
}

/** Whether a script stops at the first command that fails from its beginning, so that a command that comes last never hides a failure. */
function stopsAtFailure({ errexit, tree }: ShellScript): boolean {
  const first = tree.commands[0]?.command;
  return errexit || (first?.type === 'Command' && first.name?.value === 'set' && wordsOf(first).some(word => /^-[a-df-z]*e[a-z]*$|^errexit$/.test(word)));
}
