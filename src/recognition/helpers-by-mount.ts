import type { Helper } from './helper';
import { isAroundDriver } from './helpers-by-call';
import { MountedFolder, mountedFolder } from './mounted-folders';
import { PodView } from './pod-view';
import { listOf } from '../data/json';
import { PodContainer } from '../kubernetes/pod';

const BIDIRECTIONAL = 'Bidirectional';

/** A folder of a container, and how mounts inside of it reach others. */
interface Mount extends MountedFolder {
  readonly propagation: unknown;
}

/** A container that mounts files into a volume, and another one that has the volume. */
export interface MountedVolume {
  readonly container: PodContainer;
  readonly reader: PodContainer;
  readonly volume: string;
}

/** Containers that mount a file system for another one: what they mount inside of a volume reaches the other one (`mountPropagation`). */
export function helpersByMount(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  return mountedFor(view, propagation => propagation === 'HostToContainer').filter(({ container }) => !found.has(container) && view.app?.container !== container)
    .map(({ container, reader, volume }) => ({
      container, direction: 'content', why: `it mounts files into volume '${volume}', which '${reader.name}' reads`, neverEnds: view.neverEnds(container),
    }));
}

/** Where the other one sees only what was mounted before it started. */
export function mountedBeside(view: PodView): MountedVolume[] {
  return mountedFor(view, propagation => propagation === undefined || propagation === 'None');
}

/** On every node it would be for the node. */
function mountedFor(view: PodView, isMeant: (propagation: unknown) => boolean): MountedVolume[] {
  if (!view.runners.some(container => listOf(container.spec.volumeMounts).some(({ mountPropagation }) => mountPropagation === BIDIRECTIONAL))) {
    return [];
  }
  if (view.recognition.pod._found.workload.onEveryNode || isAroundDriver(view)) {
    return [];
  }
  const mounts = view.runners.flatMap(container => listOf(container.spec.volumeMounts)
    .map((mount): Mount => ({ ...mountedFolder(container, mount), propagation: mount.mountPropagation })));
  return mounts.filter(({ propagation }) => propagation === BIDIRECTIONAL).flatMap(({ container, volume, place }): MountedVolume[] => {
    const reader = mounts.find(other => other.place === place && other.container !== container && isMeant(other.propagation));
    return reader ? [{ container, reader: reader.container, volume: String(volume) }] : [];
  });
}
