import { baseName, Command, ShellScript } from './commands';
import { MadeFiles } from './leftovers/made-files';
import { Place } from './leftovers/place';
import { commandsIn, nodesOf, ShellNode, SimpleCommand, wordNodes } from './leftovers/shell-walk';
import { isEmptyDir, volumeFile } from './leftovers/volumes';
import type { RecognizedPod } from './recognized';
import { resolver } from './script-text';
import { canWrite } from './shared-files';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** A flag by which tail follows a file that must exist: `-f`, `-fn`, `-n5f`, `--follow`. */
const FOLLOWS = /^(-[a-zA-Z0-9+]*f[a-zA-Z0-9+]*|--follow(=\w+)?)$/;
/** A flag by which it waits for the file. */
const RETRIES = /^(-[a-zA-Z0-9+]*F[a-zA-Z0-9+]*|--retry)$/;
/** A flag whose value is the next word. */
const TAKES_VALUE = /^(-[a-zA-Z]*[ncs]|--(lines|bytes|sleep-interval|pid|max-unchanged-stats))$/;
/** A name that the shell replaces by those of files. */
const PATTERN = /[*?[]/;
/** Files that always exist. */
const DEVICE = /^\/(dev|proc|sys)\//;

/** A word of a command, and where it stands; the place is undefined when it cannot be told. */
export interface PlacedWord {
  readonly value: string;
  /** The word as it is written. */
  readonly text: string;
  readonly place?: Place;
}

/** A file that a container follows with `tail -f`, which exits when the file is missing; or a pattern, which `tail -F` takes for a name. */
export interface FollowedFile {
  /** The file with the values of variables, and with its folder. */
  readonly file: string;
  /** The file as it is written. */
  readonly text: string;
  /** The flag by which it follows the file, and does not wait for it. */
  readonly flag: PlacedWord;
  /** The shell looks once which files there are, so what comes later is not followed, with `-F` either. */
  readonly isPattern: boolean;
  /** Where the command with the pattern begins in a script; undefined where nothing can be inserted before it. */
  readonly start?: Place;
}

/** The files that a container follows and does not wait for; those that its script makes or awaits before are left out. */
export function followedFiles(recognition: RecognizedPod, container: PodContainer): FollowedFile[] {
  return recognition.once(findFollowed, container);
}

function findFollowed(recognition: RecognizedPod, container: PodContainer): FollowedFile[] {
  const run = recognition.runCommand(container);
  return run && run.words.some(word => word.includes('tail')) ? tailsOf(run, container) : [];
}

/** The containers that start after a sidecar, or one that becomes a sidecar, and can write a file of it, which nothing can have written before; none where the file may be there. */
export function laterWriters({ pod }: RecognizedPod, sidecar: PodContainer, file: string): PodContainer[] {
  const followed = volumeFile(sidecar, file);
  if (followed === undefined || !isEmptyDir(pod, followed.volume)) {
    return [];
  }
  const writers = pod.containers.filter(other => other !== sidecar && canWrite(other, followed));
  const order = startOrder(pod.containers, sidecar);
  return writers.some(writer => order.indexOf(writer) < order.indexOf(sidecar)) ? [] : writers;
}

/** Init containers and sidecars start in their order, and before all others. An ordinary container that becomes a sidecar is the last of them. */
function startOrder(containers: readonly PodContainer[], sidecar: PodContainer): PodContainer[] {
  const isMain = ({ role }: PodContainer) => role === ContainerRole.MAIN;
  return [...containers.filter(one => !isMain(one)), sidecar, ...containers.filter(isMain)];
}

/** A call of a program, and where it stands in a script. */
interface PlacedCall {
  readonly words: readonly PlacedWord[];
  readonly node?: SimpleCommand;
}

function tailsOf(run: Command, container: PodContainer): FollowedFile[] {
  const { script } = run;
  const directly = (): PlacedWord[] => run.words.map((value, index) => ({ value, text: value, place: { path: run.paths[index] } }));
  const calls: PlacedCall[] = script ? callsIn(script) : [{ words: directly() }];
  const resolve = script ? resolver(script, container) : (text: string) => text;
  const made = script && new MadeFiles(script);
  return calls.flatMap(({ words, node }) => {
    const at = words.findIndex(({ value }) => baseName(value) === 'tail');
    const rest = at < 0 ? [] : words.slice(at + 1);
    const flag = rest.find(({ value }) => FOLLOWS.test(value) || RETRIES.test(value));
    if (!flag || (made && node && made.isRepeated(node))) {
      return [];
    }
    const waits = rest.some(({ value }) => RETRIES.test(value));
    const isFile = ({ value }: PlacedWord, index: number) => !/^[-+]/.test(value) && value !== '' && !TAKES_VALUE.test(rest[index - 1]?.value ?? '');
    const folder = made?.folderAt(node) ?? container.spec.workingDir;
    const files = rest.filter(isFile).map(({ value, text }) => ({ text, file: inFolder(resolve(value), folder) }));
    const isMade = (text: string) => made !== undefined && node !== undefined && made.isMadeBefore(node, text);
    const missing = files.filter(({ file, text }) => !DEVICE.test(file) && (!waits || PATTERN.test(file)) && !isMade(text));
    return missing.map(({ file, text }) => {
      const isPattern = PATTERN.test(file);
      // Of several files some may never come, and a wait for them would keep the others from being read.
      const canWait = isPattern && files.length === 1 && !/[\r\n]/.test(text);
      return { file, text, flag, isPattern, ...(canWait && script && node ? startOf(script, node, words[0]) : {}) };
    });
  });
}

/** A file by its whole path, where a script or the container says in which folder it runs. */
function inFolder(file: string, folder: unknown): string {
  return !file.startsWith('/') && typeof folder === 'string' && folder.startsWith('/') ? `${folder.replace(/\/$/, '')}/${file}` : file;
}

/**
 * The place where a script can wait before a command: the command begins a statement that runs in the foreground, itself, as a pipeline or as the first of a chain. None in a
 * ConfigMap, which others may mount too.
 */
function startOf(script: ShellScript, node: SimpleCommand, { place }: PlacedWord): Pick<FollowedFile, 'start'> {
  const statement = script.tree.commands.find(({ command }) => firstOf(command) === node);
  const isFirst = statement && !statement.background && place?.span?.start === statement.command.pos;
  return isFirst && place.configMap === undefined ? { start: { ...place, span: { start: place.span!.start, end: place.span!.start } } } : {};
}

/** The command with which a statement begins, and whose exit code is not turned around. */
function firstOf(node: ShellNode): ShellNode | undefined {
  return node.type === 'AndOr' ? firstOf(node.commands[0]) : node.type === 'Pipeline' ? node.prefixes.length === 0 ? firstOf(node.commands[0]) : undefined : node;
}

/** The calls of a script. Those inside of a word, as in `trap '…'`, count their own places, so theirs are not known. */
function callsIn(script: ShellScript): PlacedCall[] {
  return commandsIn(nodesOf(script.tree)).map(node => ({
    node,
    words: wordNodes(node).map(({ value, text, pos, end }) => ({
      value,
      text,
      ...(value === text && script.text.slice(pos, end) === text ? { place: { ...script.place, span: { start: pos, end } } } : {}),
    })),
  }));
}
