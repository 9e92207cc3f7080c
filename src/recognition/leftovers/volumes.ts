import { Place } from './leftover';
import { listOf } from '../../data/json';
import { PodModel, PodContainer } from '../../kubernetes/pod';
import { pathOf } from '../commands';
import { cleanPath, insideOf, VolumePlace } from '../mounted-folders';

/** The file of a volume that a path of a container is; undefined when no volume is mounted there. */
export function volumeFile(container: PodContainer, path: string): VolumePlace | undefined {
  const mount = mountsOf(container, path)[0];
  return mount ? { volume: mount.name, inside: cleanPath(`${insideOf(mount)}/${path.slice(String(mount.mountPath).length)}`) } : undefined;
}

/** Whether a volume lives and dies with the pod, and is empty at first. */
export function isEmptyDir(pod: PodModel, volume: string): boolean {
  return listOf(pod.spec.volumes).some(one => one.name === volume && one.emptyDir !== undefined);
}

/** The mount of an emptyDir in which a path lies, as a place; none when there is no such mount. */
export function mountsBelow(pod: PodModel, container: PodContainer, path: string): Place[] {
  const mount = mountsOf(container, path)[0];
  return mount && isEmptyDir(pod, mount.name)
    ? [{ path: [...pathOf(pod, container), 'volumeMounts', container.spec.volumeMounts.indexOf(mount)] }]
    : [];
}

/** The mounts that hold a path, the nearest first. */
function mountsOf(container: PodContainer, path: string): any[] {
  return listOf(container.spec.volumeMounts)
    .filter(mount => path === mount.mountPath || path.startsWith(`${String(mount.mountPath).replace(/(?<!\/)\/+$/, '')}/`))
    .sort((a, b) => String(b.mountPath).length - String(a.mountPath).length);
}
