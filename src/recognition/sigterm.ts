import type { Recognition } from './recognition';
import { PodContainer } from '../lifecycle/pod';

/** Why a container's first process ignores SIGTERM, as a part of a sentence ("a shell loop without a trap"); undefined when it does not, or when that cannot be seen. */
export function reasonToIgnoreSigterm(_recognition: Recognition, _container: PodContainer): string | undefined {
  return undefined;
}
