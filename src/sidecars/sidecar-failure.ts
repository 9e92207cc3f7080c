import { checkExitCodes, sortedCodes } from './exit-codes';
import { JsonObject } from '../data/json';
import { RestartAction } from '../kubernetes/restart-rules';

/**
 * What the kubelet does when a sidecar exits while the pod runs: after a crash, a failed liveness probe, or on its own.
 *
 * A restart of the whole pod closes the time in which the app runs without its sidecar. It requires Kubernetes 1.36 or newer. It keeps the pod, its IP address and its
 * volumes, and runs all init containers and startup gates again; a gate that checks for a file on a volume finds the old one (NS123). It runs no preStop hooks, kills each container 2 seconds after SIGTERM, and has no back-off: a sidecar
 * that always crashes restarts the app again and again.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#restart-all-containers
 */
export class SidecarFailure {
  /** Restarts only the sidecar, with back-off. The app keeps running. This is what every Kubernetes version does. */
  public static restartSidecar(): SidecarFailure {
    return new SidecarFailure(undefined);
  }

  /** Restarts all containers of the pod, whatever the exit code of the sidecar: a sidecar is not expected to exit before the app. */
  public static restartPod(): SidecarFailure {
    // Without values, every code is another one.
    return new SidecarFailure({ operator: 'NotIn' });
  }

  /**
   * Restarts all containers of the pod when the sidecar exits with one of the given codes, and only the sidecar after other exits.
   *
   * Use it for a sidecar that watches the app and decides when the app has to start again.
   *
   * @param codes exit codes from 0 to 255
   */
  public static restartPodOnExitCodes(codes: number[]): SidecarFailure {
    checkExitCodes('a sidecar failure', codes, 0);
    return new SidecarFailure({ operator: 'In', values: sortedCodes(codes) });
  }

  /** Whether all containers of the pod may be restarted. */
  public readonly restartsPod: boolean;

  private readonly exitCodes: JsonObject | undefined;

  private constructor(exitCodes: JsonObject | undefined) {
    this.exitCodes = exitCodes;
    this.restartsPod = exitCodes !== undefined;
  }

  /**
   * Renders the restart rules; undefined when there are none.
   * @internal
   */
  public _toRules(): any[] | undefined {
    return this.exitCodes && [{ action: RestartAction.RESTART_ALL, exitCodes: this.exitCodes }];
  }
}
