import { Place } from './leftovers/place';
import { isObject, JsonObject } from '../data/json';
import { remembering } from '../data/remember';
import { aboutShared } from '../data/shared-value';
import { PodModel, PodContainer } from '../kubernetes/pod';
import { parseShell } from '../shell/parse-shell';
import { isScriptFlag, isShell } from '../shell/shell-command';

/** When a command of a container runs. */
export type CommandMoment = 'run' | 'postStart' | 'preStop';

/** A command of a container, with the path of each of its words. */
export interface Command {
  readonly moment: CommandMoment;
  /** The program and its arguments, as the kubelet gives them to the container. Without `command` the image's own program comes first, which is not known. */
  readonly words: readonly string[];
  /** From the pod's spec to each word. */
  readonly paths: readonly Place['path'][];
  /** The shell script among the words, as in `sh -c 'SCRIPT'`; undefined when no shell is asked to run one. */
  readonly script?: ShellScript;
}

/** A shell script, its tree, and where it stands. */
export interface ShellScript {
  readonly text: string;
  readonly place: Place;
  /** Its tree; the script is parsed when this is first asked for. Nodes say where they stand in the text (`pos`, `end`). */
  readonly tree: ReturnType<typeof parseShell>;
  /** Whether the shell is told to stop at the first command that fails, as by `sh -ec`. */
  readonly errexit: boolean;
}

/** Tells a shell to stop at the first command that fails. */
export const ERREXIT_FLAG = /^-[a-df-z]*e[a-z]*$|^errexit$/;

/** The commands of a container and of its hooks. */
export function commandsOf(pod: PodModel, container: PodContainer): Command[] {
  return aboutShared(container.spec, 'commands', () => linesOf(container)).map(line => new ContainerCommand(pod, container, line));
}

/** The words of a command, whatever pod its container is in. */
interface CommandLine {
  readonly moment: CommandMoment;
  readonly words: readonly string[];
  /** Where the words of `args` begin. */
  readonly args: number;
  /** The index of the script; -1 if there is none. */
  readonly script: number;
}

function linesOf({ spec: { command, args, lifecycle } }: PodContainer): readonly CommandLine[] {
  const own = wordsOf(command);
  const hooks = lifecycle ? HOOKS.map(moment => lineOf(moment, wordsOf(lifecycle[moment]?.exec?.command))) : [];
  return [lineOf('run', [...own, ...wordsOf(args)], own.length), ...hooks].filter(({ words }) => words.length > 0);
}

function lineOf(moment: CommandMoment, words: readonly string[], args = words.length): CommandLine {
  const script = scriptIndex(words);
  return { moment, words, args, script: script < words.length ? script : -1 };
}

const HOOKS = ['postStart', 'preStop'] as const;

/** The paths of the words are seldom needed, so they are computed on demand. */
class ContainerCommand implements Command {
  public readonly moment: CommandMoment;
  public readonly words: readonly string[];
  public readonly script?: ShellScript;

  private readonly args: number;

  public constructor(private readonly pod: PodModel, private readonly container: PodContainer, { moment, words, args, script }: CommandLine) {
    this.moment = moment;
    this.words = words;
    this.args = args;
    const errexit = words.slice(0, Math.max(script, 0)).some(word => ERREXIT_FLAG.test(word));
    this.script = script < 0 ? undefined : shellScript(words[script], { path: this.pathOf(script) }, errexit);
  }

  public get paths(): readonly Place['path'][] {
    return this.words.map((_, index) => this.pathOf(index));
  }

  private pathOf(index: number): Place['path'] {
    const base = pathOf(this.pod, this.container);
    if (this.moment !== 'run') {
      return [...base, 'lifecycle', this.moment, 'exec', 'command', index];
    }
    return index < this.args ? [...base, 'command', index] : [...base, 'args', index - this.args];
  }
}

/** How many characters of scripts are remembered with their trees. */
const ROOM = 2 ** 16;

/** The tree of a script. Only of whole scripts: two words of one script that hold the same text must not have the same nodes. */
export const treeOf = remembering(parseShell, ROOM);

/** A script that stands alone, such as a key of a ConfigMap. */
export function shellScript(text: string, place: Place, errexit: boolean = false): ShellScript {
  return new ParsedOnDemand(text, place, errexit);
}

class ParsedOnDemand implements ShellScript {
  private parsed?: ShellScript['tree'];

  public constructor(public readonly text: string, public readonly place: Place, public readonly errexit: boolean) {}

  public get tree(): ShellScript['tree'] {
    this.parsed ??= treeOf(this.text);
    return this.parsed;
  }
}

/** From the pod's spec to a container. */
export function pathOf(pod: PodModel, container: PodContainer): Place['path'] {
  const list = container.role === 'main' ? 'containers' : 'initContainers';
  return [list, (pod.spec[list] as JsonObject[]).indexOf(container.spec)];
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** The value of an environment variable that the container sets directly; undefined when it is not set, or comes from elsewhere. */
export function variableOf(container: PodContainer, name: string): string | undefined {
  const env: unknown = container.spec.env;
  const entry = Array.isArray(env) ? env.find(one => isObject(one) && one.name === name) : undefined;
  return typeof entry?.value === 'string' ? entry.value : undefined;
}

function wordsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

/** The index of the script in `sh -c SCRIPT`, also behind what starts the shell, as in `tini -- sh -ec SCRIPT`; -1 if no shell gets one. */
export function scriptIndex(words: readonly string[]): number {
  for (let shell = 0; shell < words.length - 2; shell++) {
    if (isShell(words[shell])) {
      const flag = words.findIndex((word, index) => index > shell && isScriptFlag(word));
      const isFlag = (word: string, index: number) => /^[-+]/.test(word) || /^[-+][a-z]*[oO]$/.test(words[shell + index] ?? '');
      return flag > 0 && words.slice(shell + 1, flag).every(isFlag) ? flag + 1 : -1;
    }
  }
  return -1;
}
