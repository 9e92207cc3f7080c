import { baseName } from './commands';
import { commandsIn, nodesOf, wordsOf } from './leftovers/shell-walk';
import { withoutStarter } from './leftovers/sources';
import type { RecognizedPod } from './recognized';
import { programOfCommand } from '../knowledge/known-programs';
import { KnownProgram } from '../knowledge/programs/program';
import { PodContainer } from '../kubernetes/pod';

/** The `timeout` with its duration under which a container runs its known program; undefined when it runs without one. */
export function timeLimitOf(recognition: RecognizedPod, container: PodContainer): string | undefined {
  const command = recognition.runCommand(container);
  const program = recognition.program(container);
  if (!program || !command?.words.some(word => word.includes('timeout'))) {
    return undefined;
  }
  const calls = command.script ? commandsIn(nodesOf(command.script.tree)).map(wordsOf) : [command.words];
  return calls.map(words => limitOf(words, program)).find(limit => limit !== undefined);
}

const UNIT_SECONDS: { readonly [unit: string]: number } = { s: 1, m: 60, h: 3600, d: 86_400 };

/** The seconds of a time limit such as `timeout 10m`. */
export function limitSeconds(limit: string): number {
  const [, count, unit = 's'] = /^timeout (\d+(?:\.\d+)?)([smhd]?)$/.exec(limit) ?? [];
  return Number(count) * UNIT_SECONDS[unit || 's'];
}

const DURATION = /^\d+(\.\d+)?[smhd]?$/;

function limitOf(words: readonly string[], program: KnownProgram): string | undefined {
  const start = words.findIndex(word => baseName(word) === 'timeout');
  const at = start < 0 ? -1 : words.findIndex((word, index) => index > start && DURATION.test(word));
  const isLimited = at > 0 && Number.parseFloat(words[at]) > 0 && programOfCommand(withoutStarter(words.slice(at + 1))) === program;
  return isLimited ? `timeout ${words[at]}` : undefined;
}
