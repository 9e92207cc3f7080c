import { BackgroundJobs } from './background-jobs';
import { baseName } from './commands';
import { errexitSetBy, mayEndOnFailure } from './errexit';
import { commandsIn, ShellNode as AnyNode } from './leftovers/shell-walk';
import { withoutStarter } from './leftovers/sources';
import type { RecognizedPod } from './recognized';
import { repositoryOf } from '../knowledge/known-programs';
import { sleepSeconds } from '../kubernetes/hooks';
import { PodContainer } from '../kubernetes/pod';
import { parseShell } from '../shell/parse-shell';

type Statement = ReturnType<typeof parseShell>['commands'][number];
type ShellNode = Statement['command'];
type Loop = Extract<ShellNode, { type: 'While' }>;

/** What the statements before a part of a script say about it. */
interface Scope {
  /** Whether a loop that ends when one of its commands fails, under `set -e`, counts as one that ends. */
  readonly surely: boolean;
  /** Whether `set -e` is in effect. */
  errexit: boolean;
  readonly functions: Map<string, AnyNode>;
}

/** Whether a container's command never exits on its own, as far as the manifest shows: an endless loop, `tail -F`, `sleep infinity`. */
export function isEndless(recognition: RecognizedPod, container: PodContainer): boolean {
  return isEndlessRun(recognition, container, false);
}

/** Whether a container's command never exits, not even when a command in its loop fails. */
export function isSurelyEndless(recognition: RecognizedPod, container: PodContainer): boolean {
  return isEndlessRun(recognition, container, true);
}

function isEndlessRun(recognition: RecognizedPod, container: PodContainer, surely: boolean): boolean {
  const run = recognition.commands(container).find(command => command.moment === 'run');
  if (!run) {
    return false;
  }
  if (!run.script) {
    // Without a command the image may run what it is called like.
    const { command, image } = container.spec;
    return isEndlessCommand(run.words) || (command === undefined && typeof image === 'string' && isEndlessCommand([baseName(repositoryOf(image)), ...run.words]));
  }
  return MAY_BE_ENDLESS.test(run.script.text) && neverEnds(run.script.tree.commands, { surely, errexit: run.script.errexit, functions: new Map() });
}

/** From here on, a sleep is no pause between two works, but there to keep a container running. */
const LONG_SLEEP_SECONDS = 300;

/** Whether all that a container's script does in the end is to sleep for long: `echo … > FILE; sleep 3600`. */
export function endsInLongSleep(recognition: RecognizedPod, container: PodContainer): boolean {
  const last = recognition.runCommand(container)?.script?.tree.commands.at(-1);
  const command = last?.command.type === 'AndOr' && last.command.operators.at(-1) === '&&' ? last.command.commands.at(-1) : last?.command;
  const words = command?.type === 'Command' && !last?.background ? withoutStarter(wordsOf(command)) : [];
  return baseName(words[0] ?? '') === 'sleep' && (sleepSeconds(words.slice(1)) ?? 0) >= LONG_SLEEP_SECONDS;
}

/** A script without any of these words ends. */
const MAY_BE_ENDLESS = /\b(while|until|for|tail|sleep|watch|ssh|autossh|socat|kubectl|cron|crond|supercronic)\b/;

const ONE_YEAR_SECONDS = 31_536_000;

/** Whether a program with its arguments never exits on its own: `tail -F`, `sleep infinity`. */
export function isEndlessCommand(words: readonly string[]): boolean {
  const [name, ...args] = withoutStarter(words);
  if (words.slice(0, -args.length - 1).some(starter => baseName(starter) === 'timeout')) {
    return false;
  }
  switch (baseName(name ?? '')) {
    case 'tail':
      return args.some(arg => /^-[a-zA-Z]*[fF]/.test(arg) || arg.startsWith('--follow')) && !args.some(arg => arg.startsWith('--pid'));
    case 'watch':
      return args.length > 0 && !args.some(arg => /^-[a-z]*[eg]|^--(errexit|chgexit)/.test(arg));
    case 'sleep':
      return args.some(arg => /^inf(inity)?$/.test(arg)) || (sleepSeconds(args) ?? 0) >= ONE_YEAR_SECONDS;
    case 'ssh':
    case 'autossh':
      // Only forwards, and not from the background.
      return args.some(arg => /^-[a-zA-Z]*N/.test(arg)) && !args.some(arg => /^-[a-zA-Z]*f/.test(arg));
    case 'socat':
      return args.some(arg => /-listen:/i.test(arg) && /,fork\b/.test(arg));
    case 'cron':
    case 'crond':
      return args.some(arg => /^-[a-z]*[fn]$/.test(arg));
    case 'supercronic':
      return !args.includes('-test');
    case 'kubectl':
      return /^(proxy|port-forward)$/.test(args.find(arg => !arg.startsWith('-')) ?? '');
    default:
      return false;
  }
}

/** Whether statements that run one after another come to one that never ends; what runs in the background counts once it is waited for. */
function neverEnds(statements: readonly Statement[], scope: Scope): boolean {
  const jobs = new BackgroundJobs();
  for (const { command, background } of statements) {
    if (command.type === 'Function') {
      scope.functions.set(command.name.value, command.body);
      continue;
    }
    [command, ...called(command, scope)].forEach(node => jobs.apply(node));
    if (background) {
      jobs.start(isEndlessNode(command, { ...scope }));
    } else if (isEndlessNode(command, scope) || (isWait(command) && jobs.isEndlessWait(wordsOf(command).slice(1)))) {
      return true;
    } else if (leaves(command)) {
      return false;
    }
    if (!background && command.type !== 'Subshell') {
      scope.errexit = commandsIn([command]).map(errexitSetBy).reverse().find(set => set !== undefined) ?? scope.errexit;
    }
  }
  return false;
}

