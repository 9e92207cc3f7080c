import { Scene } from './scene';
import { nodesOf, ShellNode, walk } from './shell-walk';
import { expanded, programName, Source } from './sources';
import { isEmptyDir, volumeFile } from './volumes';
import { listOf } from '../../data/json';
import { ContainerRole } from '../../kubernetes/pod';
import { VolumePlace } from '../mounted-folders';

const WRITES = />|\btouch\b|\bmkdir\b/;
const TESTS = /-[efsdr] |inotifywait|\bwhile\b|\buntil\b/;
const WATCH_VARIABLE = /^(KILLER_WATCH_FILE|WATCH_FILE)$/;

/** A file on a volume that is empty at first, which a container writes or looks at. */
export interface FileUse extends VolumePlace {
  readonly source: Source;
  /** The volume and the path in it: the same for all containers. */
  readonly file: string;
  /** The file as the container names it. */
  readonly path: string;
  readonly node?: ShellNode;
}

/** The looks of scripts and of known images at files of the pod. */
export function looksIn(scene: Scene): FileUse[] {
  return [...scriptsWith(scene, TESTS).flatMap(source => testsIn(scene, source, source.script!)), ...watchers(scene)];
}

/** The files of the pod that scripts write. */
export function writesIn(scene: Scene): FileUse[] {
  return scriptsWith(scene, WRITES).flatMap(source => writesOf(scene, source));
}

/** The waits of scripts for anything new in a folder, as looks at the one file that another container is seen to write there. */
export function folderWatches(scene: Scene, writes: readonly FileUse[]): FileUse[] {
  return scriptsWith(scene, /inotifywait/).flatMap(source => scene.callsOf(source).flatMap(({ words, node }) => {
    const isOneEvent = programName(words) === 'inotifywait' && !words.some(word => /^(-\w*m\w*|--monitor)$/.test(word));
    return isOneEvent ? words.slice(1).filter(word => word.startsWith('/')).flatMap(path => {
      const folder = volumeFile(source.container, path);
      const here = writes.filter(one => folder && one.source.container !== source.container && folderOf(one.file) === `${folder.volume}:${folder.inside}`);
      const [written, ...more] = new Map(here.map(one => [one.file, one])).values();
      return written && more.length === 0 ? [{ ...written, source, path, node }] : [];
    }) : [];
  }));
}

/** The folder of a file on a volume. */
function folderOf(file: string): string {
  return file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : file.slice(0, file.indexOf(':') + 1);
}

/** Whether a pod has a volume that is empty at first. */
export function hasEmptyDir({ recognition: { pod } }: Pick<Scene, 'recognition'>): boolean {
  return listOf(pod.spec.volumes).some(volume => volume.emptyDir !== undefined);
}

/** The scripts of running containers that name a folder in which an emptyDir is mounted. */
function scriptsWith({ sources, recognition: { pod } }: Scene, words: RegExp): Source[] {
  return sources.filter(({ script, container, text }) => script && container.role !== ContainerRole.INIT && words.test(text)
    && listOf(container.spec.volumeMounts).some(mount => text.includes(mount.mountPath) && isEmptyDir(pod, mount.name)));
}

function writesOf(scene: Scene, source: Source): FileUse[] {
  return scene.callsOf(source).flatMap(({ words, node }) => {
    const redirected = node!.redirects.flatMap(redirect => redirect.type === 'Redirect' && /^(>|>>|>\||&>)$/.test(redirect.operator) && redirect.target
      ? [expanded(redirect.target.value, source.container)]
      : []);
    const named = /^(touch|mkdir)$/.test(programName(words)) ? words.slice(1).filter(word => word.startsWith('/')) : [];
    return [...named, ...redirected].flatMap(path => use(scene, source, path, node));
  });
}

function testsIn(scene: Scene, source: Source, script: NonNullable<Source['script']>): FileUse[] {
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
function watchers({ recognition: { pod } }: Scene): FileUse[] {
  return pod.mains.flatMap(container => listOf(container.spec.env).flatMap(variable => {
    const file = WATCH_VARIABLE.test(variable.name) && typeof variable.value === 'string' ? volumeFile(container, variable.value) : undefined;
    const source: Source = { container, moment: 'run', text: '', command: { moment: 'run', words: [], paths: [] } };
    return file ? [{ source, ...file, file: `${file.volume}:${file.inside}`, path: variable.value }] : [];
  }));
}

function use({ recognition: { pod } }: Scene, source: Source, path: string, node?: ShellNode): FileUse[] {
  const file = path.includes('$') || path.includes('*') ? undefined : volumeFile(source.container, path);
  return file && file.inside !== '' && isEmptyDir(pod, file.volume) ? [{ source, ...file, file: `${file.volume}:${file.inside}`, path, node }] : [];
}
