import { Leftover, Unwrapped } from './leftover';
import { removals } from './removal';
import { Finder, Scene } from './scene';
import { commandsIn, nodesOf, ShellNode, walk, wordNodes, wordsOf } from './shell-walk';
import { commandName, expanded, listOf, programName, Source } from './sources';
import { isEmptyDir, volumeFile } from './volumes';
import { ContainerRole } from '../../lifecycle/pod';

const WRITES = />|\btouch\b|\bmkdir\b/;
const TESTS = /-[efsdr] |inotifywait|\bwhile\b|\buntil\b/;
const WATCH_VARIABLE = /^(KILLER_WATCH_FILE|WATCH_FILE)$/;
const IDLE = /^(echo|printf|sleep|exit|true|:|set|kill|pkill|killall|wait|return|break|rm|date|\[|test|trap)$/;

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
    const test = tests.find(one => one.file === write.file && one.source.container !== write.source.container);
    const first = writes.findIndex(one => one.file === write.file && one.source === write.source) === index;
    return test && first && endsByIt(test) ? [leftover(write, writes, test)] : [];
  });
};

/** Whether a text names a folder in which an emptyDir is mounted. */
function namesSharedFolder({ recognition: { pod } }: Scene, { container, text }: Source): boolean {
  return listOf(container.spec.volumeMounts).some(mount => text.includes(mount.mountPath) && isEmptyDir(pod, mount.name));
}

function leftover(write: Use, writes: readonly Use[], test: Use): Leftover {
  const same = writes.filter(one => one.source === write.source && one.file === write.file);
  const doomed = new Set(same.flatMap(one => one.node ? [one.node] : []));
  const unwrapped = behindTheWatch(test);
  return {
    kind: 'sentinel-file',
    container: write.source.container.name,
    target: test.source.container.name,
    text: write.path,
    places: removals(write.source.script!, doomed) ?? [],
    moment: write.source.moment,
    ...(unwrapped ? { unwrapped } : {}),
  };
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
function endsByIt({ source, node }: Use): boolean {
  const statements = source.script?.tree.commands;
  if (!statements || !node) {
    return true;
  }
  const at = statements.findIndex(statement => statement.command.pos <= node.pos && node.end <= statement.command.end);
  const isBusy = (nodes: readonly ShellNode[]) => commandsIn(nodes).some(command => command.name && !IDLE.test(commandName(wordsOf(command))));
  const background = statements.some(statement => statement.background);
  return background || at < 0 || !isBusy(statements.slice(at + 1).map(statement => statement.command));
}

/** The one real command that the watching script starts in the background. */
function behindTheWatch({ source }: Use): Unwrapped | undefined {
  const { script, container } = source;
  const started = (script?.tree.commands ?? []).filter(statement => statement.background && statement.command.type === 'Command' && !IDLE.test(commandName(wordsOf(statement.command))));
  const [only, second] = started;
  if (!only || second || only.command.type !== 'Command') {
    return undefined;
  }
  const [first] = wordNodes(only.command);
  return { container: container.name, script: { place: script!.place, text: shortCommand(script!.text.slice(first.pos, only.command.end)) } };
}

function shortCommand(text: string): string {
  return `exec ${text.trim()}`;
}
