import type { NativeSidecar } from './native-sidecar';
import { PodHost } from './pod-host';

const attached = new WeakMap<PodHost, NativeSidecar[]>();

/**
 * The sidecars of a pod, in the order of their construction.
 * @internal
 */
export function sidecarsOf(host: PodHost): NativeSidecar[] {
  const sidecars = attached.get(host) ?? [];
  attached.set(host, sidecars);
  return sidecars;
}
