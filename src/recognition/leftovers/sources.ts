import { Place } from './leftover';
import { literalWords, loopedCommands } from './literal-loops';
import { commandsIn, nodesOf, ShellNode, SimpleCommand, walk, wordsOf } from './shell-walk';
import { isObject, listOf } from '../../data/json';
import { PodContainer } from '../../kubernetes/pod';
import { baseName, Command, CommandMoment, pathOf, ShellScript, shellScript, variableOf } from '../commands';
import type { RecognizedPod } from '../recognized';

/** A text that a container executes: a command, or a script of a ConfigMap that a command names. */
export interface Source {
  readonly container: PodContainer;
  readonly moment: CommandMoment;
  /** The command, or the one that runs the script of the ConfigMap. */
  readonly command: Command;
  /** All of it as one text: cheap to search in before anything is parsed. */
  readonly text: string;
  /** The shell script; undefined when a program is called directly. */
  readonly script?: ShellScript;
  /** What a script of a ConfigMap is called with: its $1, $2 and so on. */
  readonly parameters?: readonly string[];
}

/** A program that is called, with its words as far as they can be known: variables that the container or the script sets are put in. */
export interface Call {
  readonly words: readonly string[];
  /** The command in the script's tree; undefined when the kubelet calls the program directly. */
  readonly node?: SimpleCommand;
}

/** Everything that the containers of a pod execute, as far as it stands in the input. */
export function sourcesOf(recognition: RecognizedPod): Source[] {
  const scripts = mountsScripts(recognition) ? new MountedScripts(recognition) : undefined;
  return recognition.pod.containers.flatMap(container => {
    const own = recognition.commands(container).map(command => ({ container, moment: command.moment, command, text: command.words.join(' '), script: command.script }));
    return scripts ? own.flatMap(source => [source, ...scripts.calledBy(source)]) : own;
  });
}

/** The programs that a source calls, in the order of its text; a command in a loop over literal words once for each round that changes its words. */
export function callsOf(source: Source): Call[] {
  const { script, command } = source;
  if (!script) {
    return [{ words: withoutStarter(command.words) }];
  }
  const nodes = nodesOf(script.tree);
  const variables = assignedIn(nodes, source.container, source.parameters);
  const wordsIn = (node: SimpleCommand, known: Variables) => withoutStarter(wordsOf(node).map(word => expanded(word, source.container, known)));
  return LOOP.test(script.text)
    ? loopCalls(nodes, text => expanded(text, source.container, variables), (node, round) => wordsIn(node, new Map([...variables, ...round])))
    : commandsIn(nodes).map(node => ({ words: wordsIn(node, variables), node }));
}

/** The variables that the commands of a script set, with the last value of each, and the parameters of the script. */
export function assignedIn(nodes: readonly ShellNode[], container: PodContainer, parameters: readonly string[] = []): Variables {
  const variables = new Map(parameters.map((parameter, index) => [String(index + 1), parameter]));
  walk(nodes, node => {
    for (const prefix of node.type === 'Command' && !node.name ? node.prefix : []) {
      if (prefix.type === 'Assignment' && prefix.value.type === 'Word') {
        variables.set(prefix.name, expanded(prefix.value.value, container, variables));
      }
    }
  });
  return variables;
}

/** Without it, no command runs several times with other words. */
const LOOP = /\bfor\b/;

type Variables = ReadonlyMap<string, string>;

function loopCalls(
  nodes: readonly ShellNode[], expand: (text: string) => string, wordsIn: (node: SimpleCommand, round: Variables) => readonly string[],
): Call[] {
  return loopedCommands(nodes, loop => literalWords(loop, expand)).flatMap(({ node, rounds }) => {
    const calls = new Map(rounds.map(round => wordsIn(node, round)).map(words => [JSON.stringify(words), words]));
    return [...calls.values()].map(words => ({ words, node }));
  });
}

/** The calls as one round of all loops has them, for each round: what a command in a loop does in one round says nothing about the next. */
export function roundsOf(calls: readonly Call[]): ReadonlyMap<SimpleCommand, Call>[] {
  const byNode = new Map<SimpleCommand, Call[]>();
  for (const call of calls) {
    byNode.set(call.node!, [...byNode.get(call.node!) ?? [], call]);
  }
  const most = Math.max(1, ...[...byNode.values()].map(own => own.length));
  return Array.from({ length: most }, (_, round) => new Map([...byNode].map(([node, own]) => [node, own[Math.min(round, own.length - 1)]])));
}

/** The calls with one for each command: with the words of all rounds of the loops around it. */
export function joinedCalls(calls: readonly Call[]): readonly Call[] {
  const byNode = new Map<SimpleCommand | undefined, Call>();
  for (const call of calls) {
    const known = call.node && byNode.get(call.node);
    byNode.set(call.node, known ? { ...known, words: [...known.words, ...call.words.filter(word => !known.words.includes(word))] } : call);
  }
  return byNode.size === calls.length ? calls : [...byNode.values()];
}

/** The program that is called, without its folder. */
export function programName(words: readonly string[]): string {
  return baseName(words[0] ?? '');
}

