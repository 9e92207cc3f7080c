import { moveRule } from './move';
import { PodContainer } from '../../kubernetes/pod';
import { baseName, Command, ShellScript } from '../../recognition/commands';
import { Place } from '../../recognition/leftovers/leftover';
import { commandsIn, nodesOf, wordNodes } from '../../recognition/leftovers/shell-walk';
import { Draft } from '../draft';

/** A flag by which tail follows a file that must exist: `-f`, `-fn`, `-n5f`, `--follow`. */
const FOLLOWS = /^(-[a-zA-Z0-9+]*f[a-zA-Z0-9+]*|--follow(=\w+)?)$/;
/** A flag by which it waits for the file. */
const RETRIES = /^(-[a-zA-Z0-9+]*F[a-zA-Z0-9+]*|--retry)$/;
/** Files that always exist. */
const DEVICE = /^\/(dev|proc|sys)\//;

/** A word of a command, and where it stands. */
interface Word {
  readonly value: string;
  readonly place?: Place;
}

/**
 * A native sidecar starts before the app, so a file that the app writes does not exist yet. `tail -f` exits then, and the kubelet may never start the app:
 * it waits until the sidecar runs. `tail -F` waits for the file.
 */
export function awaitFollowedFiles(draft: Draft): void {
  for (const container of draft.moved) {
    const run = draft.recognition.commands(container).find(({ moment }) => moment === 'run');
    for (const words of run ? tailsOf(run) : []) {
      retry(draft, container, words);
    }
  }
}

function tailsOf(run: Command): Word[][] {
  const all = run.script ? callsIn(run.script) : [run.words.map((value, index) => ({ value, place: { path: run.paths[index] } }))];
  return all.flatMap(words => {
    const at = words.findIndex(({ value }) => baseName(value) === 'tail');
    const rest = words.slice(at + 1);
    const file = rest.find(({ value }, index) => !/^[-+]/.test(value) && !/^-[a-zA-Z]*[nc]$/.test(rest[index - 1]?.value ?? '') && value !== '');
    const waits = rest.some(({ value }) => RETRIES.test(value));
    return at >= 0 && file && !waits && !DEVICE.test(file.value) && !isMadeBefore(run, file.value) ? [rest] : [];
  });
}

/** The calls of a script. Those inside of a word, as in `trap '…'`, count their own places, so theirs are not known. */
function callsIn(script: ShellScript): Word[][] {
  return commandsIn(nodesOf(script.tree)).map(command => wordNodes(command).map(({ value, text, pos, end }) => ({
    value,
    ...(value === text && script.text.slice(pos, end) === text ? { place: { ...script.place, span: { start: pos, end } } } : {}),
  })));
}

/** Whether a script names a file before it follows it: it makes the file, or waits for it. */
function isMadeBefore({ script }: Command, file: string): boolean {
  return script !== undefined && script.text.indexOf(file) < script.text.search(/\btail\b/);
}

function retry(draft: Draft, container: PodContainer, words: readonly Word[]): void {
  const flag = words.find(({ value }) => FOLLOWS.test(value));
  if (!flag) {
    return;
  }
  const reason = {
    rule: moveRule(draft),
    why: `'${container.name}' starts before the app has written the file: tail -F waits for it, but tail -f exits, and the app may never start`,
  };
  const instead = flag.value.startsWith('--') ? '-F' : flag.value.replace('f', 'F');
  if (!flag.place || flag.place.configMap !== undefined) {
    draft.note(reason.rule, `use tail -F instead of tail -f in '${container.name}': ${reason.why}`);
  } else if (flag.place.span) {
    draft.cut({ ...flag.place, instead }, reason, true);
  } else {
    draft.add({ kind: 'text', path: draft.pathAt(flag.place), value: instead, ...reason });
  }
}
