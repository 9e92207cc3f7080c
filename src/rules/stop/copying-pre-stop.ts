import { PodContainer, PodModel } from '../../kubernetes/pod';
import { canWrite, isWritable, sharedFolders } from '../../recognition/shared-files';

/** Tools that take files elsewhere. */
const COPIES = new RegExp('(?:^|[\\s;&|(`/])(?:cp|mv|rsync|rclone|scp|tar|zip|gsutil|azcopy|s3cmd|s5cmd|restic|kopia|borg|mc\\s+(?:cp|mirror)|aws\\s+s3|gcloud\\s+storage'
  + '|curl\\s[^;&|\\n]{0,300}?(?:-T|--upload-file|--data-binary\\s+@)|sqlite3\\s[^;&|\\n]{0,300}?\\.backup)(?=[\\s;"\']|$)');

/** The last word of a tool that copies: what it writes. */
const TARGET = /\b(cp|mv|rsync|scp)(\s[^;&|\n]{0,300})\s[^\s;&|\n]+[ \t]*(?=[;&|\n)]|$)/g;

/** The containers of the app whose files a command of a sidecar takes elsewhere: it reads a folder that they can write. */
export function copiedFrom(pod: PodModel, sidecar: PodContainer, command: string): PodContainer[] {
  if (!COPIES.test(command)) {
    return [];
  }
  const read = command.replace(TARGET, '$1$2');
  const folders = sharedFolders(pod, [sidecar, ...pod.mains], isWritable)
    .filter(folder => folder.container === sidecar && namesFolder(read, folder.path));
  return pod.mains.filter(main => folders.some(folder => canWrite(main, folder)));
}

/** Whether a text names a folder, or what lies in it. */
function namesFolder(text: string, folder: string): boolean {
  const base = folder.replace(/(?<!\/)\/+$/, '');
  return base !== '' && text.split(base).slice(1).some(rest => !/^[\w.-]/.test(rest));
}
