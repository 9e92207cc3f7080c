import { GATE_TIMING, GateAdvice } from './advice';
import { PodContainer } from '../../kubernetes/pod';
import { baseName, ShellScript } from '../commands';
import { namedPaths, relative, writtenFiles } from '../file-ties';
import { ShellNode, SimpleCommand, wordsOf } from '../leftovers/shell-walk';
import { commandName } from '../leftovers/sources';
import { viewOf } from '../pod-view';
import type { RecognizedPod } from '../recognized';
import { resolver } from '../script-text';
import { SharedFolder, sharedFolders } from '../shared-files';

/** Commands that neither wait for anything nor fail without reason. */
const AT_ONCE = /^(echo|printf|date|rm|mkdir|touch|chmod|set|trap|cd|export|true|:)$/;
/** A path without anything that the shell replaces. */
const EXACT = /^\/[\w./-]+$/;

/** How `test` asks for a file: whether it is there, or whether anything is in it, because the shell makes an empty one before the command prints. */
type Asked = '-e' | '-s';

/**
 * A startup probe for a file that a container brings, and that another one is told: it passes as soon as the file is there. Only where the container's own script makes
 * the file before it waits for anything else, so that the probe passes whatever the others do; its shell can ask.
 */
export function fileGate(recognition: RecognizedPod, container: PodContainer): GateAdvice | undefined {
  const run = recognition.runCommand(container);
  const shell = run?.words[0] ?? '';
  if (!run?.script || !/^(ba|da|a)?sh$/.test(baseName(shell)) || recognition.helper(container.name)?.direction !== 'content') {
    return undefined;
  }
  const view = viewOf(recognition);
  const folders = sharedFolders(recognition.pod, view.runners);
  const [found] = folders.filter(folder => folder.container === container && !folder.readOnly).flatMap(folder => {
    const readers = folders.filter(other => other.place === folder.place && other.container !== container);
    const isTold = (path: string) => readers.some(reader => namedPaths(view, reader).has(relative(path, folder.path)));
    return writtenFiles(view, folder).filter(path => EXACT.test(path) && liesDirectlyIn(folder, path) && isTold(path));
  }).flatMap(file => {
    const made = firstMaker(run.script!, container, file);
    return made && (made.asked === '-e' || !mayNeedOthers(recognition, container, made.words, folders)) ? [{ file, asked: made.asked }] : [];
  });
  return found && {
    known: true,
    probe: { exec: { command: [shell, '-c', `test ${found.asked} ${found.file}`] }, ...GATE_TIMING },
    settings: [],
    why: `it makes ${found.file}, which another container is told`,
  };
}

/** The volume is there, but a folder in it may not be. */
function liesDirectlyIn({ path }: SharedFolder, file: string): boolean {
  return !relative(file, path).slice(1).includes('/');
}

/** Whether what a command prints may depend on another container: it names an address or a file of the pod, or its container calls one. */
function mayNeedOthers(recognition: RecognizedPod, container: PodContainer, words: readonly string[], folders: readonly SharedFolder[]): boolean {
  return words.some(word => /localhost|127\.0\.0\.1|\$/.test(word) || folders.some(folder => folder.container === container && word.includes(folder.path)))
    || recognition.loopback.calls.some(({ from }) => from === container);
}

interface Maker {
  readonly asked: Asked;
  /** The words of the command. */
  readonly words: readonly string[];
}

/** The command by which a script makes a file, before it does anything else that may wait or fail; undefined when there is none. socat links its terminal before it works. */
function firstMaker(script: ShellScript, container: PodContainer, file: string): Maker | undefined {
  const resolve = resolver(script, container);
  // What a substitution runs may wait, and what is removed must be made again, as socat does.
  if (/\$\(|`|\bmv\b/.test(script.text) || (/\brm\b/.test(script.text) && !/\bsocat\b/.test(script.text))) {
    return undefined;
  }
  for (const node of firstCommands(script)) {
    if (node.type !== 'Command') {
      return undefined;
    }
    const asked = makes(node, file, resolve);
    const words = wordsOf(node);
    if (asked !== undefined) {
      return { asked, words: words.map(resolve) };
    }
    if (!AT_ONCE.test(commandName(words))) {
      return undefined;
    }
  }
  return undefined;
}

/** The commands of a script in their order, up to the end of its first endless loop. */
function firstCommands({ tree }: ShellScript): ShellNode[] {
  const nodes: ShellNode[] = tree.commands.map(({ command }) => command);
  const loop = nodes.findIndex(({ type }) => type === 'While');
  const found = nodes[loop];
  const isEndless = found?.type === 'While' && found.kind === 'while' && found.clause.commands.every(({ command }) => command.type === 'Command' && /^(true|:)$/.test(wordsOf(command)[0] ?? ''));
  return isEndless ? [...nodes.slice(0, loop), ...found.body.commands.map(({ command }) => command)] : nodes;
}

function makes(command: SimpleCommand, file: string, resolve: (word: string) => string): Asked | undefined {
  const words = wordsOf(command).map(resolve);
  const name = commandName(words);
  if (command.redirects.some(redirect => redirect.type === 'Redirect' && /^(>|>>|>\|)$/.test(redirect.operator) && resolve(redirect.target?.value ?? '') === file)) {
    return words.length === 0 || AT_ONCE.test(name) ? '-e' : '-s';
  }
  const isMade = (/^(tee|touch)$/.test(name) && words.includes(file))
    || (name === 'socat' && words.some(word => /^pty,/i.test(word) && word.split(',').includes(`link=${file}`)));
  return isMade ? '-e' : undefined;
}