/** The bodies of the functions that a part of a script calls. */
function called(node: ShellNode, { functions }: Scope): AnyNode[] {
  return functions.size === 0 ? [] : commandsIn([node]).flatMap(({ name }) => functions.get(name?.value ?? '') ?? []);
}

/** Whether a part of a script never ends on its own. */
export function isEndlessNode(node: ShellNode, scope: Scope = { surely: false, errexit: false, functions: new Map() }): boolean {
  switch (node.type) {
    case 'Command':
      return isEndlessCommand(wordsOf(node));
    case 'While':
      return isConstant(node) && !mayLeave(node, scope);
    case 'ArithmeticFor':
      return node.test === undefined && !mayLeave(node, scope);
    case 'AndOr': {
      const alternative = node.operators.indexOf('||');
      return node.commands.slice(0, alternative < 0 ? undefined : alternative + 1).some(command => isEndlessNode(command, scope));
    }
    case 'Pipeline':
      return node.prefixes.length === 0 && isEndlessNode(node.commands[0], { ...scope }) && !node.commands.slice(1).some(stopsEarly);
    case 'Subshell':
      return neverEnds(node.body.commands, { ...scope });
    case 'BraceGroup':
      return neverEnds(node.body.commands, scope);
    case 'Redirected':
      return isEndlessNode(node.command, scope);
    default:
      return false;
  }
}

/** A loop whose condition can only have one outcome: `while true`, `while :`, `while sleep 5`, `until false`. */
function isConstant(loop: Loop): boolean {
  const condition = loop.clause.commands.at(-1)?.command;
  if (!condition) {
    return false;
  }
  if (condition.type === 'ArithmeticCommand') {
    return loop.kind === 'while' && /^\s*[1-9]\d*\s*$/.test(condition.body);
  }
  if (condition.type === 'TestCommand') {
    return false;
  }
  const words = condition.type === 'Command' ? wordsOf(condition) : [];
  const name = baseName(words[0] ?? '');
  return loop.kind === 'until'
    ? name === 'false'
    : name === 'true' || name === ':' || (name === 'sleep' && words.length === 2) || /^\[ (1|true|1 -eq 1|1 = 1|1 == 1) \]$/.test(words.join(' '));
}

/** Whether a loop may end from within: by a way out in its body, in a function that it calls, or by a failure under `set -e`. */
function mayLeave(loop: Extract<ShellNode, { type: 'While' | 'ArithmeticFor' }>, scope: Scope): boolean {
  const { body } = loop;
  const errexit = scope.surely && (scope.errexit || commandsIn([body]).some(errexitSetBy));
  return holdsWayOut(body.commands) || called(loop, scope).some(endsScript) || (errexit && mayEndOnFailure(body.commands));
}

/** Whether a loop's body may leave the loop. What is in a string, such as a trap's command, does not count. */
function holdsWayOut(statements: readonly Statement[]): boolean {
  return statements.some(({ command }) => isWayOut(command));
}

function isWayOut(node: ShellNode): boolean {
  switch (node.type) {
    case 'Command':
      return leaves(node) || /^(break|return|kill)$/.test(node.name?.value ?? '');
    case 'AndOr':
    case 'Pipeline':
      return node.commands.some(isWayOut);
    case 'If':
      return [node.clause, node.then, ...node.elif.flatMap(elif => [elif.clause, elif.then]), ...(node.else ? [node.else] : [])]
        .some(list => holdsWayOut(list.commands));
    case 'Case':
      return node.items.some(item => holdsWayOut(item.body.commands));
    case 'While':
    case 'For':
    case 'ArithmeticFor':
    case 'Subshell':
    case 'BraceGroup':
      return holdsWayOut(node.body.commands);
    case 'Redirected':
      return isWayOut(node.command);
    default:
      return false;
  }
}

/** Whether a function may end the script. */
function endsScript(body: AnyNode): boolean {
  return commandsIn([body]).some(command => leaves(command) || command.name?.value === 'kill');
}

/** Nothing after `exit` or `exec` runs. */
function leaves(node: ShellNode): boolean {
  return node.type === 'Command' && (node.name?.value === 'exit' || (node.name?.value === 'exec' && node.args.length > 0));
}

function isWait(node: ShellNode): node is Extract<ShellNode, { type: 'Command' }> {
  return node.type === 'Command' && node.name?.value === 'wait';
}

/** Readers that end before what they read from does. */
function stopsEarly(node: ShellNode): boolean {
  if (node.type === 'While') {
    return commandsIn([node.body]).some(({ name }) => /^(break|exit|return|kill|pkill|killall)$/.test(name?.value ?? ''));
  }
  const words = node.type === 'Command' ? wordsOf(node) : [];
  const isCutShort = (/^sed$/.test(words[0] ?? '') && words.some(word => /(^|[/;\d$}\s])q\d*$/.test(word))) || (/awk$/.test(words[0] ?? '') && words.some(word => /\bexit\b/.test(word)));
  return isCutShort || /^(head|timeout)$/.test(words[0] ?? '') || (/^[ef]?grep$/.test(words[0] ?? '') && words.some(word => /^-[a-z]*[mq]/.test(word)));
}

function wordsOf(node: Extract<ShellNode, { type: 'Command' }>): string[] {
  return [node.name, ...node.args].flatMap(part => (part?.type === 'Word' ? [part.value] : []));
}
