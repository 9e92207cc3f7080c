import { PodContainer } from '../../kubernetes/pod';
import { whyShut } from '../../recognition/gates/shut-gate';
import { Draft } from '../draft';

/** Whether the startup probe that a container has would keep the app from starting once the container is a native sidecar, and no other one is known instead. */
export function staysShut(draft: Draft, container: PodContainer): boolean {
  const why = whyShut(draft.recognition, container);
  if (why !== undefined) {
    draft.note('NS104', `the startup probe of '${container.name}' ${why}. On a native sidecar, it would keep the app from starting: change the probe, or remove it, and run migrate again`);
  }
  return why !== undefined;
}
