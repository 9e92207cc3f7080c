import { FileUse, folderWatches, hasEmptyDir, looksIn, writesIn } from './file-uses';
import { Leftover, Unwrapped } from './leftover';
import { removing } from './removal';
import { Finder, Scene } from './scene';
import { redirectsIn, ShellNode, Statement, wordsOf } from './shell-walk';
import { commandName, programName } from './sources';
import { endsByIt, IDLE, isBusy } from './work-after-file';
import { toFile, workUntil } from './work-until-file';

/** Commands that name a file without reading it. */
const LEAVES_UNREAD = /^(touch|mkdir|rm|rmdir|echo|printf|export|readonly|chmod|chown)$/;

/** Finds files by which one container tells another one to end. */
export const findSentinelFiles: Finder = scene => {
  const looks = hasEmptyDir(scene) ? looksIn(scene) : [];
  const isWatched = looks.length > 0 || (hasEmptyDir(scene) && scene.sources.some(({ text }) => text.includes('inotifywait')));
  const writes = isWatched ? writesIn(scene) : [];
  const tests = [...looks, ...folderWatches(scene, writes)];
  return writes.flatMap((write, index) => {
    const first = writes.findIndex(one => one.file === write.file && one.source === write.source) === index;
    return first ? leftoversOf(write, writes, readersOf(write, tests), readsItself(scene, write, tests)) : [];
  });
};

/** The first look of each other container at a file. */
function readersOf({ file, source }: FileUse, tests: readonly FileUse[]): FileUse[] {
  const looks = tests.filter(one => one.file === file && one.source.container !== source.container);
  return looks.filter((look, index) => looks.findIndex(one => one.source.container === look.source.container) === index);
}

/** Whether the container that writes a file also looks at it, so that the file has another purpose. */
function readsItself(scene: Scene, { file, path, source }: FileUse, tests: readonly FileUse[]): boolean {
  return tests.some(one => one.file === file && one.source.container === source.container)
    || scene.sources.some(one => one.container === source.container && one.text.includes(path) && scene.callsOf(one).some(({ words, node }) =>
      (words.includes(path) && !LEAVES_UNREAD.test(programName(words)))
      || node?.redirects.some(redirect => redirect.type === 'Redirect' && redirect.operator === '<' && redirect.target?.value === path)));
}

/** One for each container that the file tells to end. All or nothing goes: as long as anyone looks at the file, it must be written. */
function leftoversOf(write: FileUse, writes: readonly FileUse[], readers: readonly FileUse[], isReadByWriter: boolean): Leftover[] {
  const ended = readers.filter(look => endsByIt(look) && workUntil(look) === undefined);
  const unwrapped = ended.map(behindTheWatch);
  const doomed = new Set(writes.filter(one => one.source === write.source && one.file === write.file).flatMap(one => one.node ? [one.node] : []));
  const writesMore = writes.some(one => one.file !== write.file && one.node !== undefined && doomed.has(one.node));
  const isWhole = !isReadByWriter && !writesMore && ended.length === readers.length && unwrapped.every(one => one !== undefined);
  const names = ended.map(one => one.source.container.name);
  const others = readers.filter(look => !ended.includes(look)).map(one => one.source.container.name);
  return names.map((target, index) => ({
    kind: 'sentinel-file',
    container: write.source.container.name,
    target,
    text: write.path,
    ...(isWhole && index === 0 ? removing(write.source.script!, doomed) : { places: [] }),
    moment: write.source.moment,
    ...(isWhole ? { unwrapped: unwrapped[index] } : {}),
    ...(isReadByWriter ? { stays: `'${write.source.container.name}' reads the file itself` } : writesMore ? { stays: 'the same command writes another file' } : {}),
    ...(others.length > 0 ? { neededBy: others, stays: `${others.map(name => `'${name}'`).join(', ')} also ${others.length > 1 ? 'look' : 'looks'} for it` } : {}),
    ...(names.length > 1 ? { alsoEnds: names.filter(name => name !== target) } : {}),
  }));
}

/** The one real command that the watching script starts in the background, with what the script does before. Nothing that it does after may be lost. */
function behindTheWatch(look: FileUse): Unwrapped | undefined {
  const { source: { script, container }, path } = look;
  const statements = script?.tree.commands ?? [];
  const isStart = ({ background, command }: Statement) => background && command.type === 'Command' && !IDLE.test(commandName(wordsOf(command)));
  const at = statements.findIndex(isStart);
  const started = statements[at]?.command;
  const isLost = (statement: Statement) => isBusy(statement, look) || toFile(redirectsIn([statement.command]));
  if (started?.type !== 'Command' || statements.slice(at + 1).some(isLost)) {
    return undefined;
  }
  const { text, place } = script!;
  const textOf = ({ pos, end }: ShellNode) => text.slice(pos, end);
  const before = statements.slice(0, at);
  const removable = before.filter(({ command }) => textOf(command).includes(path) || (command.type === 'Command' && command.name?.value === 'trap'));
  if (before.some(({ background }) => background) || removable.some(isLost)) {
    return undefined;
  }
  const kept = before.filter(statement => !removable.includes(statement));
  const front = removable.length === 0 ? text.slice(0, started.pos) : kept.map(({ command }) => `${textOf(command)}\n`).join('');
  const prefix = started.prefix.some(part => part.type === 'Assignment') ? 'exec env ' : 'exec ';
  return { container: container.name, script: { place, text: `${front}${prefix}${textOf(started).trim()}`, kept: { from: started.pos, to: front.length + prefix.length } } };
}
