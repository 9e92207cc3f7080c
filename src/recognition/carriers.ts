import { PodView } from './pod-view';
import { withoutComments } from './settings';
import { liesIn, SharedFolder } from './shared-files';

/** Tools that copy between a folder and a remote store, with their arguments. */
const COPIES = /\b(?:aws s3|gsutil|gcloud storage|rclone|azcopy|s3cmd|s5cmd|rsync)\b([^;&|\n]*)/g;
/** A remote location: `s3://bucket`, `remote:folder`, `user@host:/folder`; or a variable that may hold one. */
const ELSEWHERE = /^([\w.@${}()-]+:|\$[{(]?[A-Z])/;

/** Whether a container keeps copying a folder to a remote store (`away`) or from it (`here`); undefined when it does neither. */
export function carries({ recognition, targets, loopback }: PodView, { container, path }: SharedFolder): 'away' | 'here' | undefined {
  const text = withoutComments(recognition.commands(container).find(command => command.moment === 'run')?.script?.text ?? '');
  if (!text.includes(path) || targets.has(container)) {
    return undefined;
  }
  const ways = new Set([...text.replace(/\\\n/g, ' ').matchAll(COPIES)].flatMap(([, told]) => wayOf(told, path)));
  // A container that copies both ways keeps its own state there, and one that calls the app works on the app.
  const [way] = ways;
  return ways.size === 1 && recognition.isEndless(container) && !loopback.calls.some(call => call.from === container) ? way : undefined;
}

function wayOf(told: string, folder: string): ('away' | 'here')[] {
  const words = told.split(/[\s"']+/);
  const [inside, outside] = [words.findIndex(word => liesIn(word, folder)), words.findIndex(word => ELSEWHERE.test(word))];
  return inside < 0 || outside < 0 ? [] : [inside < outside ? 'away' : 'here'];
}
