import { FileUse, hasEmptyDir, looksIn, writesIn } from './leftovers/file-uses';
import { shortText } from './leftovers/leftover';
import { Scene } from './leftovers/scene';
import { wordsOf } from './leftovers/shell-walk';
import { commandName } from './leftovers/sources';
import { isAwaited, workAfter } from './leftovers/work-after-file';
import { startsBefore, workUntil } from './leftovers/work-until-file';
import { hasPlace, isUnknown } from './mounted-folders';
import type { RecognizedPod } from './recognized';
import { canWrite } from './shared-files';
import { grouped } from '../data/grouped';
import { JsonObject, listOf } from '../data/json';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** What would make it clear that a container works after the others, as a part of a sentence. */
export const AFTER_WORK_CLEAR = "an entry under 'sidecars' in the configuration with direction after-main";

/** A container of a pod that completes, which works only once another one has left a file, such as an uploader of results, or until then, such as a consumer of them. */
export interface AfterWork {
  readonly container: PodContainer;
  /** Those that write the file, or that alone can; none if nobody can. */
  readonly writers: readonly PodContainer[];
  /** The file. */
  readonly path: string;
  /** Whether it also serves the others until then, so that they would gain by its being native. */
  readonly serves: boolean;
  /** Whether it works again and again until the file is there, and then exits. */
  readonly untilThen: boolean;
  /** What was seen, as a sentence without its end. */
  readonly seen: string;
}

/**
 * The containers of a pod that completes which wait for a file of another one before they work, or work until it is there.
 *
 * Whether they can be native sidecars depends on their program: it would receive SIGTERM when the work ends, often before it has seen the file.
 */
export function worksAfter(recognition: RecognizedPod): readonly AfterWork[] {
  return recognition.once(findAfterWork, recognition.pod);
}

function findAfterWork(recognition: RecognizedPod): readonly AfterWork[] {
  const { pod } = recognition;
  if (!pod.runsToCompletion || pod.mains.length < 2) {
    return [];
  }
  const scene = new Scene(recognition);
  const looks = hasEmptyDir(scene) ? looksIn(scene).filter(look => isWait(recognition, look)) : [];
  const writes = looks.length > 0 ? writesIn(scene) : [];
  return [...grouped(looks, ({ source }) => source.container).values()].flatMap(own =>
    own.flatMap(look => tellsOf(recognition, look, writes) ?? []).slice(0, 1));
}

/** A helper counts only if it runs in the background by then: one that is known to work afterward needs no file to show it. */
function isWait(recognition: RecognizedPod, look: FileUse): boolean {
  const { container, moment } = look.source;
  return moment === 'run' && container.role === ContainerRole.MAIN && (!isHelper(recognition, container) || startsBefore(look)) && isAwaited(look);
}

function isHelper(recognition: RecognizedPod, { name }: PodContainer): boolean {
  return recognition.helper(name) !== undefined;
}

function tellsOf(recognition: RecognizedPod, look: FileUse, writes: readonly FileUse[]): AfterWork | undefined {
  const { source: { container }, path, volume } = look;
  const seen = writes.filter(one => one.file === look.file && one.source.container !== container).map(({ source }) => source.container);
  const isSeen = seen.length > 0;
  const after = workAfter(look);
  // What works again and again may also leave the file itself.
  const work = after ?? (isSeen ? workUntil(look) : undefined);
  const writers = isSeen ? [...new Set(seen)] : possibleWriters(recognition, look);
  if (work && writers.length === 0 && isAloneWith(recognition, look)) {
    const where = othersWith(recognition, look).length > 0 ? `in a folder of volume '${volume}' that` : `on volume '${volume}', which`;
    return { container, writers, path, serves: false, untilThen: false, seen: `'${container.name}' waits for ${path} ${where} no other container mounts` };
  }
  if (!work || writers.length === 0 || !writers.every(writer => isWork(recognition, writer))) {
    return undefined;
  }
  const names = writers.map(({ name }) => `'${name}'`).join(', ');
  const waits = isSeen ? `waits until ${names} writes ${path}` : `waits for ${path} on volume '${volume}', which only ${names} can write`;
  const program = shortText(commandName(wordsOf(work)));
  const does = after ? `${waits}, and then runs ${program}` : `runs ${program} again and again until ${names} writes ${path}`;
  return { container, writers, path, serves: isHelper(recognition, container), untilThen: after === undefined, seen: `'${container.name}' ${does}` };
}

/** What a helper leaves, or what never ends, is ready before the work begins. */
function isWork(recognition: RecognizedPod, writer: PodContainer): boolean {
  return writer.role === ContainerRole.MAIN && !isHelper(recognition, writer) && !recognition.isEndless(writer);
}

/** Whether no other container has the folder of a file, so that none can ever leave it there. */
function isAloneWith(recognition: RecognizedPod, look: FileUse): boolean {
  return !othersWith(recognition, look).some(mount => hasPlace(mount, look) || isUnknown(mount));
}

/** The mounts of a volume in other containers. */
function othersWith({ pod }: RecognizedPod, { source: { container }, volume }: FileUse): JsonObject[] {
  return pod.containers.flatMap(other => other === container ? [] : listOf(other.spec.volumeMounts).filter(({ name }) => name === volume));
}

/** Those that share the folder and can write; none when an init container may have left the file there. */
function possibleWriters({ pod }: RecognizedPod, look: FileUse): PodContainer[] {
  const sharing = pod.containers.filter(other => other !== look.source.container && canWrite(other, look));
  return sharing.some(({ role }) => role === ContainerRole.INIT) ? [] : sharing;
}
