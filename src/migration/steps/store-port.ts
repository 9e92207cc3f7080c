import { PodContainer } from '../../kubernetes/pod';
import { storeClashes } from '../../recognition/store-clashes';
import { Draft } from '../draft';

/** Whether a database beside a container listens where it does: as the first to start, the container would take the port away. */
export function takesPort(draft: Draft, container: PodContainer): boolean {
  const clash = storeClashes(draft.recognition).find(({ helper }) => helper === container);
  if (clash) {
    draft.note('NS604', `'${container.name}' opens port ${clash.port}, on which '${clash.store.name}' listens too. As a native sidecar it starts first, and '${clash.store.name}' can no longer listen there: `
      + `give '${container.name}' another port, or remove it, and run migrate again`);
  }
  return clash !== undefined;
}
