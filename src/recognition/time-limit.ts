import { baseName } from './commands';
import { commandsIn, nodesOf, wordsOf } from './leftovers/shell-walk';
import { withoutStarter } from './leftovers/sources';
import type { RecognizedPod } from './recognized';
import { hidesFailure } from './script-ends';
import { programOfCommand } from '../knowledge/known-programs';
import { KnownProgram } from '../knowledge/programs/program';
import { askImage } from '../kubernetes/image-of';
import { PodContainer } from '../kubernetes/pod';

/** A limit of the time that a program may run. */
export interface TimeLimit {
  /** What is written there, without its options. */
  readonly text: string;
  readonly seconds: number;
  /** The exit code when the limit is reached, where it is not that of the program. */
  readonly exitCode?: number;
}

/** The `timeout` with its duration under which a container runs its known program; undefined when it runs without one. */
export function timeLimitOf(recognition: RecognizedPod, container: PodContainer): TimeLimit | undefined {
  const command = recognition.runCommand(container);
  const program = recognition.program(container);
  if (!program || !command?.words.some(word => word.includes('timeout'))) {
    return undefined;
  }
  const calls = command.script ? commandsIn(nodesOf(command.script.tree)).map(wordsOf) : [command.words];
  const limit = calls.map(words => limitOf(words, program)).find(one => one !== undefined);
  const isKept = command.script === undefined || hidesFailure(command.script, new Set()) === false;
  if (!limit) {
    return undefined;
  }
  const { text, seconds, preservesStatus } = limit;
  return { text, seconds, ...(isKept && !preservesStatus && !askImage(container.spec, hasBusyBox) ? { exitCode: TIMED_OUT } : {}) };
}

/** The exit code of GNU `timeout` when the limit is reached. */
const TIMED_OUT = 124;

/** Whether `timeout` in an image is that of BusyBox, which ends as the program does. */
function hasBusyBox(image: unknown): boolean {
  return /alpine|busybox/.test(String(image));
}

/** A limit as it is written. */
type WrittenLimit = Pick<TimeLimit, 'text' | 'seconds'> & { readonly preservesStatus: boolean };

const UNIT_SECONDS: { readonly [unit: string]: number } = { s: 1, m: 60, h: 3600, d: 86_400 };

const DURATION = /^\d+(\.\d+)?[smhd]?$/;

function limitOf(words: readonly string[], program: KnownProgram): WrittenLimit | undefined {
  const start = words.findIndex(word => baseName(word) === 'timeout');
  const at = start < 0 ? -1 : words.findIndex((word, index) => index > start && DURATION.test(word));
  const isLimited = at > 0 && Number.parseFloat(words[at]) > 0 && programOfCommand(withoutStarter(words.slice(at + 1))) === program;
  const seconds = Number.parseFloat(words[at]) * (UNIT_SECONDS[words[at]?.slice(-1)] ?? 1);
  return isLimited ? { text: `timeout ${words[at]}`, seconds, preservesStatus: words.slice(start, at).some(word => /^(-p|--preserve-status)$/.test(word)) } : undefined;
}
