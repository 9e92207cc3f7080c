import { Place } from './leftover';
import { innerScript, ShellNode, Statement, wordsOf } from './shell-walk';
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
}

const STAYS: Fate = { gone: false, edits: [] };
const GOES: Fate = { gone: true, edits: [] };
/** Commands that mean nothing without what they follow. */
const TRIVIAL = /^(true|:|echo|printf|sleep)$/;
/** Commands that only pause, or leave a loop. */
const PAUSES = /^(sleep|true|:|break)$/;
/** Commands that only look. */
const LOOKS = /^(\[|test|true|:)$/;

/**
 * How to take commands out of a script so that what is left is still a script: with them go their `|| true`, a `sleep` right behind them, the `&&` or `;` that
 * joins them, and everything around them that would be empty.
 *
 * @param script the script
 * @param doomed the nodes that have to go
 * @returns the places, or undefined when nothing of the script would be left
 */
export function removals(script: ShellScript, doomed: ReadonlySet<ShellNode>): Place[] | undefined {
  const { gone, edits } = new Remover(script.text, doomed).list(script.tree.commands);
  return gone ? undefined : edits.map(({ start, end, instead }) =>
    ({ ...script.place, span: { start, end }, ...(instead === undefined ? {} : { instead }) }));
}

class Remover {
  public constructor(private readonly text: string, private readonly doomed: ReadonlySet<ShellNode>) {}

  public list(statements: readonly Statement[]): Fate {
    const fates = statements.map(statement => this.node(statement.command));
    const gone = fates.map((fate, index) => fate.gone
      || (isTrivial(statements[index].command, /^sleep$/) && fates[index - 1]?.gone === true && !isTrivial(statements[index - 1].command, /^trap$/)));
    if (gone.length > 0 && gone.every(one => one)) {
      return GOES;
    }
    return {
      gone: false,
      edits: statements.flatMap((statement, index) => gone[index] ? [this.withoutStatement(statement)] : fates[index].edits),
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
    if (this.doomed.has(node)) {
      return GOES;
    }
    switch (node.type) {
      case 'Command': return this.command(node);
      case 'Pipeline': return this.node(node.commands[0]);
      case 'AndOr': return this.chain(node);
      case 'CompoundList': return this.list(node.commands);
      case 'Redirected': return this.node(node.command);
      case 'Subshell':
      case 'BraceGroup':
      case 'For': return this.group(node.body.commands);
      case 'Function': return this.filled(node.body.type === 'BraceGroup' || node.body.type === 'Subshell' ? node.body.body : node.body);
      case 'While': return this.loop(node);
      case 'If': return this.choice(node);
      case 'Case': return merge(node.items.map(item => this.filled(item.body)));
      default: return STAYS;
    }
  }

  /** `trap '…' EXIT` goes when nothing is left of its script. */
  private command(node: Extract<ShellNode, { type: 'Command' }>): Fate {
    const inner = innerScript(node);
    if (!inner) {
      return STAYS;
    }
    const { gone, edits } = new Remover(wordsOf(node).find(word => word.length >= inner.tree.end) ?? '', this.doomed).list(inner.tree.commands);
    return gone ? GOES
      : inner.offset === undefined ? STAYS
        : { gone, edits: edits.map(edit => ({ ...edit, start: edit.start + inner.offset!, end: edit.end + inner.offset! })) };
  }

  private chain(node: Extract<ShellNode, { type: 'AndOr' }>): Fate {
    const fates = node.commands.map(command => this.node(command));
    const gone = fates.map(fate => fate.gone);
    for (let index = 1; index < gone.length; index++) {
      gone[index] ||= gone[index - 1] && isTrivial(node.commands[index], TRIVIAL);
    }
    const kept = gone.indexOf(false);
    if (kept < 0) {
      return GOES;
    }
    const front = kept > 0 ? [{ start: node.commands[0].pos, end: node.commands[kept].pos }] : [];
    const rest = node.commands.flatMap((command, index) =>
      index <= kept || !gone[index] ? [] : [{ start: node.commands[index - 1].end, end: command.end }]);
    const inside = fates.flatMap((fate, index) => gone[index] ? [] : fate.edits);
    return { gone: false, edits: [...front, ...rest, ...inside].sort((a, b) => a.start - b.start) };
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
    return merge([clause, ...branches.map(branch => this.filled(branch))]);
  }

  /** A list that may not be empty: what goes as a whole leaves a `:` behind. */
  private filled(list: ShellNode): Fate {
    const fate = this.node(list);
    return fate.gone ? this.emptied(list) : fate;
  }

  private emptied(list: { readonly pos: number; readonly end: number }): Fate {
    return { gone: false, edits: [{ start: list.pos, end: list.end, instead: ':' }] };
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

function merge(fates: readonly Fate[]): Fate {
  return { gone: false, edits: fates.flatMap(fate => fate.edits) };
}

function isTrivial(node: ShellNode, names: RegExp): boolean {
  if (node.type === 'Pipeline') {
    return node.commands.every(command => isTrivial(command, names));
  }
  return node.type === 'TestCommand' ? names === LOOKS : node.type === 'Command' && names.test(node.name?.value ?? '');
}