/** The command that is called, when it is one of the shell or of the system; the whole path when it is a program of the user's, whatever its name. */
export function commandName(words: readonly string[]): string {
  return (words[0] ?? '').replace(/^(\/usr(\/local)?)?\/s?bin\//, '');
}

const STARTERS = /^(exec|command|nohup|sudo|time|timeout|env|busybox|toybox|hyperkube|tini|dumb-init|nice|setsid|stdbuf|catatonit|su-exec|gosu)$/;

/** Leaves out what only starts the program: `exec`, `timeout 5`, `tini --`, `gosu user`. */
export function withoutStarter(words: readonly string[]): readonly string[] {
  const name = programName(words);
  if (!STARTERS.test(name) || words.length < 2) {
    return words;
  }
  let rest = name === 'su-exec' || name === 'gosu' ? 2 : 1;
  while (rest < words.length - 1 && (words[rest].startsWith('-') || (name === 'timeout' && /^\d+(\.\d+)?[smhd]?$/.test(words[rest])) || (name === 'env' && words[rest].includes('=')))) {
    rest++;
  }
  return withoutStarter(words.slice(rest));
}

const VARIABLE = /\$(?:\{(\w+)(?::?-([^}]*))?\}|\((\w+)\)|(\w+))/g;

/** No program is called with a longer word; a script can double a variable again and again. */
const MAX_EXPANDED = 65_536;

/** The text with the variables that are known; as it stands if it would be too long. */
export function expanded(text: string, container: PodContainer, variables: ReadonlyMap<string, string> = new Map()): string {
  const expansion = text.includes('$')
    ? text.replace(VARIABLE, (all, braced?: string, fallback?: string, kubernetes?: string, plain?: string) => {
      const name = braced ?? kubernetes ?? plain ?? '';
      const unquoted = fallback?.replace(/^(['"])(.*)\1$/, '$2');
      return variables.get(name) ?? variableOf(container, name) ?? unquoted ?? all;
    })
    : text;
  return expansion.length > MAX_EXPANDED ? text : expansion;
}

function mountsScripts({ pod, surroundings }: RecognizedPod): boolean {
  return surroundings.hasConfigMaps && listOf(pod.spec.volumes).some(volume => isObject(volume.configMap) || isObject(volume.projected));
}

/** The keys of ConfigMaps that stand in a pod as files. */
class MountedScripts {
  /** Each script once, however many containers run it, so that it is parsed once. */
  private readonly scripts = new Map<string, ShellScript>();

  public constructor(private readonly recognition: RecognizedPod) {}

  /** The scripts that a command names by their file, and those that they name. */
  public calledBy(source: Source): Source[] {
    const files = this.files(source.container);
    const found: Source[] = [];
    const texts = [source.text];
    for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
      for (const file of files.filter(one => text!.includes(one.path) && !found.some(known => known.text === one.text))) {
        found.push({ ...source, text: file.text, script: this.script(file.text, file.place), parameters: parametersOf(text, file.path) });
        texts.push(file.text);
      }
    }
    return found;
  }

  private script(text: string, place: Place): ShellScript {
    const key = [place.configMap, ...place.path].join('/');
    const known = this.scripts.get(key) ?? shellScript(text, place);
    this.scripts.set(key, known);
    return known;
  }

  private files(container: PodContainer): { readonly path: string; readonly text: string; readonly place: Place }[] {
    const { pod, surroundings } = this.recognition;
    return listOf(container.spec.volumeMounts).flatMap(mount => {
      const volume = listOf(pod.spec.volumes).find(one => one.name === mount.name);
      const source = volume?.configMap;
      const name: unknown = source?.name;
      const data = typeof name === 'string' ? surroundings.configMap(pod, name)?.data : undefined;
      return isObject(data) ? Object.entries(data).flatMap(([key, text]) => {
        const item = listOf(source.items).find(one => one.key === key);
        const path = mount.subPath ? mount.subPath === (item?.path ?? key) ? String(mount.mountPath) : undefined : `/${item?.path ?? key}`;
        return path !== undefined && typeof text === 'string' && isShell(path, text)
          ? [{ path, text, place: { configMap: String(name), path: ['data', key] } }]
          : [];
      }) : [];
    });
  }
}

/** The words behind the name of a file, up to the end of that command. */
function parametersOf(text: string, path: string): string[] {
  const rest = /^[^\n;&|]*/.exec(text.slice(text.indexOf(path) + path.length))![0];
  return [...rest.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g)].map(match => match[1] ?? match[2] ?? match[3]);
}

/** Whether a file is a shell script: by its first line, its name, or because it has neither. */
function isShell(path: string, text: string): boolean {
  return text.startsWith('#!') ? /^#!.*sh\b/.test(text) : !/\.(?!sh$|bash$)\w+$/.test(path);
}


/** From the pod's spec to what a source is: its hook, or the script or words that it runs. */
export function hookPath(recognition: RecognizedPod, source: Source): Place {
  return { path: [...pathOf(recognition.pod, source.container), 'lifecycle', source.moment] };
}
