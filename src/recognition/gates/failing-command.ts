import { ERREXIT_FLAG, scriptIndex, shellScript } from '../commands';
import { commandName, withoutStarter } from '../leftovers/sources';
import { canSucceed } from '../script-ends';

/** Words without which no script fails in any case. */
const FAILS = /\b(exit|return|false)\b/;

/** A file that a script runs in its own shell may end the script before. */
const SOURCES = /(^|[\s;&|({])(source|\.)\s/;

/** Whether a command of a probe fails whatever it finds: `false`, or `sh -c 'exit 1'`. The kubelet starts no shell, so `exit` alone is no program. */
export function alwaysFails(command: readonly unknown[]): boolean {
  const words = command.map(String);
  const script = scriptIndex(words);
  if (script < 0) {
    return /^(false|exit)$/.test(commandName(withoutStarter(words)));
  }
  const text = words[script] ?? '';
  const isStrict = words.slice(0, script).some(word => ERREXIT_FLAG.test(word));
  return FAILS.test(text) && !SOURCES.test(text) && canSucceed(shellScript(text, { path: [] }, isStrict)) === false;
}
