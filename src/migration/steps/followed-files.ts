import { grouped } from '../../data/grouped';
import { PodContainer } from '../../kubernetes/pod';
import { FollowedFile, followedFiles, laterWriters } from '../../recognition/followed-files';
import { Draft } from '../draft';

/**
 * A native sidecar starts before the app, so a file that the app writes does not exist yet. `tail -f` exits then, and the kubelet may never start the app:
 * it waits until the sidecar runs. `tail -F` waits for the file.
 */
export function awaitFollowedFiles(draft: Draft): void {
  for (const container of draft.moved) {
    const files = followedFiles(draft.recognition, container).filter(({ isPattern }) => !isPattern);
    [...grouped(files, ({ flag }) => flag).values()].forEach(([followed]) => retry(draft, container, followed));
    missingPatterns(draft, container).forEach(followed => awaitFirst(draft, container, followed));
  }
}

/** A pattern that matches no file when a sidecar starts, in a command before which nothing can be inserted. Undefined when the container follows none. */
export function followedPattern(draft: Draft, container: PodContainer): string | undefined {
  return missingPatterns(draft, container).find(({ start }) => start === undefined)?.file;
}

/** The patterns that match no file when a sidecar starts: `-F` would wait for a file of that very name. */
function missingPatterns({ recognition }: Draft, container: PodContainer): FollowedFile[] {
  return recognition.runCommand(container)?.script === undefined
    ? []
    : followedFiles(recognition, container).filter(({ isPattern, file }) => isPattern && laterWriters(recognition, container, file).length > 0);
}

/** The script waits until a file matches, because the shell looks only once. */
function awaitFirst(draft: Draft, { name }: PodContainer, { file, text, start }: FollowedFile): void {
  draft.cut({ ...start!, instead: `until ls ${text} >/dev/null 2>&1; do sleep 1; done; ` }, {
    rule: 'NS124',
    why: `'${name}' starts before the app has written a file that matches ${file}: its script waits for one, because tail -f exits without it, and the app may never start`,
  }, true);
}

function retry(draft: Draft, container: PodContainer, { flag }: FollowedFile): void {
  const reason = {
    rule: 'NS124',
    why: `'${container.name}' starts before the app has written the file: tail -F waits for it, but tail -f exits, and the app may never start`,
  };
  const instead = flag.value.startsWith('--') ? '-F' : flag.value.replace('f', 'F');
  if (!flag.place || flag.place.configMap !== undefined) {
    draft.note(reason.rule, `use tail -F instead of tail -f in '${container.name}': ${reason.why}`);
  } else if (flag.place.span) {
    draft.cut({ ...flag.place, instead }, reason, true);
  } else {
    draft.add({ kind: 'text', path: draft.pathAt(flag.place), value: instead, ...reason });
  }
}
