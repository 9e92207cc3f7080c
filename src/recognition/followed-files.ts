import { baseName, Command, ShellScript } from './commands';
import { Place } from './leftovers/place';
import { commandsIn, nodesOf, wordNodes } from './leftovers/shell-walk';
import { isEmptyDir, volumeFile } from './leftovers/volumes';
import type { RecognizedPod } from './recognized';
import { canWrite } from './shared-files';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** A flag by which tail follows a file that must exist: `-f`, `-fn`, `-n5f`, `--follow`. */
const FOLLOWS = /^(-[a-zA-Z0-9+]*f[a-zA-Z0-9+]*|--follow(=\w+)?)$/;
/** A flag by which it waits for the file. */
const RETRIES = /^(-[a-zA-Z0-9+]*F[a-zA-Z0-9+]*|--retry)$/;
/** A name that the shell replaces by those of files. */
const PATTERN = /[*?[]/;
/** Files that always exist. */
const DEVICE = /^\/(dev|proc|sys)\//;

/** A word of a command, and where it stands; the place is undefined when it cannot be told. */
export interface PlacedWord {
  readonly value: string;
  readonly place?: Place;
}

/** A file that a container follows with `tail -f`, which exits when the file is missing. */
export interface FollowedFile {
  readonly file: string;
  /** The flag by which it follows the file, and does not wait for it. */
  readonly flag: PlacedWord;
  /** The shell looks once which files there are, so what comes later is not followed, with `-F` either. */
  readonly isPattern: boolean;
  /** Where the command with the pattern begins in a script; undefined where nothing can be inserted before it. */
  readonly start?: Place;
}

/** The files that a container follows and does not wait for; those that its script makes or awaits before are left out. */
export function followedFiles(recognition: RecognizedPod, container: PodContainer): FollowedFile[] {
  const run = recognition.runCommand(container);
  return run && run.words.some(word => word.includes('tail')) ? tailsOf(run) : [];
}

/** The containers that start after a sidecar, or one that becomes a sidecar, and can write a file of it, which nothing can have written before; none where the file may be there. */
export function laterWriters({ pod }: RecognizedPod, sidecar: PodContainer, file: string): PodContainer[] {
  const volume = volumeFile(sidecar, file)?.volume;
  if (volume === undefined || !isEmptyDir(pod, volume)) {
    return [];
  }
  const writers = pod.containers.filter(other => other !== sidecar && canWrite(other, volume));
  const order = startOrder(pod.containers, sidecar);
  return writers.some(writer => order.indexOf(writer) < order.indexOf(sidecar)) ? [] : writers;
}

/** Init containers and sidecars start in their order, and before all others. An ordinary container that becomes a sidecar is the last of them. */
function startOrder(containers: readonly PodContainer[], sidecar: PodContainer): PodContainer[] {
  const isMain = ({ role }: PodContainer) => role === ContainerRole.MAIN;
  return [...containers.filter(one => !isMain(one)), sidecar, ...containers.filter(isMain)];
}

function tailsOf(run: Command): FollowedFile[] {
  const all: PlacedWord[][] = run.script ? callsIn(run.script) : [run.words.map((value, index) => ({ value, place: { path: run.paths[index] } }))];
  return all.flatMap(words => {
    const at = words.findIndex(({ value }) => baseName(value) === 'tail');
    const rest = words.slice(at + 1);
    const file = rest.find(({ value }, index) => !/^[-+]/.test(value) && !/^-[a-zA-Z]*[nc]$/.test(rest[index - 1]?.value ?? '') && value !== '');
    const flag = rest.find(({ value }) => FOLLOWS.test(value));
    const waits = rest.some(({ value }) => RETRIES.test(value));
    const isMissing = at >= 0 && file && !waits && !DEVICE.test(file.value) && !isMadeBefore(run, file.value);
    const isPattern = PATTERN.test(file?.value ?? '');
    return isMissing && flag ? [{ file: file.value, flag, isPattern, ...(isPattern && file.place ? startOf(words[0]) : {}) }] : [];
  });
}

/** The place before the first word of a command; none in a ConfigMap, which others may mount too. */
function startOf({ place }: PlacedWord): Pick<FollowedFile, 'start'> {
  return place?.span && place.configMap === undefined ? { start: { ...place, span: { start: place.span.start, end: place.span.start } } } : {};
}

/** The calls of a script. Those inside of a word, as in `trap '…'`, count their own places, so theirs are not known. */
function callsIn(script: ShellScript): PlacedWord[][] {
  return commandsIn(nodesOf(script.tree)).map(command => wordNodes(command).map(({ value, text, pos, end }) => ({
    value,
    ...(value === text && script.text.slice(pos, end) === text ? { place: { ...script.place, span: { start: pos, end } } } : {}),
  })));
}

/** Whether a script names a file before it follows it: it makes the file, or waits for it. */
function isMadeBefore({ script }: Command, file: string): boolean {
  return script !== undefined && script.text.indexOf(file) < script.text.search(/\btail\b/);
}
