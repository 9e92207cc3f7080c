import { isOnByDefault } from './features';
import { hasBug } from './kubelet-bugs';
import { KubernetesFeature } from './kubernetes-feature';
import { Release } from './release';
import { RestartAbilities } from './restart-rules';

/** Whether sidecars receive their stop signal after the app, in reverse order; before 1.29 all containers receive it at once. */
export function stopsInOrder(version: Release): boolean {
  return isOnByDefault(version, KubernetesFeature.ORDERED_STOP);
}

/**
 * Whether the kubelet restarts the app only once the last init container, if that is a sidecar, runs and has passed its startup probe.
 *
 * For the same reason a pod whose work is done does not complete while its last sidecar is down and another one runs. 1.29 to 1.36.
 */
export function appRestartWaitsForSidecars(version: Release): boolean {
  return hasBug(version, 'app-restart-waits-for-sidecar');
}

/** Whether a sidecar's stop signal waits for a later sidecar that is not running, until the grace period is over. Early 1.29 and 1.30. */
export function waitsForUnstartedSidecars(version: Release): boolean {
  return hasBug(version, 'stop-waits-for-absent-sidecar');
}

/** Whether a forced deletion still gives the pod its whole grace period, and not a second. Up to 1.30. */
export function givesForcedStopFullGrace(version: Release): boolean {
  return hasBug(version, 'forced-stop-gets-full-grace');
}

/** Which restart fields of containers the kubelet honors: `restartPolicy` and its rules from 1.35, RestartAllContainers from 1.36. */
export function restartAbilities(version: Release): RestartAbilities {
  const ofContainers = isOnByDefault(version, KubernetesFeature.CONTAINER_RESTART_POLICY);
  return { ofContainers, ofAll: ofContainers && isOnByDefault(version, KubernetesFeature.RESTART_ALL_CONTAINERS) };
}
