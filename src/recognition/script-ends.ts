import { ShellScript } from './commands';
import { errexitSetBy } from './errexit';
import { assigned, given, guess, ScriptEnd, tested, Way } from './exit-status';
import { childrenOf, commandsIn, innerScript, nodesOf, ShellNode, SimpleCommand, Statement, wordsOf } from './leftovers/shell-walk';
import { commandName, withoutStarter } from './leftovers/sources';
import { isNegated } from './leftovers/trivial';

/** Commands that prepare, look or wait: that they fail is not the failure of the work. */
const UTILITY = new RegExp('^(set|unset|export|readonly|local|declare|shopt|ulimit|umask|alias|cd|pushd|popd|source|\\.|:|true|echo|printf|sleep|date|mkdir|touch|rm|rmdir|cp|mv|ln|ls'
  + '|cat|chmod|chown|head|tail|cut|tr|wc|sort|sed|awk|grep|egrep|jq|env|printenv|hostname|whoami|id|uname|pwd|kill|pkill|killall|pgrep|jobs|read|shift|let|expr|seq|which|type|nproc|sync|tee)$');
const GUESSED = /^(read|pgrep|grep|egrep|let|expr|which|type|kill)$/;

/** No script that is written by hand has more ways than these at one place. */
const MAX_WAYS = 64;
const MAX_DEPTH = 40;
const MAX_STEPS = 20_000;

/**
 * The ways in which a script can end when its work succeeds or fails.
 *
 * Every command that is no utility is work, and may fail. Every test that does not ask for an exit code may go both ways.
 *
 * @param script the script
 * @param calls the commands about which `called` tells
 * @returns undefined if there are too many ways
 */
export function scriptEnds(script: ShellScript, calls: ReadonlySet<ShellNode>): readonly ScriptEnd[] | undefined {
  const course = new Course(script, calls);
  const start: Way = { called: false, failed: false, ok: true, guessed: false, errexit: script.errexit, codes: new Map() };
  const ends = course.list(script.tree.commands, [start], false).flatMap(way => course.exit(way));
  return course.isLost ? undefined : ends;
}

/** Whether the calls in a script are made when its work succeeds, but not when it fails. */
export function isSkippedOnFailure(script: ShellScript, calls: ReadonlySet<ShellNode>): boolean {
  const ends = scriptEnds(script, calls)?.filter(({ guessed }) => !guessed) ?? [];
  return ends.some(({ failed, called }) => failed && !called) && !ends.some(({ failed, called }) => !failed && !called);
}

/** Whether a script can end well although its work failed; undefined if that is not known. */
export function hidesFailure(script: ShellScript, calls: ReadonlySet<ShellNode>): boolean | undefined {
  return scriptEnds(script, calls)?.some(({ failed, ok, guessed }) => failed && ok && !guessed);
}

/** Whether a script can fail because its work failed; undefined if that is not known. */
export function showsFailure(script: ShellScript): boolean | undefined {
  return scriptEnds(script, new Set())?.some(({ failed, ok, guessed }) => failed && !ok && !guessed);
}

/** Whether a script can end well, whatever the commands in it find; undefined if that is not known. */
export function canSucceed(script: ShellScript): boolean | undefined {
  const utilities = commandsIn(nodesOf(script.tree)).filter(command => isUtility(command) && !CONTROLS.test(command.name!.value));
  const ends = scriptEnds(script, new Set(utilities));
  return ends === undefined || ends.length === 0 ? undefined : ends.some(({ ok }) => ok);
}

/** Follows the ways through a script. */
class Course {
  public isLost = false;
  private readonly functions = new Map<string, ShellNode>();
  private readonly hasWork: boolean;
  private readonly pipefail: boolean;
  private depth = 0;
  private steps = 0;

  public constructor({ tree, text }: ShellScript, private readonly calls: ReadonlySet<ShellNode>) {
    const commands = commandsIn(nodesOf(tree));
    this.hasWork = commands.some(command => command.name && !calls.has(command) && !isUtility(command) && !CONTROLS.test(command.name.value));
    this.pipefail = text.includes('pipefail');
  }

  public list(statements: readonly Statement[], from: readonly Way[], isAsked: boolean): Way[] {
    return statements.reduce<Way[]>((ways, { command, background }) => {
      const [here, gone] = [ways.filter(({ left }) => left === undefined), ways.filter(({ left }) => left !== undefined)];
      return this.distinct([...gone, ...background ? here.flatMap(way => this.beside(way, command)) : this.node(command, here, isAsked)]);
    }, [...from]);
  }

