import { carries } from './carriers';
import { namedPaths, writesFile, writesFiles } from './file-ties';
import { PodView } from './pod-view';
import { isLogFile, SharedFolder, sharedFolders } from './shared-files';
import { grouped } from '../data/grouped';
import { PodContainer } from '../kubernetes/pod';

/** A container that is told to read what another one brings into a folder that they share. */
export interface FileNeed {
  readonly from: PodContainer;
  readonly to: PodContainer;
  /** The file as the reader names it, or its folder. */
  readonly file: string;
  /** The folder as the reader sees it. */
  readonly folder: SharedFolder;
}

/**
 * Which of some containers are told, by a flag, a variable, a command or a configuration, to read what another one of them brings: a key, a policy, a configuration. Where
 * two bring files for each other, neither counts. A log is read when it comes.
 */
export function fileNeedsAmong(view: PodView, containers: readonly PodContainer[]): FileNeed[] {
  const folders = containers.length < 2 ? [] : sharedFolders(view.recognition.pod, containers);
  const needs = [...grouped(folders, ({ place }) => place).values()].flatMap(shared => {
    // Most folders are named by no container, and then it is not worth looking at all pairs.
    const readers = shared.map(folder => ({ folder, paths: readPaths(view, folder) })).filter(({ paths }) => paths.length > 0);
    const writers = readers.length === 0 ? [] : shared.filter(({ readOnly }) => !readOnly);
    const writersBeside = (folder: SharedFolder) => writers.filter(({ container }) => container !== folder.container);
    return readers.flatMap(({ folder, paths }) => writersBeside(folder).flatMap(writer => needOf(view, folder, paths, writer)));
  });
  const pairs = new Set(needs.map(({ from, to }) => `${from.name} ${to.name}`));
  return needs.filter(({ from, to }) => !pairs.has(`${to.name} ${from.name}`));
}

/** The paths of its folder that a container is told and does not write itself. */
function readPaths(view: PodView, folder: SharedFolder): string[] {
  // A shipper follows what comes, so that only a file by its name may be what it needs.
  const isShipper = view.recognition.helper(folder.container.name)?.direction === 'shipper';
  const isNeeded = (path: string) => !isLogFile(path) && !/\.sock(et)?$/.test(path) && !(isShipper && (path === folder.path || /[*?[]/.test(path)));
  const base = folder.path.replace(/(?<!\/)\/+$/, '');
  return [...namedPaths(view, folder)].map(path => `${base}${path}`).filter(path => isNeeded(path) && !writesFile(view, folder, path, folder));
}

function needOf(view: PodView, folder: SharedFolder, paths: readonly string[], writer: SharedFolder): FileNeed[] {
  const file = paths.find(path => writesFile(view, writer, path, folder)) ?? (brings(view, writer) && !brings(view, folder) ? paths[0] : undefined);
  return file === undefined ? [] : [{ from: folder.container, to: writer.container, file, folder }];
}

/** Whether a container is there to bring files into a folder. One whose script is seen writing elsewhere may only read here. */
function brings(view: PodView, folder: SharedFolder): boolean {
  const { recognition } = view;
  const { container } = folder;
  return !folder.readOnly && recognition.helper(container.name)?.direction === 'content'
    && (view.program(container) !== undefined || recognition.runCommand(container)?.script === undefined || writesFiles(view, folder) || carries(view, folder) === 'here');
}
