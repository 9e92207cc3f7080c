import { JsonObject } from '../data/json';
import { RestartAction } from '../kubernetes/restart-rules';
import { checkExitCodes, sortedCodes } from '../sidecars/exit-codes';

/** What error messages call it. */
const OWNER = 'a restart rule';

/**
 * A rule for restarts within the pod of a Job, which are faster than a new pod and keep its volumes.
 *
 * The first rule that matches the exit code of the main container applies. With `restartPolicy: Never`, these restarts do not count against `backoffLimit`: only the
 * deadline of the Job ends them. The pod failure policy never sees an exit code that a rule matches.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#restart-policy-rules
 */
export class RestartRule {
  /**
   * Restarts the main container when it exits with one of the given codes. Requires Kubernetes 1.35 or newer.
   * @param codes exit codes from 1 to 255: work that restarts after success never completes
   */
  public static restartContainer(codes: number[]): RestartRule {
    checkExitCodes(OWNER, codes, 1);
    return new RestartRule(RestartAction.RESTART, codes);
  }

  /**
   * Restarts all containers of the pod, init containers and sidecars included, when the main container exits with one of the given codes. Requires Kubernetes 1.36 or
   * newer.
   *
   * Such a restart runs no preStop hooks, kills each container 2 seconds after SIGTERM, and has no back-off.
   *
   * @param codes exit codes from 1 to 255: work that restarts after success never completes
   */
  public static restartPod(codes: number[]): RestartRule {
    checkExitCodes(OWNER, codes, 1);
    return new RestartRule(RestartAction.RESTART_ALL, codes);
  }

  /** Whether the rule restarts all containers of the pod. */
  public readonly restartsPod: boolean;

  private readonly action: string;
  private readonly codes: readonly number[];

  private constructor(action: RestartAction, codes: readonly number[]) {
    this.action = action;
    this.codes = sortedCodes(codes);
    this.restartsPod = action === RestartAction.RESTART_ALL;
  }

  /**
   * Renders the rule.
   * @internal
   */
  public _toRule(): JsonObject {
    return { action: this.action, exitCodes: { operator: 'In', values: [...this.codes] } };
  }
}
