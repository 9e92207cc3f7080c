import { baseName, ShellScript } from './commands';
import { READS, readBy } from './file-directions';
import { namedFiles, tellsLogs, writesFile } from './file-ties';
import { commandsIn, nodesOf, redirectsIn, ShellNode, SimpleCommand, Statement, walk, wordsOf } from './leftovers/shell-walk';
import { commandName } from './leftovers/sources';
import { isFilledBefore } from './one-sided-files';
import { PodView, repository, sameImage } from './pod-view';
import type { RecognizedPod } from './recognized';
import { resolver } from './script-text';
import { isLogFile, liesIn, SharedFolder } from './shared-files';

/** Commands that print files as they are. */
const PRINTS = /^(cat|tail|head)$/;
/** Commands beside them that change no file. */
const BESIDE = /^(echo|printf|sleep|date|true|:|\[|test|ls|set|trap|exit|cd)$/;
/** Words by which commands that read also write. */
const WRITES_TOO: readonly (readonly [tool: RegExp, word: RegExp])[] = [
  [/^sed$/, /^(-[a-zA-Z]*i|--in-place)/],
  [/^sort$/, /^(-[a-zA-Z]*o|--output)/],
  [/awk$/, /[>|]\s*"|\bsystem\(|^inplace$/],
];

/** Web servers with the folder of their logs, which they write when a volume hides what the image has there. */
const OWN_LOGS: readonly (readonly [image: RegExp, folder: RegExp])[] = [
  [/(^|\/)(nginx|nginx-unprivileged|openresty)$/, /^\/var\/log\/nginx\/?$/],
  [/(^|\/)tomcat$/, /^\/usr\/local\/tomcat\/logs\/?$/],
];

/** It does nothing but print a file of the folder, again and again; what else it writes goes to another file. */
export function printsAgain(recognition: RecognizedPod, { container, path }: SharedFolder): boolean {
  const script = recognition.runCommand(container)?.script;
  if (!script || !/\b(cat|tail|head)\b/.test(script.text) || !script.text.includes(path)) {
    return false;
  }
  const commands = commandsIn(nodesOf(script.tree));
  const printed = (command: SimpleCommand) => PRINTS.test(commandName(wordsOf(command))) ? wordsOf(command).filter(word => liesIn(word, path)) : [];
  const files = commands.flatMap(printed);
  return files.length > 0 && commands.every(command => isReading(command)
    && !writtenBy([command]).some(file => printed(command).length > 0 || files.includes(file)));
}

/**
 * The one of several whose logs a container does nothing but read, again and again; what it makes of them may go to other files. Undefined where nobody is seen writing
 * them, unless it is the only one who can.
 */
export function loggerOf(view: PodView, folder: SharedFolder, others: readonly SharedFolder[]): SharedFolder | undefined {
  const { container } = folder;
  const isReader = !view.faces(container) && view.app?.container !== container && view.recognition.isEndless(container);
  const files = isReader ? filesOnlyRead(view, folder) : [];
  const isLogOf = (file: string, other: SharedFolder) => isLogFile(file) || isLogFile(`${other.path}/`);
  const isOnlyWriter = others.length === 1 && !isFilledBefore(view, folder);
  return files.length === 0 ? undefined : others.find(other => !other.readOnly && files.every(file => isLogOf(file, other))
    && ((isOnlyWriter && mayWriteUnseen(view, other)) || files.some(file => hasOwnLogs(other) || writesFile(view, other, file, folder))));
}

/** What looks after logs without reading them. */
const KEEPS_LOGS = /rotat|clean|prune|purge/i;

/** The one of several that is seen writing a log which a program that serves nothing is told: it can only read it. */
export function namedLoggerOf(view: PodView, folder: SharedFolder, others: readonly SharedFolder[]): SharedFolder | undefined {
  const { container } = folder;
  const mayRead = !view.runsToCompletion && !view.faces(container) && view.app?.container !== container && view.program(container) === undefined
    && view.recognition.runCommand(container)?.script === undefined && !KEEPS_LOGS.test(repository(container));
  const logs = mayRead ? namedFiles(view, folder).filter(isLogFile) : [];
  return logs.length === 0 ? undefined : others.find(other => !other.readOnly && view.faces(other.container) && !sameImage(other.container, container)
    && logs.some(file => hasOwnLogs(other) || writesFile(view, other, file, folder)));
}

/** Whether a container runs something of which nothing shows what it writes: no known program, and no script of tools alone. */
export function mayWriteUnseen(view: PodView, { container }: SharedFolder): boolean {
  const script = view.recognition.runCommand(container)?.script;
  return view.program(container) === undefined && !tellsLogs(view, container)
    && (!script || commandsIn(nodesOf(script.tree)).some(command => !isReading(command) && !isAssignment(command)));
}

/** The files of its folder that a container's script reads and does not write; none where the script does anything else. */
function filesOnlyRead({ recognition }: PodView, { container, path }: SharedFolder): string[] {
  const script = recognition.runCommand(container)?.script;
  if (!script) {
    return [];
  }
  const nodes = nodesOf(script.tree);
  const commands = commandsIn(nodes);
  const resolve = resolver(script, container);
  const written = new Set(writtenBy(nodes).map(resolve));
  const files = commands.every(command => isReading(command) || isAssignment(command)) ? commands.flatMap(readBy).map(resolve) : [];
  return files.filter(file => liesIn(file, path) && !written.has(file));
}

function hasOwnLogs({ container, path }: SharedFolder): boolean {
  return OWN_LOGS.some(([image, folder]) => image.test(repository(container)) && folder.test(path));
}

/** Whether a command changes no file, other than by a redirection. */
function isReading(command: SimpleCommand): boolean {
  const words = wordsOf(command);
  const name = commandName(words);
  return BESIDE.test(name) || (name === 'find' && isReadingFind(words)) || (READS.test(name) && !WRITES_TOO.some(([tool, sign]) => tool.test(name) && words.some(word => sign.test(word))));
}

/** Whether `find` only tells of files, or has them read. */
function isReadingFind(words: readonly string[]): boolean {
  return words.every((word, index) => !/^-(delete|ok|okdir|execdir|fprint\w*|fls)$/.test(word) && (word !== '-exec' || READS.test(baseName(words[index + 1] ?? ''))));
}

/** Whether the shell only sets a variable, perhaps to what a command prints. */
function isAssignment(command: SimpleCommand): boolean {
  return wordsOf(command).length === 0 && command.prefix.length > 0;
}

/** The files that redirections write. */
function writtenBy(nodes: readonly ShellNode[]): string[] {
  return redirectsIn(nodes).flatMap(redirect => redirect.type === 'Redirect' && /^(>|>>|>\||&>)$/.test(redirect.operator) && !redirect.target?.value.startsWith('/dev/')
    ? [redirect.target?.value ?? ''] : []);
}

/** Commands that only prepare a script for what it reads. */
const PREPARES = /^(mkdir|touch|chmod|chown|apk|apt|apt-get|yum|dnf|pip3?|export|read|wait|kill|ulimit|umask|id|whoami|hostname|env|exec|stat|find|rm|cp|ln|let|expr|seq|source|\.|eval|local|break|continue|command|which|nc|curl|wget|timeout|until|while)$/;

/** Whether a script starts something else, in the background or before, whose own log it then tails. */
export function startsMore(script: ShellScript): boolean {
  const commands = commandsIn(nodesOf(script.tree));
  const tail = commands.find(command => wordsOf(command).some(word => baseName(word) === 'tail'));
  // What a function of the script does is among its commands.
  const functions = functionsIn(script);
  const isWork = (command: SimpleCommand) => !isReading(command) && !isAssignment(command)
    && !PREPARES.test(commandName(wordsOf(command))) && !functions.has(wordsOf(command)[0]);
  if (tail && commands.some(command => command.pos < tail.pos && isWork(command))) {
    return true;
  }
  const started = script.text.includes('&') ? backgroundIn(script) : [];
  return started.some(({ command }) => {
    const run = commandsIn([command]);
    return run.some(isWork) && !run.some(one => wordsOf(one).some(word => baseName(word) === 'tail'));
  });
}

/** The names of the functions that a script defines. */
function functionsIn({ tree }: ShellScript): ReadonlySet<string> {
  const names = new Set<string>();
  walk(nodesOf(tree), node => node.type === 'Function' && names.add(node.name.value));
  return names;
}

/** Every statement of a script that runs in the background. */
function backgroundIn({ tree }: ShellScript): Statement[] {
  const statements = [...tree.commands];
  walk(nodesOf(tree), node => statements.push(...(node.type === 'CompoundList' ? node.commands : [])));
  return statements.filter(({ background }) => background);
}
