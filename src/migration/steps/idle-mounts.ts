import { isObject, JsonObject, listOf } from '../../data/json';
import { PodModel, PodContainer } from '../../kubernetes/pod';
import { Leftover } from '../../recognition/leftovers/leftover';
import { Draft } from '../draft';

/** Workarounds that signal through a file, or copy a program into the pod. */
const BY_FILE = ['sentinel-file', 'smuggled-sleep'] as const;

/**
 * Removes the mounts of an emptyDir that only held a workaround's file: only the containers of the workaround mount it, and none of them mentions its path
 * anymore.
 *
 * @param podNow returns the pod with the edits so far
 */
export function removeIdleMounts(draft: Draft, podNow: () => PodModel): void {
  for (const leftover of BY_FILE.flatMap(kind => draft.recognition.leftovers(kind))) {
    const volume = volumeOf(draft.pod, leftover);
    const users = volume === undefined ? [] : draft.pod.containers.filter(container => mountIndex(container, volume) >= 0);
    const involved = new Set([leftover.container, leftover.target, ...leftover.alsoEnds ?? [], ...leftover.dedicatedContainers ?? []]);
    // One that mounts it twice, by two subPaths, keeps something else there.
    const isOnlyForIt = users.every(user => involved.has(user.name) && mountsOf(user, volume!).length === 1);
    if (users.length === 0 || !isOnlyForIt || users.some(user => mentionsPath(podNow(), user, volume!))) {
      continue;
    }
    for (const user of users.filter(one => !draft.dropped.has(one.name))) {
      draft.add({
        kind: 'remove',
        path: [...draft.pathOf(user), 'volumeMounts', mountIndex(user, volume!)],
        emptied: 'goes',
        rule: leftover.kind === 'sentinel-file' ? 'NS504' : 'NS512',
        why: `the volume '${volume}' only held ${leftover.text}`,
      });
    }
  }
}

function volumeOf(pod: PodModel, { container, text }: Leftover): string | undefined {
  const mounts: unknown[] = pod.container(container).spec.volumeMounts ?? [];
  const mount = mounts.find(one => isObject(one) && text.startsWith(`${String(one.mountPath).replace(/(?<!\/)\/+$/, '')}/`)) as JsonObject | undefined;
  const volumes: unknown[] = Array.isArray(pod.spec.volumes) ? pod.spec.volumes : [];
  return mount && volumes.some(one => isObject(one) && one.name === mount.name && one.emptyDir !== undefined) ? String(mount.name) : undefined;
}

function mountIndex({ spec }: PodContainer, volume: string): number {
  const mounts: unknown[] = Array.isArray(spec.volumeMounts) ? spec.volumeMounts : [];
  return mounts.findIndex(mount => isObject(mount) && mount.name === volume);
}

function mountsOf({ spec }: PodContainer, volume: string): JsonObject[] {
  return listOf(spec.volumeMounts).filter(({ name }) => name === volume);
}

function mentionsPath(now: PodModel, { name, spec }: PodContainer, volume: string): boolean {
  const after = now.containers.find(container => container.name === name);
  if (!after) {
    return false;
  }
  const { volumeMounts: _, ...rest } = after.spec;
  return JSON.stringify(rest).includes(String(spec.volumeMounts[mountIndex({ name, spec } as PodContainer, volume)].mountPath));
}
