import { PodContainer, PodModel } from '../../kubernetes/pod';
import { canWrite, isWritable, liesIn, sharedFolders } from '../../recognition/shared-files';

/** Tools that take files elsewhere. */
const COPIES = new RegExp('(?:^|[\\s;&|(`/])(?:cp|mv|rsync|rclone|scp|tar|zip|gsutil|azcopy|s3cmd|s5cmd|restic|kopia|borg|mc\\s+(?:cp|mirror)|aws\\s+s3|gcloud\\s+storage'
  + '|curl\\s[^;&|\\n]{0,300}?(?:-T|--upload-file|--data-binary\\s+@)|sqlite3\\s[^;&|\\n]{0,300}?\\.backup)(?=[\\s;"\']|$)');

/** Tools whose last word is where they copy to. */
const LOCAL = /^(cp|mv|rsync|scp)$/;
/** Tools of stores elsewhere: the first path is where they copy from, and the next one where to. */
const REMOTE = /^(aws|gsutil|gcloud|rclone|azcopy|mc|s3cmd|s5cmd)$/;
/** What fills a folder again, behind the tool that does it. */
const RESTORES: { readonly [tool: string]: RegExp | undefined } = { tar: /^(-?[a-wyzA-Z]*x[a-zA-Z]*|--extract)$/, restic: /^restore$/, kopia: /^restore$/, borg: /^extract$/ };
/** Files that are kept for later, also in the folder of the app. */
const KEPT = /backup|\bbak\b|\.bak|snap|archive|dump|save/i;

/** The containers of the app whose files a command of a sidecar takes elsewhere: it reads a folder that they can write. */
export function copiedFrom(pod: PodModel, sidecar: PodContainer, command: string): PodContainer[] {
  if (!COPIES.test(command)) {
    return [];
  }
  const shared = sharedFolders(pod, [sidecar, ...pod.mains], isWritable).filter(folder => folder.container === sidecar);
  const isShared = (word: string) => shared.some(({ path }) => liesIn(word.replace(/^["']/, ''), path));
  const read = command.split(/(?=[;&|\n])/).map(one => readBy(one, isShared)).join(' ');
  const folders = shared.filter(({ path }) => namesFolder(read, path));
  return pod.mains.filter(main => folders.some(folder => canWrite(main, folder)));
}

/** What a command reads: without what it writes, and nothing of one that only brings files into the folder of the app. */
function readBy(command: string, isShared: (word: string) => boolean): string {
  const words = command.split(/\s+/);
  const at = words.findIndex(word => LOCAL.test(baseName(word)) || REMOTE.test(baseName(word)) || Object.hasOwn(RESTORES, baseName(word)));
  if (at < 0) {
    return command;
  }
  const tool = baseName(words[at]);
  const rest = words.slice(at + 1);
  if (Object.hasOwn(RESTORES, tool)) {
    return rest.slice(0, 2).some(word => RESTORES[tool]!.test(word)) ? '' : withoutArchive(tool, rest).join(' ');
  }
  const paths = rest.filter(word => !word.startsWith('-') && (LOCAL.test(tool) ? word !== '' : /[/:$]|^\./.test(word)));
  const target = REMOTE.test(tool) ? paths[1] : paths[paths.length - 1];
  return target !== undefined && isShared(target) && !KEPT.test(target) ? '' : paths.filter(path => path !== target).join(' ');
}

/** The archive is what tar writes. */
function withoutArchive(tool: string, words: readonly string[]): readonly string[] {
  const flag = tool === 'tar' ? words.findIndex(word => /^-?[a-zA-Z]*f$/.test(word)) : -1;
  return flag < 0 ? words : words.filter((_, index) => index !== flag + 1);
}

function baseName(word: string): string {
  return word.replace(/^["'(`]+/, '').replace(/^\S*\//, '');
}

/** Whether a text names a folder, or what lies in it. */
function namesFolder(text: string, folder: string): boolean {
  const base = folder.replace(/(?<!\/)\/+$/, '');
  return base !== '' && text.split(base).slice(1).some(rest => !/^[\w.-]/.test(rest));
}
