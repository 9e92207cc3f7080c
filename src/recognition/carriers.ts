import { PodView } from './pod-view';
import { liesIn, SharedFolder } from './shared-files';

/** Tools that copy between a folder and a store elsewhere, with what they are told. */
const COPIES = /\b(?:aws s3|gsutil|gcloud storage|rclone|azcopy|s3cmd|s5cmd|rsync)\b([^;&|\n]*)/g;
/** A place elsewhere: `s3://bucket`, `remote:folder`, `user@host:/folder`; also a variable that may hold one. */
const ELSEWHERE = /^([\w.@${}()-]+:|\$[{(]?[A-Z])/;

/** Whether a container copies, again and again, what lies in a folder to a store elsewhere, or from there. Undefined when it does neither. */
export function carries({ recognition, targets, loopback }: PodView, { container, path }: SharedFolder): 'away' | 'here' | undefined {
  const text = recognition.commands(container).find(command => command.moment === 'run')?.script?.text;
  if (text === undefined || !text.includes(path) || targets.has(container)) {
    return undefined;
  }
  const ways = new Set([...text.replace(/\\\n/g, ' ').matchAll(COPIES)].flatMap(([, told]) => wayOf(told, path)));
  // What copies both ways keeps its state there, and what calls the app works on it.
  const [way] = ways;
  return ways.size === 1 && recognition.isEndless(container) && !loopback.calls.some(call => call.from === container) ? way : undefined;
}

function wayOf(told: string, folder: string): ('away' | 'here')[] {
  const words = told.split(/[\s"']+/);
  const [inside, outside] = [words.findIndex(word => liesIn(word, folder)), words.findIndex(word => ELSEWHERE.test(word))];
  return inside < 0 || outside < 0 ? [] : [inside < outside ? 'away' : 'here'];
}
