import type { NativeSidecar } from './native-sidecar';
import { PodHost } from './pod-host';

const attached = new WeakMap<PodHost, readonly NativeSidecar[]>();

/**
 * The sidecars of a pod, in the order of their construction.
 * @internal
 */
export function sidecarsOf(host: PodHost): readonly NativeSidecar[] {
  return attached.get(host) ?? [];
}

/**
 * Notes a sidecar of a pod.
 * @internal
 */
export function attachSidecar(host: PodHost, sidecar: NativeSidecar): void {
  attached.set(host, [...sidecarsOf(host), sidecar]);
}
