import { baseName } from './commands';
import { isEndlessCommand, isEndlessNode } from './endless';
import type { RecognizedPod } from './recognized';
import { PodContainer } from '../kubernetes/pod';
import { parseShell } from '../shell/parse-shell';
import { isShell } from '../shell/shell-command';

type Statement = ReturnType<typeof parseShell>['commands'][number];
type ShellNode = Statement['command'];

/** A script without any of these words ends on its own, or with an unknown program. */
const MAY_IGNORE = /\b(tail|sleep|while|until|for|wait)\b|\|/;

/** Commands that may install a signal handler: a trap, or a script that sets one. */
const MAY_TRAP = /\btrap\b|(^|[\s;&|])(\.|source|eval)\s/m;

/** A shorter `sleep` at the end of a script may be a pause, not what the container is for. */
const LONG_SLEEP_SECONDS = 60;

const DURATION = /^(\d+(?:\.\d+)?)([smhd]?)$/;
const UNIT_SECONDS: { readonly [unit: string]: number } = { '': 1, 's': 1, 'm': 60, 'h': 3600, 'd': 86400 };

/** Programs that replace themselves with the one that they start. */
const GIVING_WAY: ReadonlySet<string> = new Set(['exec', 'env', 'nohup', 'busybox']);

/**
 * Why a container's first process ignores SIGTERM, as a part of a sentence ("a shell loop without a trap"); undefined when it does not, or when that cannot be seen.
 *
 * The kernel drops signals for the first process of a PID namespace unless it has a handler. A shell has no handler without a trap, runs a trap only after the command
 * in the foreground has exited, and forwards no signal. Some shells replace themselves with their last command and some do not, so an unknown last command is not judged.
 */
export function reasonToIgnoreSigterm(recognition: RecognizedPod, container: PodContainer): string | undefined {
  const { spec } = recognition.pod;
  if (spec.shareProcessNamespace === true || spec.hostPID === true) {
    return undefined;
  }
  const run = recognition.commands(container).find(command => command.moment === 'run');
  if (!run) {
    return undefined;
  }
  if (!run.script) {
    return reasonOfProgram(run.words) ?? recognition.program(container)?.ignoresSigterm?.(recognition.run(container));
  }
  if (!startsAsShell(run.words)) {
    return undefined;
  }
  const { text } = run.script;
  // A script that traps and waits handles the signal.
  const isFine = !MAY_IGNORE.test(text) || (text.includes('trap') && text.includes('wait'));
  return isFine ? undefined : reasonInScript(run.script.tree.commands, MAY_TRAP.test(text));
}

/** Whether the shell is the first process: an init program before it would pass the signal on. */
function startsAsShell(words: readonly string[]): boolean {
  const first = words.map(baseName).find(word => !GIVING_WAY.has(word) && !/^\w+=/.test(word));
  return isShell(first ?? '');
}

function reasonOfProgram(words: readonly string[]): string | undefined {
  const start = words.findIndex(word => !GIVING_WAY.has(baseName(word)) && !/^\w+=/.test(word));
  const [program, ...args] = words.slice(Math.max(start, 0));
  const name = baseName(program ?? '');
  if (name === 'tail' || name === 'sleep') {
    return isEndlessCommand([name, ...args]) || isLongSleep([name, ...args]) ? `${name}, which handles no signal` : undefined;
  }
  return undefined;
}

function reasonInScript(statements: readonly Statement[], mayTrap: boolean): string | undefined {
  let hasBackground = false;
  for (const [index, { command, background }] of statements.entries()) {
    const words = command.type === 'Command' ? wordsOf(command) : [];
    if (background) {
      hasBackground = true;
    } else if (words[0] === 'exec' && words.length > 1) {
      return reasonOfProgram(words);
    } else if (words[0] === 'exit') {
      return undefined;
    } else if (words[0] === 'wait' && hasBackground && !mayTrap) {
      return 'a shell that waits without a trap';
    } else if (isEndlessNode(command)) {
      return mayTrap ? reasonInSpiteOfTrap(command) : reasonOfNode(command);
    } else if (index === statements.length - 1 && !mayTrap) {
      return reasonOfLast(command);
    }
  }
  return undefined;
}

/** Why a shell that never gets past this part of its script ignores the signal. */
function reasonOfNode(node: ShellNode): string {
  const program = programAtItsEnd(node);
  return program ? `${program}, which handles no signal` : node.type === 'Pipeline' ? 'a shell that waits for a pipeline' : 'a shell loop without a trap';
}

/** A trap that can never run: the shell waits for a command in the foreground that never ends. */
function reasonInSpiteOfTrap(node: ShellNode): string | undefined {
  const body = node.type === 'While' || node.type === 'ArithmeticFor' ? node.body.commands : [{ command: node, background: false }];
  const waited = body.find(({ command, background }) => !background && command.type !== 'While' && isEndlessNode(command))?.command;
  const program = waited && programAtItsEnd(waited);
  return program ? `a shell whose trap has to wait for ${program}` : undefined;
}

/** The reason in the last command of a script: a shell stays for a pipeline or a loop, and a long sleep has no handler, with or without the shell. */
function reasonOfLast(node: ShellNode): string | undefined {
  if (node.type === 'Pipeline' && node.commands.length > 1) {
    return 'a shell that waits for a pipeline';
  }
  if (node.type === 'While') {
    return 'a shell loop without a trap';
  }
  const last = node.type === 'AndOr' && node.operators.every(operator => operator === '&&') ? node.commands[node.commands.length - 1] : node;
  return last.type === 'Command' && isLongSleep(wordsOf(last)) ? 'sleep, which handles no signal' : undefined;
}

/** The program without a handler that a part of a script ends with: tail or sleep. */
function programAtItsEnd(node: ShellNode): string | undefined {
  switch (node.type) {
    case 'Command':
      return wordsOf(node).map(baseName).find(name => name === 'tail' || name === 'sleep');
    case 'AndOr':
      return node.commands.map(programAtItsEnd).find(name => name !== undefined);
    case 'Redirected':
      return programAtItsEnd(node.command);
    case 'Subshell':
    case 'BraceGroup':
      return node.body.commands.map(({ command }) => programAtItsEnd(command)).find(name => name !== undefined);
    default:
      return undefined;
  }
}

function isLongSleep([name, ...durations]: readonly string[]): boolean {
  const seconds = durations.map(duration => {
    const match = DURATION.exec(duration);
    return match ? Number(match[1]) * UNIT_SECONDS[match[2]] : Number.NaN;
  });
  return baseName(name ?? '') === 'sleep' && seconds.length > 0 && seconds.reduce((sum, one) => sum + one, 0) >= LONG_SLEEP_SECONDS;
}

function wordsOf(node: Extract<ShellNode, { type: 'Command' }>): string[] {
  return [node.name, ...node.args].flatMap(part => (part?.type === 'Word' ? [part.value] : []));
}
