import { PodContainer } from './pod';
import { isObject } from '../data/json';
import { parseShell } from '../shell/parse-shell';
import { isScriptFlag, isShell } from '../shell/shell-command';

/** A lifecycle hook of a container, and how long it takes, as far as its manifest shows. */
export interface Hook {
  /** How the kubelet runs it. A `sleep` runs in the kubelet and lasts its full time even after the container has exited. */
  readonly action: 'sleep' | 'exec' | 'httpGet' | 'tcpSocket';
  /** How many seconds the hook sleeps; undefined when its manifest does not show it. */
  readonly seconds?: number;
}

const SLEEP = /^(.*\/)?sleep$/;
const DURATION = /^(\d+(?:\.\d*)?|\.\d+)([smhd]?)$/;
const UNIT_SECONDS: Record<string, number> = { '': 1, 's': 1, 'm': 60, 'h': 3600, 'd': 86400 };

/** Reads a container's `preStop` or `postStart` hook; undefined when it has none. */
export function hookOf(container: PodContainer, moment: 'preStop' | 'postStart'): Hook | undefined {
  const handler = container.spec.lifecycle?.[moment];
  if (!isObject(handler)) {
    return undefined;
  }
  if (isObject(handler.sleep)) {
    const { seconds } = handler.sleep;
    return { action: 'sleep', seconds: atMost(typeof seconds === 'number' && seconds >= 0 ? seconds : undefined) };
  }
  if (isObject(handler.exec)) {
    return { action: 'exec', seconds: atMost(commandSleepSeconds(handler.exec.command)) };
  }
  if (isObject(handler.httpGet)) {
    return { action: 'httpGet' };
  }
  return isObject(handler.tcpSocket) ? { action: 'tcpSocket' } : undefined;
}

/** A command that is one sleep, also of a shell. */
const ONE_SLEEP = /^((\/\S*\/)?(ba|a|da)?sh -[a-z]*c )?\s*(exec )?(\/\S*\/)?sleep \d+[smh]?;?\s*$/;

/** Whether all that a hook of a container does is to sleep. */
export function onlySleeps(container: PodContainer, moment: 'preStop' | 'postStart'): boolean {
  const handler: unknown = container.spec.lifecycle?.[moment];
  const command: unknown = isObject(handler) ? handler.exec?.command : undefined;
  return hookOf(container, moment)?.action === 'sleep' || (Array.isArray(command) && ONE_SLEEP.test(command.join(' ')));
}

/** The kubelet ends a hook with the grace period, whose seconds are a 32-bit number: more means the same. */
const LONGEST_SECONDS = 2 ** 31 - 1;

function atMost(seconds: number | undefined): number | undefined {
  return seconds === undefined || Number.isNaN(seconds) ? undefined : Math.min(seconds, LONGEST_SECONDS);
}

/** How many seconds a command sleeps if nothing fails: `sleep 5`, or consecutive sleeps in `sh -c '…'`. */
export function commandSleepSeconds(command: unknown): number | undefined {
  if (!Array.isArray(command) || !command.every(word => typeof word === 'string')) {
    return undefined;
  }
  if (SLEEP.test(command[0] ?? '')) {
    return sleepSeconds(command.slice(1));
  }
  const flag = command.findIndex((word, index) => index > 0 && isScriptFlag(word));
  const script = command[flag + 1];
  if (!isShell(command[0] ?? '') || flag < 0 || script === undefined || !script.includes('sleep')) {
    return undefined;
  }
  return statementsSleepSeconds(parseShell(script).commands);
}

/** How many seconds `sleep` takes with these arguments; undefined when they are no durations. */
export function sleepSeconds(args: readonly string[]): number | undefined {
  let total = 0;
  for (const arg of args) {
    const match = DURATION.exec(arg);
    if (!match) {
      return undefined;
    }
    total += Number(match[1]) * UNIT_SECONDS[match[2]];
  }
  return args.length > 0 ? total : undefined;
}

type Statements = ReturnType<typeof parseShell>['commands'];
type Node = Statements[number]['command'];

/** Adds up the sleeps that run one after another; those that run only after a failure, or in the background, do not count. */
function statementsSleepSeconds(statements: Statements): number | undefined {
  const end = statements.findIndex(statement => endsScript(statement.command));
  return sum(statements.slice(0, end < 0 ? undefined : end + 1)
    .filter(statement => !statement.background)
    .map(statement => nodeSleepSeconds(statement.command)));
}

/** Nothing after `exit` or `exec` runs. */
function endsScript(node: Node): boolean {
  return node.type === 'Command' && (node.name?.value === 'exit' || node.name?.value === 'exec');
}

function nodeSleepSeconds(node: Node): number | undefined {
  switch (node.type) {
    case 'Command': {
      const words = [node.name, ...node.suffix].filter(part => part?.type === 'Word').map(word => word!.value);
      const command = words[0] === 'exec' ? words.slice(1) : words;
      return SLEEP.test(command[0] ?? '') ? sleepSeconds(command.slice(1)) : undefined;
    }
    case 'AndOr': {
      const alternative = node.operators.indexOf('||');
      return sum(node.commands.slice(0, alternative < 0 ? undefined : alternative + 1).map(nodeSleepSeconds));
    }
    case 'Subshell':
    case 'BraceGroup':
      return statementsSleepSeconds(node.body.commands);
    default:
      return undefined;
  }
}

function sum(seconds: readonly (number | undefined)[]): number | undefined {
  const known = seconds.filter(value => value !== undefined);
  return known.length > 0 ? known.reduce((total, value) => total + value, 0) : undefined;
}
