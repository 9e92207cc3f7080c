import { ScriptEdit as Edit } from './comments-along';
import { hasReader } from './kept-output';
import { quitsOf } from './quit-words';
import { Link, linksLeft } from './shell-chain';
import { innerScript, ShellNode, Statement, wordsOf } from './shell-walk';
import { otherReason } from './sleep-reason';
import { statementCut } from './statement-cut';
import { CONSTANT, isNegated, isSleep, isTrivial, LOOKS, onlyPauses, TRIVIAL } from './trivial';

/** What becomes of a node when some of what it holds has to go: it goes as a whole, or it stays with edits. */
interface Fate {
  readonly gone: boolean;
  readonly edits: readonly Edit[];
  /** Whether what goes counts as a failure, as in `! quit`; everything else that goes counts as a success. */
  readonly fails?: boolean;
  /** Whether what stays may end with another exit code than before. */
  readonly endsOtherwise?: boolean;
  /** Whether a function in what stays may: it is called elsewhere. */
  readonly endsFunction?: boolean;
  /** Whether what stays asks how something ended that goes. */
  readonly asksGone?: boolean;
  /** What then comes last in a list. */
  readonly end?: ShellNode;
}

/** What the parts of a script must know of the whole. */
export interface Context {
  /** The lists whose exit code the script asks for. */
  readonly used: ReadonlySet<readonly Statement[]>;
  /** Whether it may stop at a command that fails. */
  readonly errexit: boolean;
  /** Where its last statement ends. */
  readonly end: number;
  /** Whether one trap may take the place of another. */
  readonly hasTraps: boolean;
  /** Whether a sleep behind what goes stays, because it is a delay of its own. */
  readonly keepsSleeps: boolean;
}

const STAYS: Fate = { gone: false, edits: [] };
const GOES: Fate = { gone: true, edits: [] };
const FAILS: Fate = { gone: true, edits: [], fails: true };

/** Judges the parts of a script, of which some have to go. */
export class Remover {
  /** Each node is judged once: a choice asks for its branches several times, and so does each choice around it. */
  private readonly fates = new Map<ShellNode, Fate>();

  public constructor(private readonly text: string, private readonly doomed: ReadonlySet<ShellNode>, private readonly context: Context) {}

  public list(statements: readonly Statement[]): Fate {
    const fates = statements.map(statement => this.node(statement.command));
    const gone = fates.map((fate, index) => (fate.gone && !(fate.fails && this.context.errexit))
      || (this.goesAlong(statements[index].command, /^sleep$/) && fates[index - 1]?.gone === true && !isTrivial(statements[index - 1].command, /^trap$/)));
    if (gone.length > 0 && gone.every(one => one)) {
      return fates[fates.length - 1].fails ? FAILS : GOES;
    }
    const last = statements.length - 1;
    const endsFunction = statements.some(({ command }, index) => !gone[index] && (fates[index].endsFunction || (command.type === 'Function' && fates[index].endsOtherwise)));
    const end = statements.filter((_, index) => !gone[index]).at(-1)?.command;
    const keepsEnd = gone[last] && (fates[last].fails || this.context.used.has(statements) || isQuit(end));
    const cut = keepsEnd ? [...gone.slice(0, last), false] : gone;
    return {
      gone: false,
      edits: statements.flatMap((statement, index) => !gone[index] ? fates[index].gone ? [this.constant(statement, true)] : fates[index].edits
        : index === last && keepsEnd ? [this.constant(statement, fates[index].fails)] : [this.without(statements, cut, index)]),
      end: fates[last]?.fails ? undefined : end,
      asksGone: statements.some((_, index) => gone[index]
        ? (index < last && !gone[index + 1] && this.asks(statements[index + 1])) || this.asksForJob(statements, gone, index)
        : fates[index].asksGone),
      endsFunction,
      endsOtherwise: endsFunction || (gone[last] ? !keepsEnd : fates[last]?.endsOtherwise),
    };
  }

  /** Takes a statement out. What the cut of the one before it takes is not cut again. */
  private without(statements: readonly Statement[], gone: readonly boolean[], index: number): Edit {
    const next = gone.indexOf(false, index);
    const last = statements[(next < 0 ? statements.length : next) - 1];
    const cut = (at: number) => statementCut(this.text, statements[at], last);
    return { ...cut(index), start: Math.max(cut(index).start, index > 0 && gone[index - 1] ? cut(index - 1).end : 0) };
  }

  /** Whether a command means nothing once what it follows is gone; `! true` still fails. */
  private goesAlong(node: ShellNode, names: RegExp): boolean {
    return isTrivial(node, names) && !(node.type === 'Pipeline' && isNegated(node)) && !(isSleep(node) && (this.context.keepsSleeps || this.isMeant(node)));
  }

  /** Whether a sleep is there for a reason of its own. */
  private isMeant(node: ShellNode): boolean {
    return node.type === 'Command' && otherReason(this.text, node) !== undefined;
  }

