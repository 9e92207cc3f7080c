import { isOnByDefault, KubernetesFeature } from './features';
import { hasBug } from './kubelet-bugs';
import { Release } from './release';

/** Whether sidecars get their stop signal after the app, the last one first; before 1.29 all containers get it at once. */
export function stopsInOrder(version: Release): boolean {
  return isOnByDefault(version, KubernetesFeature.ORDERED_STOP);
}

/**
 * Whether an app that is down stays down until the last init container, if that is a sidecar, runs and has passed its startup probe.
 *
 * For the same reason a pod whose work is done does not end while its last sidecar is down and another one runs. 1.29 to 1.36.
 */
export function regatesApp(version: Release): boolean {
  return hasBug(version, 'app-restart-waits-for-sidecar');
}

/** Whether the stop signal of a sidecar waits, until the grace period is over, for a later sidecar that is not running. Early 1.29 and 1.30. */
export function waitsForUnstartedSidecars(version: Release): boolean {
  return hasBug(version, 'stop-waits-for-absent-sidecar');
}
