import { Leftover, Unwrapped } from './leftover';
import { removing } from './removal';
import { Finder, Scene } from './scene';
import { commandsIn, nodesOf, ShellNode, Statement, walk, wordsOf } from './shell-walk';
import { commandName, expanded, programName, Source } from './sources';
import { isEmptyDir, volumeFile } from './volumes';
import { listOf } from '../../data/json';
import { ContainerRole } from '../../kubernetes/pod';

const WRITES = />|\btouch\b|\bmkdir\b/;
const TESTS = /-[efsdr] |inotifywait|\bwhile\b|\buntil\b/;
const WATCH_VARIABLE = /^(KILLER_WATCH_FILE|WATCH_FILE)$/;
const IDLE = /^(echo|printf|sleep|exit|true|:|set|kill|pkill|killall|wait|return|break|rm|date|\[|test|trap)$/;

/** Commands that name a file without reading it. */
const LEAVES_UNREAD = /^(touch|mkdir|rm|rmdir|echo|printf|export|readonly|chmod|chown)$/;

/** A file of the pod that a container writes or tests. */
interface Use {
  readonly source: Source;
  readonly file: string;
  readonly path: string;
  readonly node?: ShellNode;
}

/** Finds files by which one container tells another one to end. */
export const findSentinelFiles: Finder = scene => {
  if (!listOf(scene.recognition.pod.spec.volumes).some(volume => volume.emptyDir !== undefined)) {
    return [];
  }
  const sources = scene.sources.filter(source => source.script && source.container.role !== ContainerRole.INIT && namesSharedFolder(scene, source));
  const tests = [
    ...sources.flatMap(source => source.script && TESTS.test(source.text) ? testsIn(scene, source, source.script) : []),
    ...watchers(scene),
  ];
  if (tests.length === 0) {
    return [];
  }
  const writes = sources.flatMap(source => source.script && WRITES.test(source.text) ? writesIn(scene, source) : []);
  return writes.flatMap((write, index) => {
    const first = writes.findIndex(one => one.file === write.file && one.source === write.source) === index;
    return first ? leftoversOf(write, writes, readersOf(write, tests), readsItself(scene, write, tests)) : [];
  });
};

/** The first look of each other container at a file. */
function readersOf({ file, source }: Use, tests: readonly Use[]): Use[] {
  const looks = tests.filter(one => one.file === file && one.source.container !== source.container);
  return looks.filter((look, index) => looks.findIndex(one => one.source.container === look.source.container) === index);
}

/** Whether the container that writes a file also looks at it, so that the file has another purpose. */
function readsItself(scene: Scene, { file, path, source }: Use, tests: readonly Use[]): boolean {
  return tests.some(one => one.file === file && one.source.container === source.container)
    || scene.sources.some(one => one.container === source.container && one.text.includes(path) && scene.callsOf(one).some(({ words, node }) =>
      (words.includes(path) && !LEAVES_UNREAD.test(programName(words)))
      || node?.redirects.some(redirect => redirect.type === 'Redirect' && redirect.operator === '<' && redirect.target?.value === path)));
}

/** Whether a text names a folder in which an emptyDir is mounted. */
function namesSharedFolder({ recognition: { pod } }: Scene, { container, text }: Source): boolean {
  return listOf(container.spec.volumeMounts).some(mount => text.includes(mount.mountPath) && isEmptyDir(pod, mount.name));
}

/** One for each container that the file tells to end. All or nothing goes: as long as anyone looks at the file, it must be written. */
function leftoversOf(write: Use, writes: readonly Use[], readers: readonly Use[], isReadByWriter: boolean): Leftover[] {
  const ended = readers.filter(endsByIt);
  const unwrapped = ended.map(behindTheWatch);
  const isWhole = !isReadByWriter && ended.length === readers.length && unwrapped.every(one => one !== undefined);
  const doomed = new Set(writes.filter(one => one.source === write.source && one.file === write.file).flatMap(one => one.node ? [one.node] : []));
  const names = ended.map(one => one.source.container.name);
  return names.map((target, index) => ({
    kind: 'sentinel-file',
    container: write.source.container.name,
    target,
    text: write.path,
    ...(isWhole && index === 0 ? removing(write.source.script!, doomed) : { places: [] }),
    moment: write.source.moment,
    ...(isWhole ? { unwrapped: unwrapped[index] } : {}),
    ...(isReadByWriter ? { stays: `'${write.source.container.name}' reads the file itself` } : {}),
    ...(names.length > 1 ? { alsoEnds: names.filter(name => name !== target) } : {}),
  }));
}

function writesIn(scene: Scene, source: Source): Use[] {
  return scene.callsOf(source).flatMap(({ words, node }) => {
    const redirected = node!.redirects.flatMap(redirect => redirect.type === 'Redirect' && /^(>|>>|>\||&>)$/.test(redirect.operator) && redirect.target
      ? [expanded(redirect.target.value, source.container)]
      : []);
    const named = /^(touch|mkdir)$/.test(programName(words)) ? words.slice(1).filter(word => word.startsWith('/')) : [];
    return [...named, ...redirected].flatMap(path => use(scene, source, path, node));
  });
}

function testsIn(scene: Scene, source: Source, script: NonNullable<Source['script']>): Use[] {
  const found = scene.callsOf(source).flatMap(({ words, node }) => {
    const looks = /^(\[|test|inotifywait|ls|stat)$/.test(programName(words));
    return looks ? words.slice(1).filter(word => word.startsWith('/')).flatMap(path => use(scene, source, path, node)) : [];
  });
  walk(nodesOf(script.tree), node => {
    if (node.type === 'TestCommand') {
      const path = /\s-[efsdrN]\s+["']?(\/[^\s"'\]]+)/.exec(script.text.slice(node.pos, node.end));
      found.push(...(path ? use(scene, source, path[1], node) : []));
    }
  });
  return found;
}

/** Images that watch the file which a variable names. */
function watchers({ recognition: { pod } }: Scene): Use[] {
  return pod.mains.flatMap(container => listOf(container.spec.env).flatMap(variable => {
    const file = WATCH_VARIABLE.test(variable.name) && typeof variable.value === 'string' ? volumeFile(container, variable.value) : undefined;
    return file ? [{ source: { container, moment: 'run', text: '', command: { moment: 'run', words: [], paths: [] } }, file: `${file.volume}:${file.path}`, path: variable.value } as Use] : [];
  }));
}

function use({ recognition: { pod } }: Scene, source: Source, path: string, node?: ShellNode): Use[] {
  const file = path.includes('$') || path.includes('*') ? undefined : volumeFile(source.container, path);
  return file && file.path !== '' && isEmptyDir(pod, file.volume) ? [{ source, file: `${file.volume}:${file.path}`, path, node }] : [];
}

/** A file that is waited for before the real work begins is what the work reads, and no word to end. */
function endsByIt(look: Use): boolean {
  const { source, node } = look;
  const statements = source.script?.tree.commands;
  if (!statements || !node) {
    return true;
  }
  const at = statements.findIndex(statement => statement.command.pos <= node.pos && node.end <= statement.command.end);
  return at < 0 || isWatch(statements[at]) || !statements.slice(at + 1).some(statement => isBusy(statement, look));
}

/** Whether a statement waits in the background and then kills: what comes after it is what it kills. */
function isWatch({ background, command }: Statement): boolean {
  return background === true && commandsIn([command]).some(one => /^(kill|pkill|killall)$/.test(one.name?.value ?? ''));
}

/** Whether a statement does more than to wait, to kill and to look at the file. */
function isBusy({ command }: Statement, { path }: Use): boolean {
  return commandsIn([command]).some(one => one.name && !IDLE.test(commandName(wordsOf(one))) && !(one.name.value === 'cat' && wordsOf(one)[1] === path));
}

/** The one real command that the watching script starts in the background, with what the script does before. Nothing that it does after may be lost. */
function behindTheWatch(look: Use): Unwrapped | undefined {
  const { source: { script, container }, path } = look;
  const statements = script?.tree.commands ?? [];
  const isStart = ({ background, command }: Statement) => background && command.type === 'Command' && !IDLE.test(commandName(wordsOf(command)));
  const at = statements.findIndex(isStart);
  const started = statements[at]?.command;
  if (started?.type !== 'Command' || statements.slice(at + 1).some(statement => isBusy(statement, look))) {
    return undefined;
  }
  const { text, place } = script!;
  const textOf = ({ pos, end }: ShellNode) => text.slice(pos, end);
  const before = statements.slice(0, at);
  const removable = before.filter(({ command }) => textOf(command).includes(path) || (command.type === 'Command' && command.name?.value === 'trap'));
  if (before.some(({ background }) => background) || removable.some(statement => isBusy(statement, look))) {
    return undefined;
  }
  const kept = before.filter(statement => !removable.includes(statement));
  const front = removable.length === 0 ? text.slice(0, started.pos) : kept.map(({ command }) => `${textOf(command)}\n`).join('');
  const prefix = started.prefix.some(part => part.type === 'Assignment') ? 'exec env ' : 'exec ';
  return { container: container.name, script: { place, text: `${front}${prefix}${textOf(started).trim()}`, kept: { from: started.pos, to: front.length + prefix.length } } };
}