  /** Whether a statement asks how the one before it ended. */
  private asks({ pos, end }: Statement): boolean {
    return /\$\{?\?/.test(this.text.slice(pos, end));
  }

  /** Whether what follows a job in the background asks for its process; it asks for another one behind the next job that stays. */
  private asksForJob(statements: readonly Statement[], gone: readonly boolean[], index: number): boolean {
    const isJob = ({ end }: Statement) => this.text[end - 1] === '&';
    const next = statements.find((statement, at) => at > index && !gone[at] && isJob(statement));
    return isJob(statements[index]) && /\$\{?!|%\d/.test(this.text.slice(statements[index].end, next?.end));
  }

  /** Leaves only the exit code of a statement behind. */
  private constant({ pos, end }: Statement, fails = false): Edit {
    return { start: pos, end, instead: `${fails ? '! true' : ':'}${this.text[end - 1] === '&' ? ' &' : ''}` };
  }

  /** A group in which only a pause would be left goes, too. */
  private group(statements: readonly Statement[]): Fate {
    const fate = this.list(statements);
    const pauses = fate.edits.length > 0 && statements.every(({ command }) => onlyPauses(command) || this.isIdleWithout(command))
      && !statements.some(({ command }) => this.node(command).fails);
    return pauses ? GOES : fate;
  }

  private isIdleWithout(node: ShellNode): boolean {
    return this.node(node).gone || (node.type === 'AndOr' && node.commands.every(command =>
      (this.node(command).gone && !this.node(command).fails) || onlyPauses(command)));
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
      case 'BraceGroup': return this.context.keepsSleeps ? this.list(node.body.commands) : this.group(node.body.commands);
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
    const { gone, edits, endsOtherwise, asksGone } = new Remover(wordsOf(node).find(word => word.length >= inner.tree.end) ?? '', this.doomed, this.context).list(inner.tree.commands);
    const isTrap = node.name?.value === 'trap';
    return gone ? isTrap && this.context.hasTraps ? this.reset(node) : GOES
      : inner.offset === undefined ? STAYS
        : {
          gone,
          edits: edits.map(edit => ({ ...edit, start: edit.start + inner.offset!, end: edit.end + inner.offset! })),
          asksGone,
          endsOtherwise: endsOtherwise && !isTrap,
        };
  }

  /** A trap that took the place of another one leaves none behind. */
  private reset(node: Extract<ShellNode, { type: 'Command' }>): Fate {
    return { gone: false, edits: [{ start: node.pos, end: node.end, instead: ['trap', '-', ...wordsOf(node).slice(2)].join(' ') }] };
  }

  /** A pipeline goes with its first command, unless another one does more than to print; `! quit` then counts as a failure. A lone `!` has no command. */
  private pipeline({ commands, prefixes }: Extract<ShellNode, { type: 'Pipeline' }>): Fate {
    const fate = commands.length > 0 ? this.node(commands[0]) : STAYS;
    const fails = commands.length === 1 && fate.fails === true;
    return !fate.gone ? fate : hasReader(commands.slice(1)) ? { ...STAYS, asksGone: true } : isNegated({ prefixes }) !== fails ? FAILS : GOES;
  }

  private chain(node: Extract<ShellNode, { type: 'AndOr' }>): Fate {
    const fates = node.commands.map(command => this.node(command));
    const gone = fates.map(fate => fate.gone);
    for (let index = 1; index < gone.length; index++) {
      gone[index] ||= gone[index - 1] && this.goesAlong(node.commands[index], TRIVIAL);
    }
    // Inside of a chain, groups and functions go on after a failure.
    const tolerant = this.context.errexit && (node.end < this.context.end || this.text.includes('()') || node.commands.some(command => command.type !== 'Command'));
    const links = linksLeft(gone.map((one, index): Link => !one ? 'stays' : fates[index].fails ? 'fails' : 'succeeds'), node.operators, tolerant);
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
    const staying = fates.filter((_, index) => links[index] === 'stays');
    return { ...merge(staying), edits: [...front, ...rest] };
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
    const idle = branches.every(branch => branch.commands.every(({ command }) =>
      this.goesAlong(command, TRIVIAL) || (this.node(command).gone && !this.node(command).fails)));
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
    return { gone: false, edits: [{ start: list.pos, end: list.end, instead: fails ? '! true' : ':' }] };
  }
}

/** Whether a command only tells another sidecar to quit: how that ends is not how the work ended. */
function isQuit(node: ShellNode | undefined): boolean {
  return node?.type === 'Command' && quitsOf(wordsOf(node)).length > 0;
}

function merge(fates: readonly Fate[]): Fate {
  return {
    gone: false,
    edits: fates.flatMap(fate => fate.edits),
    asksGone: fates.some(fate => fate.asksGone),
    endsOtherwise: fates.some(fate => fate.endsOtherwise),
    endsFunction: fates.some(fate => fate.endsFunction),
  };
}
