import { Place } from './leftovers/place';
import { isObject, JsonObject } from '../data/json';
import { remembering } from '../data/remember';
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
  const { command, args, lifecycle } = container.spec;
  const own = wordsOf(command);
  const run = new ContainerCommand(pod, container, 'run', [...own, ...wordsOf(args)], own.length);
  const hooks = lifecycle ? HOOKS.map(moment => new ContainerCommand(pod, container, moment, wordsOf(lifecycle[moment]?.exec?.command))) : [];
  return [run, ...hooks].filter(({ words }) => words.length > 0);
}

const HOOKS = ['postStart', 'preStop'] as const;

/** The paths of the words are seldom needed, so they are computed on demand. */
class ContainerCommand implements Command {
  public readonly script?: ShellScript;

  /** @param args where the words of `args` begin */
  public constructor(
    private readonly pod: PodModel,
    private readonly container: PodContainer,
    public readonly moment: CommandMoment,
    public readonly words: readonly string[],
    private readonly args: number = words.length,
  ) {
    const index = scriptIndex(words);
    this.script = index >= 0 && index < words.length
      ? shellScript(words[index], { path: this.pathOf(index) }, words.slice(0, index).some(word => ERREXIT_FLAG.test(word)))
      : undefined;
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

/** Only of whole scripts: two words of one script that hold the same text must not have the same nodes. */
const treeOf = remembering(parseShell, ROOM);

/** A script that stands alone, such as a key of a ConfigMap. */
export function shellScript(text: string, place: Place, errexit: boolean = false): ShellScript {
  let tree: ShellScript['tree'] | undefined;
  return {
    text,
    place,
    errexit,
    get tree() {
      tree ??= treeOf(text);
      return tree;
    },
  };
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
