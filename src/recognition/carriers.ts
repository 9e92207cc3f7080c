import { commandsIn, nodesOf, wordsOf } from './leftovers/shell-walk';
import { commandName } from './leftovers/sources';
import { hasPlace, mountedFolder } from './mounted-folders';
import { PodView } from './pod-view';
import type { RecognizedPod } from './recognized';
import { runText, withoutComments } from './script-text';
import { isGiven, liesIn, SharedFolder } from './shared-files';
import { listOf } from '../data/json';
import { PodContainer } from '../kubernetes/pod';

/** Tools that copy between a folder and a remote store, with their arguments. */
const COPIES = /\b(?:aws s3|gsutil|gcloud storage|rclone|azcopy|s3cmd|s5cmd|rsync)\b([^;&|\n]*)/g;
/** Tools that copy a folder to another one, or to a store that they know by its name, with their arguments. */
const COPIES_OUT = /\b(?:rsync|cp|mc(?:\s+-\S{1,60}){0,6}\s+(?:mirror|cp))\b([^;&|\n]*)/g;
/** A store that `mc` knows by its name: `backups/shop`. */
const NAMED_STORE = /^[\w-]+\/[\w.${}-]/;
/** A remote location: `s3://bucket`, `remote:folder`, `user@host:/folder`; or a variable that may hold one. */
const ELSEWHERE = /^([\w.@${}()-]+:|\$[{(]?[A-Z])/;

/** Tools beside `git` in a script that does nothing but bring a repository into the folder where it runs; also a variable that the kubelet fills in. */
const BESIDE_GIT = /^([A-Z][A-Z0-9_]*|git|sleep|echo|printf|cd|date|true|:|watch|test|\[|mkdir|rm|cp|mv|ln|rsync|ls|pwd|cat|find|chmod|chown|exit|trap|set|apk|apt-get|ssh-keyscan|export)$/;

/** Whether a container keeps copying a folder to a remote store (`away`) or from it (`here`); undefined when it does neither. */
export function carries(view: PodView, { container, path }: SharedFolder): 'away' | 'here' | undefined {
  const { recognition, loopback } = view;
  const text = runText(recognition, container);
  // What serves clients may well copy its files, too.
  if (view.faces(container)) {
    return undefined;
  }
  if (pulls(recognition, container)) {
    return 'here';
  }
  if (!text.includes(path)) {
    return undefined;
  }
  const joined = text.replace(/\\\n/g, ' ');
  const copies = onlyCopies(recognition, container) ? [...joined.matchAll(COPIES_OUT)] : [];
  const own = copies.length > 0 ? ownFolders(view, container) : [];
  const ways = new Set([
    ...[...joined.matchAll(COPIES)].flatMap(([, told]) => wayOf(told, path)),
    ...copies.flatMap(([call, told]) => copiesOut(told, path, own, call.startsWith('mc')) ? ['away' as const] : []),
  ]);
  // A container that copies both ways keeps its own state there, and one that calls the app works on the app.
  const [way] = ways;
  return ways.size === 1 && recognition.isEndless(container) && !loopback.calls.some(call => call.from === container) ? way : undefined;
}

/** It only pulls from a repository again and again, into the one folder that it has, apart from its keys and settings. */
function pulls(recognition: RecognizedPod, container: PodContainer): boolean {
  const script = recognition.runCommand(container)?.script;
  return script !== undefined && /\bgit\s.{0,400}(pull|fetch)\b/.test(withoutComments(script.text)) && hasOneFolder(recognition, container)
    && recognition.isEndless(container) && commandsIn(nodesOf(script.tree)).every(command => BESIDE_GIT.test(commandName(wordsOf(command))));
}

function hasOneFolder({ pod }: RecognizedPod, { spec }: PodContainer): boolean {
  const given = new Set(listOf(pod.spec.volumes).filter(isGiven).map(({ name }) => name));
  return listOf(spec.volumeMounts).filter(({ name }) => !given.has(name)).length === 1;
}

/** Tools of a loop that does nothing but copy. */
const BESIDE_COPY = /^(cp|rsync|mc|sleep|echo|printf|date|true|:|test|\[|mkdir|inotifywait|find|ls|cat|cd|set|trap|chmod|chown|touch|exit|export|read|tar|gzip|apk|apt-get)$/;

/** Whether the script of a container only copies: what comes between may be the work for which it copies. */
function onlyCopies(recognition: RecognizedPod, container: PodContainer): boolean {
  const script = recognition.runCommand(container)?.script;
  return script !== undefined && commandsIn(nodesOf(script.tree)).map(wordsOf)
    .every(words => words.length === 0 || BESIDE_COPY.test(commandName(words)));
}

/** The folders of a container that no other one has. */
function ownFolders({ runners }: PodView, container: PodContainer): string[] {
  const others = runners.filter(other => other !== container).flatMap(({ spec }) => listOf(spec.volumeMounts));
  const own = listOf(container.spec.volumeMounts).map(mount => mountedFolder(container, mount));
  return own.filter(folder => !folder.readOnly && !others.some(mount => hasPlace(mount, folder))).map(({ path }) => path);
}

/** Whether the last word of a copy is a place that only this container has, and a word before it lies in the folder. */
function copiesOut(told: string, folder: string, own: readonly string[], knowsStores: boolean): boolean {
  const words = told.split(/[\s"']+/).filter(word => word !== '' && !/^-|^\d?>/.test(word));
  const last = words.at(-1) ?? '';
  return words.slice(0, -1).some(word => liesIn(word, folder)) && (own.some(path => liesIn(last, path)) || (knowsStores && NAMED_STORE.test(last)));
}

function wayOf(told: string, folder: string): ('away' | 'here')[] {
  const words = told.split(/[\s"']+/);
  const [inside, outside] = [words.findIndex(word => liesIn(word, folder)), words.findIndex(word => ELSEWHERE.test(word))];
  return inside < 0 || outside < 0 ? [] : [inside < outside ? 'away' : 'here'];
}
