import { checkValue } from '../caller/refusal';
import { oneOf, required } from '../data/arguments';
import { checkExitCodes, sortedCodes } from '../sidecars/exit-codes';

/** What error messages call it. */
const OWNER = 'a pod failure rule';

/** What a Job does when a pod fails. */
export enum PodFailureAction {
  /** Fails the whole Job immediately, for failures that a retry cannot fix. */
  FAIL_JOB = 'FailJob',
  /** Replaces the pod without counting the failure against `backoffLimit`. */
  IGNORE = 'Ignore',
  /** Counts the failure against `backoffLimit`, as without a rule. */
  COUNT = 'Count',
}

/**
 * A rule of the pod failure policy of a Job.
 *
 * Rules for exit codes always name the main container. Otherwise the exit code 143 or 137 of a sidecar that stops normally would match too.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-failure-policy
 *
 * @exampleMetadata fixture=workload
 * @example
 * new SidecarJob(chart, 'import', {
 *   containers: [{ name: 'import', image: 'ghcr.io/acme/import:1.0.0' }],
 *   activeDeadline: Duration.hours(1),
 *   podFailureRules: [PodFailureRule.onExitCodes(PodFailureAction.FAIL_JOB, [42])],
 * });
 */
export class PodFailureRule {
  /**
   * Matches when the main container exits with one of the given codes.
   * @param action what the Job does
   * @param codes exit codes from 1 to 255
   */
  public static onExitCodes(action: PodFailureAction, codes: number[]): PodFailureRule {
    checkAction(action);
    checkExitCodes(OWNER, codes, 1);
    return new PodFailureRule(container => ({
      action,
      onExitCodes: { containerName: container, operator: 'In', values: sortedCodes(codes) },
    }));
  }

  /**
   * Matches when the main container exits with a nonzero code other than the given ones.
   * @param action what the Job does
   * @param codes exit codes from 1 to 255
   */
  public static onOtherExitCodes(action: PodFailureAction, codes: number[]): PodFailureRule {
    checkAction(action);
    checkExitCodes(OWNER, codes, 1);
    return new PodFailureRule(container => ({
      action,
      onExitCodes: { containerName: container, operator: 'NotIn', values: sortedCodes(codes) },
    }));
  }

  /**
   * Matches when the pod is evicted, preempted, or lost with its node.
   * @param action what the Job does; by default it ignores the failure
   */
  public static onDisruption(action: PodFailureAction = PodFailureAction.IGNORE): PodFailureRule {
    checkAction(action);
    return new PodFailureRule(() => ({ action, onPodConditions: [{ status: 'True', type: 'DisruptionTarget' }] }));
  }

  private readonly render: (container: string) => any;

  private constructor(render: (container: string) => any) {
    this.render = render;
  }

  /** @internal */
  public _toJson(container: string): any {
    return this.render(container);
  }
}

function checkAction(action: PodFailureAction): void {
  checkValue('the action of a pod failure rule', action, required(oneOf(PodFailureAction)));
}
