import type { Helper } from './helper';
import { isAroundDriver } from './helpers-by-call';
import { PodView } from './pod-view';
import { listOf } from '../data/json';
import { PodContainer } from '../kubernetes/pod';

const BIDIRECTIONAL = 'Bidirectional';

/** A volume of a container, and how mounts inside of it reach others. */
interface Mount {
  readonly container: PodContainer;
  readonly volume: unknown;
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
    .map((mount): Mount => ({ container, volume: mount.name, propagation: mount.mountPropagation })));
  const providers = mounts.filter(({ propagation, container }) => propagation === BIDIRECTIONAL && !found.has(container));
  return providers.flatMap(({ container, volume }): Helper[] => {
    const reader = mounts.find(other => other.volume === volume && other.container !== container && other.propagation === 'HostToContainer');
    return reader && view.app?.container !== container
      ? [{ container, direction: 'content', why: `it mounts files into volume '${String(volume)}', which '${reader.container.name}' reads`, neverEnds: view.neverEnds(container) }]
      : [];
  });
}
