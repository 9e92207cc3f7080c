import { PodContainer } from '../../kubernetes/pod';
import { FollowedFile, followedFiles, laterWriters } from '../../recognition/followed-files';
import { Draft } from '../draft';

/**
 * A native sidecar starts before the app, so a file that the app writes does not exist yet. `tail -f` exits then, and the kubelet may never start the app:
 * it waits until the sidecar runs. `tail -F` waits for the file.
 */
export function awaitFollowedFiles(draft: Draft): void {
  for (const container of draft.moved) {
    followedFiles(draft.recognition, container).filter(({ isPattern }) => !isPattern).forEach(followed => retry(draft, container, followed));
  }
}

/** A pattern that matches no file when a sidecar starts: `-F` would wait for a file of that very name. Undefined when the container follows none. */
export function followedPattern({ recognition }: Draft, container: PodContainer): string | undefined {
  return recognition.runCommand(container)?.script === undefined
    ? undefined
    : followedFiles(recognition, container).find(({ isPattern, file }) => isPattern && laterWriters(recognition, container, file).length > 0)?.file;
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
