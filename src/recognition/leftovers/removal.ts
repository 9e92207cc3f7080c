import { Leftover, Place } from './leftover';
import { Link, linksLeft } from './shell-chain';
import { hereDocsIn, innerScript, nodesOf, ShellNode, Statement, wordsOf } from './shell-walk';
import { parseShell } from '../../shell/parse-shell';
import { ShellScript } from '../commands';

/** A change to a text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly instead?: string;
}

/** What becomes of a node when some of what it holds has to go: it goes as a whole, or it stays with edits. */
interface Fate {
  readonly gone: boolean;
  readonly edits: readonly Edit[];
  /** Whether what goes counts as a failure, as in `! quit`; everything else that goes counts as a success. */
  readonly fails?: boolean;
  /** Whether what stays may end with another exit code than before. */
  readonly endsOtherwise?: boolean;
}

/** What is left of a script. */
export interface Remains {
  /** What to cut. Empty when it cannot be cut safely. */
  readonly places: Place[];
  /** Whether the script may end with another exit code: what came last decided it, and goes. */
  readonly endsOtherwise: boolean;
}

const STAYS: Fate = { gone: false, edits: [] };
const GOES: Fate = { gone: true, edits: [] };
const FAILS: Fate = { gone: true, edits: [], fails: true };
/** Commands that mean nothing without what they follow. */
const TRIVIAL = /^(true|:|echo|printf|sleep)$/;
/** Commands that only pause, or leave a loop. */
const PAUSES = /^(sleep|true|:|break)$/;
/** Commands that only succeed. */
const CONSTANT = /^(true|:)$/;
/** Commands that only look. */
const LOOKS = /^(\[|test|true|:)$/;

/**
 * How to take commands out of a script so that what is left is still a script: with them go their `|| true`, a `sleep` right behind them, the `&&` or `;` that
 * joins them, and everything around them that would be empty. All commands that go must be given at once, because each may leave a body that the next one empties.
 *
 * @param script the script
 * @param doomed the nodes that have to go
 * @returns what is left, or undefined when nothing is
 */
export function remainsOf(script: ShellScript, doomed: ReadonlySet<ShellNode>): Remains | undefined {
  const { gone, edits, endsOtherwise } = new Remover(script.text, doomed).list(script.tree.commands);
  if (gone) {
    return undefined;
  }
  // The text of a heredoc stands behind its line, where no cut of a command reaches.
  const hereDocs = edits.length > 0 && script.text.includes('<<') ? hereDocsIn(nodesOf(script.tree)) : [];
  const cutsHereDoc = hereDocs.some(({ pos }) => edits.some(({ start, end }) => start <= pos && pos < end));
  const places = cutsHereDoc ? [] : edits.map(({ start, end, instead }) => ({ ...script.place, span: { start, end }, ...(instead === undefined ? {} : { instead }) }));
  return { places, endsOtherwise: endsOtherwise === true && !stopsAtFailure(script) };
}

/** Whether a script still is one without some of its parts; never when it is none before. */
export function stillParses(script: ShellScript, places: readonly Place[]): boolean {
  let text = script.text;
  for (const { span, instead = '' } of [...places].sort((a, b) => b.span!.start - a.span!.start)) {
    text = text.slice(0, span!.start) + instead + text.slice(span!.end);
  }
  return isFlawless(script.tree) && isFlawless(parseShell(text));
}

function isFlawless({ errors = [] }: ReturnType<typeof parseShell>): boolean {
  return errors.length === 0;
}

/** What a leftover holds about commands that go: the places to cut, none when they cannot be cut safely or nothing of the script would be left. */
export function removing(script: ShellScript, nodes: ReadonlySet<ShellNode>): Pick<Leftover, 'places' | 'doomed'> {
  const places = nodes.size > 0 ? remainsOf(script, nodes)?.places ?? [] : [];
  return places.length > 0 ? { places, doomed: { script, nodes } } : { places };
}

class Remover {
  /** Each node is judged once: a choice asks for its branches several times, and so does each choice around it. */
  private readonly fates = new Map<ShellNode, Fate>();

  public constructor(private readonly text: string, private readonly doomed: ReadonlySet<ShellNode>) {}

  public list(statements: readonly Statement[]): Fate {
    const fates = statements.map(statement => this.node(statement.command));
    const gone = fates.map((fate, index) => fate.gone
      || (isTrivial(statements[index].command, /^sleep$/) && fates[index - 1]?.gone === true && !isTrivial(statements[index - 1].command, /^trap$/)));
    if (gone.length > 0 && gone.every(one => one)) {
      return fates[fates.length - 1].fails ? FAILS : GOES;
    }
    const last = statements.length - 1;
    return {
      gone: false,
      edits: statements.flatMap((statement, index) => gone[index] ? [this.withoutStatement(statement)] : fates[index].edits),
      endsOtherwise: gone[last] === true || fates.some((fate, index) => fate.endsOtherwise && (index === last || statements[index].command.type === 'Function')),
    };
  }

  /** A group in which only a pause would be left goes, too. */
  private group(statements: readonly Statement[]): Fate {
    const fate = this.list(statements);
    const pauses = fate.edits.length > 0 && statements.every(({ command }) => isTrivial(command, PAUSES) || this.isIdleWithout(command));
    return pauses ? GOES : fate;
  }

  private isIdleWithout(node: ShellNode): boolean {
    return this.node(node).gone || (node.type === 'AndOr' && node.commands.every(command => this.node(command).gone || isTrivial(command, PAUSES)));
  }

  private node(node: ShellNode): Fate {
    const known = this.fates.get(node) ?? (this.doomed.has(node) ? GOES : this.judge(node));
    this.fates.set(node, known);
    return known;
  }

  private judge(node: ShellNode): Fate {
    switch (node.type) {
      case 'Command': return this.command(node);
      case 'Pipeline': return this.pipeline(node);
      case 'AndOr': return this.chain(node);
      case 'CompoundList': return this.list(node.commands);
      case 'Redirected': return this.node(node.command);
      case 'Subshell':
      case 'BraceGroup':
      case 'For': return this.group(node.body.commands);
      case 'Function': return this.filled(node.body.type === 'BraceGroup' || node.body.type === 'Subshell' ? node.body.body : node.body);
      case 'While': return this.loop(node);
      case 'If': return this.choice(node);
      case 'Case': return merge(node.items.map(item => item.body.commands.length === 0 ? STAYS : this.filled(item.body)));
      default: return STAYS;
    }
  }

  /** `trap '…' EXIT` goes when nothing is left of its script. */
  private command(node: Extract<ShellNode, { type: 'Command' }>): Fate {
    const inner = innerScript(node);
    if (!inner) {
      return STAYS;
    }
    const { gone, edits, endsOtherwise } = new Remover(wordsOf(node).find(word => word.length >= inner.tree.end) ?? '', this.doomed).list(inner.tree.commands);
    return gone ? GOES
      : inner.offset === undefined ? STAYS
        : {
          gone,
          edits: edits.map(edit => ({ ...edit, start: edit.start + inner.offset!, end: edit.end + inner.offset! })),
          endsOtherwise: endsOtherwise && node.name?.value !== 'trap',
        };
  }

  /** A pipeline goes with its first command; `! quit` then counts as a failure. */
  private pipeline({ commands, prefixes }: Extract<ShellNode, { type: 'Pipeline' }>): Fate {
    const fate = this.node(commands[0]);
    const negated = prefixes.filter(prefix => prefix.type === 'Negation').length % 2 === 1;
    return fate.gone ? negated ? FAILS : GOES : fate;
  }

  private chain(node: Extract<ShellNode, { type: 'AndOr' }>): Fate {
    const fates = node.commands.map(command => this.node(command));
    const gone = fates.map(fate => fate.gone);
    for (let index = 1; index < gone.length; index++) {
      gone[index] ||= gone[index - 1] && isTrivial(node.commands[index], TRIVIAL);
    }
    const links = linksLeft(gone.map((one, index): Link => !one ? 'stays' : fates[index].fails ? 'fails' : 'succeeds'), node.operators);
    if (typeof links === 'string') {
      return links === 'fails' ? FAILS : GOES;
    }
    const kept = links.findIndex(link => link !== 'goes');
    const front = kept > 0 ? [{ start: node.commands[0].pos, end: node.commands[kept].pos }] : [];
    const rest = node.commands.flatMap((command, index): Edit[] => {
      const link = links[index];
      return index < kept ? []
        : link === 'goes' ? [{ start: node.commands[index - 1].end, end: command.end }]
          : link === 'stays' ? [...fates[index].edits]
            : isTrivial(command, CONSTANT) ? [] : [{ start: command.pos, end: command.end, instead: link }];
    });
    return { gone: false, edits: [...front, ...rest], endsOtherwise: fates.some((fate, index) => links[index] === 'stays' && fate.endsOtherwise) };
  }

  private loop(node: Extract<ShellNode, { type: 'While' }>): Fate {
    const clause = this.list(node.clause.commands);
    const body = this.list(node.body.commands);
    if (clause.gone || (body.gone && node.clause.commands.every(statement => isTrivial(statement.command, LOOKS)))) {
      return GOES;
    }
    return merge([clause, body.gone ? this.emptied(node.body) : body]);
  }

  private choice(node: Extract<ShellNode, { type: 'If' }>): Fate {
    const clause = this.filled(node.clause);
    const branches = [node.then, ...node.elif.map(elif => elif.then), ...(node.else ? [node.else] : [])];
    const looks = [node.clause, ...node.elif.map(elif => elif.clause)].every(list => list.commands.every(statement =>
      isTrivial(statement.command, LOOKS) || this.node(statement.command).gone));
    const idle = branches.every(branch => branch.commands.every(statement =>
      isTrivial(statement.command, TRIVIAL) || this.node(statement.command).gone));
    const concerned = [clause, ...branches.map(branch => this.list(branch.commands))].some(fate => fate.gone || fate.edits.length > 0);
    if (concerned && looks && idle) {
      return GOES;
    }
    return merge([clause, ...node.elif.map(elif => this.filled(elif.clause)), ...branches.map(branch => this.filled(branch))]);
  }

  /** A list that may not be empty: what goes as a whole leaves a `:` behind. */
  private filled(list: ShellNode): Fate {
    const fate = this.node(list);
    return fate.gone ? this.emptied(list, fate.fails) : fate;
  }

  private emptied(list: { readonly pos: number; readonly end: number }, fails = false): Fate {
    return { gone: false, edits: [{ start: list.pos, end: list.end, instead: fails ? 'false' : ':' }] };
  }

  /** A statement goes with its `;`, and with its line where it has one of its own. */
  private withoutStatement({ pos, end }: Statement): Edit {
    const after = /^[ \t]*(;(?!;)[ \t]*)?/.exec(this.text.slice(end))![0].length + end;
    const before = pos - /[ \t]*$/.exec(this.text.slice(0, pos))![0].length;
    const ownLine = before === 0 || this.text[before - 1] === '\n';
    const closes = after >= this.text.length || this.text[after] === '\n' || this.text[after] === ')';
    if (ownLine) {
      return { start: before, end: this.text[after] === '\n' ? after + 1 : after };
    }
    const semicolon = closes && this.text[before - 1] === ';' && this.text[before - 2] !== ';';
    return { start: semicolon ? before - 1 : pos, end: after };
  }
}

/** Whether a script stops at the first command that fails, so that what comes last never hides a failure. */
function stopsAtFailure({ errexit, tree }: ShellScript): boolean {
  return errexit || tree.commands.some(({ command }) => command.type === 'Command' && command.name?.value === 'set'
    && wordsOf(command).some(word => /^-[a-df-z]*e[a-z]*$|^errexit$/.test(word)));
}

function merge(fates: readonly Fate[]): Fate {
  return { gone: false, edits: fates.flatMap(fate => fate.edits), endsOtherwise: fates.some(fate => fate.endsOtherwise) };
}

function isTrivial(node: ShellNode, names: RegExp): boolean {
  if (node.type === 'Pipeline') {
    return node.commands.every(command => isTrivial(command, names));
  }
  return node.type === 'TestCommand' ? names === LOOKS : node.type === 'Command' && names.test(node.name?.value ?? '');
}
