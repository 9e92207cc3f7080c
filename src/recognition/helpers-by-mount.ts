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

/** Containers that mount a file system for another one: what they mount inside of a volume reaches the other one (`mountPropagation`). On every node it would be for the node. */
export function helpersByMount(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  if (!view.runners.some(container => listOf(container.spec.volumeMounts).some(({ mountPropagation }) => mountPropagation === BIDIRECTIONAL))) {
    return [];
  }
  if (view.recognition.pod._found.workload.onEveryNode || isAroundDriver(view)) {
    return [];
  }
  const mounts = view.runners.flatMap(container => listOf(container.spec.volumeMounts)
    .map((mount): Mount => ({ ...mountedFolder(container, mount), propagation: mount.mountPropagation })));
  const providers = mounts.filter(({ propagation, container }) => propagation === BIDIRECTIONAL && !found.has(container));
  return providers.flatMap(({ container, volume, place }): Helper[] => {
    const reader = mounts.find(other => other.place === place && other.container !== container && other.propagation === 'HostToContainer');
    return reader && view.app?.container !== container
      ? [{ container, direction: 'content', why: `it mounts files into volume '${volume}', which '${reader.container.name}' reads`, neverEnds: view.neverEnds(container) }]
      : [];
  });
}