  /** The end of a way, with what the trap does. */
  public exit(way: Way): Way[] {
    const { trap, ok } = way;
    return trap ? this.nodes(trap, [{ ...way, trap: undefined, left: undefined, errexit: false }]).map(end => end.left === 'exit' ? end : { ...end, ok }) : [way];
  }

  private nodes(nodes: readonly ShellNode[], from: readonly Way[], isAsked: boolean = false): Way[] {
    return this.list(nodes.map(command => ({ command }) as Statement), from, isAsked);
  }

  private node(node: ShellNode, from: readonly Way[], isAsked: boolean): Way[] {
    this.isLost ||= this.depth > MAX_DEPTH || this.steps++ > MAX_STEPS;
    if (this.isLost) {
      return [...from];
    }
    this.depth++;
    const ways = this.distinct(from.length > 0 ? this.follow(node, from, isAsked) : []);
    this.depth--;
    return ways;
  }

  private follow(node: ShellNode, from: readonly Way[], isAsked: boolean): Way[] {
    switch (node.type) {
      case 'Command': return from.flatMap(way => this.command(node, way, isAsked)).map(way => stopped(way, isAsked));
      case 'Pipeline': return this.pipeline(node, from).map(way => stopped(way, isAsked || isNegated(node)));
      case 'AndOr': return this.chain(node, from, isAsked);
      case 'CompoundList': return this.list(node.commands, from, isAsked);
      case 'BraceGroup': return this.list(node.body.commands, from, isAsked);
      case 'Subshell': return from.flatMap(way => this.inside(way, [node.body], isAsked)).map(way => stopped(way, isAsked));
      case 'Redirected': return this.node(node.command, from, isAsked);
      case 'If': return this.choice(node, from, isAsked);
      case 'While': return this.loop(node, from, isAsked);
      case 'Function': this.functions.set(node.name.value, node.body); return [...from];
      case 'TestCommand':
      case 'ArithmeticCommand': return from.flatMap(guess);
      case 'Case': return [...from, ...node.items.flatMap(({ body }) => this.list(body.commands, from, isAsked))].map(way => ({ ...way, guessed: true }));
      default: return this.nodes(childrenOf(node), from, isAsked).map(inLoop);
    }
  }

  /** What runs in the background fails only when it is waited for. */
  private beside(way: Way, node: ShellNode): Way[] {
    return this.inside(way, [node], true).map(({ called }) => ({ ...way, called, ok: true }));
  }

  /** What runs in a shell of its own leaves only its exit code. */
  private inside(way: Way, nodes: readonly ShellNode[], isAsked: boolean): Way[] {
    const { errexit, trap, codes } = way;
    return this.nodes(nodes, [{ ...way, trap: undefined }], isAsked).flatMap(end => this.exit(end))
      .map(end => ({ ...end, errexit, trap, codes, left: undefined }));
  }

  private pipeline(node: Extract<ShellNode, { type: 'Pipeline' }>, from: readonly Way[]): Way[] {
    const [first, ...more] = node.commands;
    if (more.length === 0) {
      return first ? this.node(first, from, true).map(way => ({ ...way, ok: way.ok !== isNegated(node) })) : [...from];
    }
    const run = more.reduce((ways, command) => this.distinct(ways.flatMap(way => this.inside(way, [command], true)
      .map(end => ({ ...end, ok: end.ok && (way.ok || !this.pipefail) })))), this.distinct(from.flatMap(way => this.inside(way, [first], true))));
    return run.map(way => ({ ...way, ok: way.ok !== isNegated(node) }));
  }

  private chain({ commands, operators }: Extract<ShellNode, { type: 'AndOr' }>, from: readonly Way[], isAsked: boolean): Way[] {
    return commands.reduce<Way[]>((ways, command, index) => {
      const isReached = (way: Way) => way.left === undefined && (index === 0 || way.ok === (operators[index - 1] === '&&'));
      return [...ways.filter(way => !isReached(way)), ...this.node(command, ways.filter(isReached), isAsked || index < commands.length - 1)];
    }, [...from]);
  }

  private choice(node: Extract<ShellNode, { type: 'If' }>, from: readonly Way[], isAsked: boolean): Way[] {
    const done: Way[] = [];
    let open: Way[] = [...from];
    for (const { clause, then } of [node, ...node.elif]) {
      const asked = this.node(clause, open, true);
      const reached = asked.filter(({ left }) => left === undefined);
      done.push(...asked.filter(({ left }) => left !== undefined), ...this.node(then, reached.filter(({ ok }) => ok), isAsked));
      open = reached.filter(({ ok }) => !ok);
    }
    return [...done, ...(node.else ? this.node(node.else, open, isAsked) : open.map(way => ({ ...way, ok: true })))];
  }

