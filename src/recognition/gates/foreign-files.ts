import { PodContainer } from '../../kubernetes/pod';
import { baseName } from '../commands';
import { namedPaths, writesFile, writtenFiles } from '../file-ties';
import { isFilledBefore } from '../one-sided-files';
import { PodView, viewOf } from '../pod-view';
import type { RecognizedPod } from '../recognized';
import { isLogFile, liesIn, SharedFolder, sharedFolders } from '../shared-files';

/** Whether a command asks for a file that another running container writes, in a folder that is empty at first; or for a socket on which another one listens. */
export function asksForeignFile(recognition: RecognizedPod, container: PodContainer, command: readonly unknown[]): boolean {
  const text = command.join(' ');
  const view = viewOf(recognition);
  const folders = text.includes('/') ? sharedFolders(recognition.pod, view.runners) : [];
  const own = folders.filter(folder => folder.container === container && text.includes(folder.path) && !isFilledBefore(view, folder));
  return own.some(folder => filesIn(text, folder).some(file => folder.readOnly || isWrittenElsewhere(view, folder, folders, file)))
    || recognition.loopback.calls.some(({ from, isSocket, text: socket }) => from === container && isSocket && text.includes(socket));
}

/** The files of a folder that a command names, relative to the folder. */
function filesIn(text: string, { path }: SharedFolder): string[] {
  return text.split(/[\s"';&|()<>=]+/).filter(word => liesIn(word, path)).map(word => word.slice(path.length)).filter(file => file.length > 1);
}

/** Whether the script of another container writes a file, or nothing but another one can be meant to write it, and the script of this one does not. */
function isWrittenElsewhere(view: PodView, own: SharedFolder, folders: readonly SharedFolder[], file: string): boolean {
  const shared = folders.filter(folder => folder.place === own.place);
  const writers = shared.filter(folder => writtenFiles(view, folder).includes(folder.path + file));
  return writers.length > 0 ? !writers.some(({ container }) => container === own.container)
    : !writesFile(view, own, own.path + file, own) && isMeantForOther(view, own, shared.filter(({ container }) => container !== own.container), file);
}

/** Whether a file is what a shipper reads, a log of which another one is told, or is named after another container. */
function isMeantForOther(view: PodView, { container, path }: SharedFolder, others: readonly SharedFolder[], file: string): boolean {
  const parts = baseName(file).split(/[-_.]/);
  const isNamedAfter = ({ name }: PodContainer) => parts.includes(name);
  return view.recognition.helper(container.name)?.direction === 'shipper'
    || (isLogFile(path + file) && others.some(other => namedPaths(view, other).has(file)))
    || (others.some(other => isNamedAfter(other.container)) && !isNamedAfter(container));
}
