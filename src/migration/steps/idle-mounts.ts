import { isObject, JsonObject } from '../../data/json';
import { Pod, PodContainer } from '../../kubernetes/pod';
import { Leftover } from '../../recognition/leftovers/leftover';
import { Draft } from '../draft';

/** Workarounds that leave word in a file, or bring a program in one. */
const BY_FILE = ['sentinel-file', 'smuggled-sleep'] as const;

/**
 * Removes the mounts of an emptyDir that only carried a workaround's file: it is mounted by those whom the workaround is about and by nobody else, and
 * none of them says its path any more.
 *
 * @param podNow tells the pod with what has been decided so far
 */
export function removeIdleMounts(draft: Draft, podNow: () => Pod): void {
  for (const leftover of BY_FILE.flatMap(kind => draft.recognition.leftovers(kind))) {
    const volume = volumeOf(draft.pod, leftover);
    const users = volume === undefined ? [] : draft.pod.containers.filter(container => mountIndex(container, volume) >= 0);
    const involved = new Set([leftover.container, leftover.target, ...leftover.alsoEnds ?? [], ...leftover.accomplices ?? []]);
    if (users.length === 0 || !users.every(user => involved.has(user.name)) || users.some(user => saysPath(podNow(), user, volume!))) {
      continue;
    }
    for (const user of users.filter(one => !draft.dropped.has(one.name))) {
      draft.add({
        kind: 'remove',
        path: [...draft.pathOf(user), 'volumeMounts', mountIndex(user, volume!)],
        emptied: 'goes',
        rule: leftover.kind === 'sentinel-file' ? 'NS504' : 'NS512',
        why: `the volume '${volume}' only carried ${leftover.text}`,
      });
    }
  }
}

function volumeOf(pod: Pod, { container, text }: Leftover): string | undefined {
  const mounts: unknown[] = pod.container(container).spec.volumeMounts ?? [];
  const mount = mounts.find(one => isObject(one) && text.startsWith(`${String(one.mountPath).replace(/\/+$/, '')}/`)) as JsonObject | undefined;
  const volumes: unknown[] = Array.isArray(pod.spec.volumes) ? pod.spec.volumes : [];
  return mount && volumes.some(one => isObject(one) && one.name === mount.name && one.emptyDir !== undefined) ? String(mount.name) : undefined;
}

function mountIndex({ spec }: PodContainer, volume: string): number {
  const mounts: unknown[] = Array.isArray(spec.volumeMounts) ? spec.volumeMounts : [];
  return mounts.findIndex(mount => isObject(mount) && mount.name === volume);
}

function saysPath(now: Pod, { name, spec }: PodContainer, volume: string): boolean {
  const after = now.containers.find(container => container.name === name);
  if (!after) {
    return false;
  }
  const { volumeMounts: _, ...rest } = after.spec;
  return JSON.stringify(rest).includes(String(spec.volumeMounts[mountIndex({ name, spec } as PodContainer, volume)].mountPath));
}
