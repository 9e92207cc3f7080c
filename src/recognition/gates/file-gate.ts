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

/**
 * A startup probe for a file that a container brings, and that another one is told: it passes as soon as the file is there. Only where the container's own script makes
 * the file before it waits for anything, so that the probe passes whatever the others do; its shell can ask.
 */
export function fileGate(recognition: RecognizedPod, container: PodContainer): GateAdvice | undefined {
  const run = recognition.runCommand(container);
  const shell = run?.words[0] ?? '';
  if (!run?.script || !/^(ba|da|a)?sh$/.test(baseName(shell)) || recognition.helper(container.name)?.direction !== 'content') {
    return undefined;
  }
  const view = viewOf(recognition);
  const folders = sharedFolders(recognition.pod, view.runners);
  const file = folders.filter(folder => folder.container === container && !folder.readOnly).flatMap(folder => {
    const readers = folders.filter(other => other.place === folder.place && other.container !== container);
    const isTold = (path: string) => readers.some(reader => namedPaths(view, reader).has(relative(path, folder.path)));
    return writtenFiles(view, folder).filter(path => EXACT.test(path) && liesDirectlyIn(folder, path) && isTold(path));
  }).find(path => isMadeAtOnce(run.script!, container, path));
  return file === undefined ? undefined : {
    known: true,
    probe: { exec: { command: [shell, '-c', `test -e ${file}`] }, ...GATE_TIMING },
    settings: [],
    why: `it makes ${file}, which another container is told`,
  };
}

/** The volume is there, but a folder in it may not be. */
function liesDirectlyIn({ path }: SharedFolder, file: string): boolean {
  return !relative(file, path).slice(1).includes('/');
}

/** Whether a script makes a file before it does anything that may wait or fail: the shell opens what it redirects to, and socat links its terminal, before the command works. */
function isMadeAtOnce(script: ShellScript, container: PodContainer, file: string): boolean {
  const resolve = resolver(script, container);
  // What a substitution runs may wait, and what is removed must be made again, as socat does.
  if (/\$\(|`|\bmv\b/.test(script.text) || (/\brm\b/.test(script.text) && !/\bsocat\b/.test(script.text))) {
    return false;
  }
  for (const node of firstCommands(script)) {
    if (node.type !== 'Command') {
      return false;
    }
    if (makes(node, file, resolve)) {
      return true;
    }
    if (!AT_ONCE.test(commandName(wordsOf(node)))) {
      return false;
    }
  }
  return false;
}

/** The commands of a script in their order, up to the end of its first endless loop. */
function firstCommands({ tree }: ShellScript): ShellNode[] {
  const nodes: ShellNode[] = tree.commands.map(({ command }) => command);
  const loop = nodes.findIndex(({ type }) => type === 'While');
  const found = nodes[loop];
  const isEndless = found?.type === 'While' && found.kind === 'while' && found.clause.commands.every(({ command }) => command.type === 'Command' && /^(true|:)$/.test(wordsOf(command)[0] ?? ''));
  return isEndless ? [...nodes.slice(0, loop), ...found.body.commands.map(({ command }) => command)] : nodes;
}

function makes(command: SimpleCommand, file: string, resolve: (word: string) => string): boolean {
  const words = wordsOf(command).map(resolve);
  const name = commandName(words);
  return command.redirects.some(redirect => redirect.type === 'Redirect' && /^(>|>>|>\|)$/.test(redirect.operator) && resolve(redirect.target?.value ?? '') === file)
    || (/^(tee|touch)$/.test(name) && words.includes(file))
    || (name === 'socat' && words.some(word => /^pty,/i.test(word) && word.split(',').includes(`link=${file}`)));
}