  /** Goes around until nothing new happens. That a condition fails is no failure of the work. */
  private loop({ clause, body, kind }: Extract<ShellNode, { type: 'While' }>, from: readonly Way[], isAsked: boolean): Way[] {
    const seen = new Set<string>();
    const done: Way[] = [];
    for (let ways: readonly Way[] = from; ways.length > 0 && !this.isLost;) {
      const asked = ways.flatMap(way => this.node(clause, [way], true).map(end => ({ ...end, failed: way.failed })));
      const goesOn = (way: Way) => way.left === undefined && way.ok === (kind === 'while');
      const ran = this.node(body, asked.filter(goesOn), isAsked);
      const isNext = ({ left }: Way) => left === undefined || left === 'continue';
      done.push(...asked.filter(way => !goesOn(way)).map(way => way.left === undefined ? { ...way, ok: true } : way));
      done.push(...ran.filter(way => !isNext(way)).map(inLoop));
      ways = ran.filter(isNext).map(inLoop).filter(way => !seen.has(keyOf(way)));
      ways.forEach(way => seen.add(keyOf(way)));
    }
    return done;
  }

  private command(node: SimpleCommand, way: Way, isAsked: boolean): Way[] {
    if (this.calls.has(node)) {
      return guess({ ...way, called: true }).map(made => made.ok ? { ...made, guessed: way.guessed } : made);
    }
    if (node.name === undefined) {
      const next = assigned(node, way);
      return node.prefix.some(part => part.type === 'Assignment' && /\$\(|`/.test(part.text)) ? this.work(next) : [next];
    }
    const words = withoutStarter(wordsOf(node));
    const name = node.name.value === 'exec' ? 'exec' : commandName(words);
    const body = this.functions.get(name);
    return CONTROLS.test(name) ? this.control(node, name, way, isAsked)
      : body ? this.node(body, [way], isAsked).map(end => end.left === 'return' ? { ...end, left: undefined } : end)
        : scriptIn(node) ? this.inside(way, scriptIn(node)!, isAsked)
          : /^(\[|test)$/.test(name) ? tested(words, way)
            : GUESSED.test(name) ? guess(way)
              : isUtility(node) && this.hasWork ? [{ ...way, ok: true }] : this.work(way);
  }

  private control(node: SimpleCommand, name: string, way: Way, isAsked: boolean): Way[] {
    const [, first, ...rest] = wordsOf(node);
    switch (name) {
      case 'exit':
      case 'return': return given(first, way).map(end => ({ ...end, left: name }));
      case 'break':
      case 'continue': return [{ ...way, left: name }];
      case 'exec': return first === undefined ? [way] : this.work(way).map(end => ({ ...end, trap: undefined, left: 'exit' }));
      case 'trap': return [{ ...way, ok: true, ...(rest.some(signal => /^(EXIT|0)$/.test(signal)) ? { trap: scriptIn(node) } : {}) }];
      case 'set': return [{ ...way, ok: true, errexit: errexitSetBy(node) ?? way.errexit }];
      case 'eval': return this.nodes(scriptIn(node) ?? [], [way], isAsked);
      // Without a word, it does not tell how a job ended.
      case 'wait': return this.work(way).map(end => ({ ...end, ok: end.ok || first === undefined }));
      case 'false': return [{ ...way, ok: false }];
      default: return [way];
    }
  }

  private work(way: Way): Way[] {
    return [{ ...way, ok: true }, { ...way, ok: false, failed: true }];
  }

  private distinct(ways: readonly Way[]): Way[] {
    const known = new Map(ways.map(way => [keyOf(way), way] as const));
    this.isLost ||= known.size > MAX_WAYS;
    return [...known.values()];
  }
}

const CONTROLS = /^(exit|return|break|continue|exec|trap|set|eval|wait|false)$/;

function isUtility(command: SimpleCommand): boolean {
  return UTILITY.test(commandName(withoutStarter(wordsOf(command))));
}

/** `set -e` ends a script at a command that fails, unless something asks how it ended. */
function stopped(way: Way, isAsked: boolean): Way {
  return way.errexit && !way.ok && !isAsked && way.left === undefined ? { ...way, left: 'exit' } : way;
}

function inLoop(way: Way): Way {
  return way.left === 'break' || way.left === 'continue' ? { ...way, left: undefined } : way;
}

/** The script that a command is given as a word. */
function scriptIn(node: SimpleCommand): readonly ShellNode[] | undefined {
  const inner = innerScript(node);
  return inner && nodesOf(inner.tree);
}

function keyOf({ called, failed, ok, guessed, errexit, trap, codes, left }: Way): string {
  return [called, failed, ok, guessed, errexit, trap?.[0]?.pos ?? '-', left, ...[...codes].sort().flat()].join();
}
