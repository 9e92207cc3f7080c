import type { Recognition } from './recognition';
import { PodContainer } from '../lifecycle/pod';

/** Whether a container's command never ends by itself, as far as it can be seen: an endless loop, `tail -F`, `sleep infinity`. */
export function isEndless(_recognition: Recognition, _container: PodContainer): boolean {
  return false;
}
