import { checkValue, listOf, NUMBER, oneOf, required } from '../data/arguments';

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
 */
export class PodFailureRule {
  /**
   * Matches when the main container exits with one of the given codes.
   * @param action what the Job does
   * @param codes exit codes from 1 to 255
   */
  public static onExitCodes(action: PodFailureAction, codes: number[]): PodFailureRule {
    checkAction(action);
    checkCodes(codes);
    return new PodFailureRule(container => ({
      action,
      onExitCodes: { containerName: container, operator: 'In', values: [...codes].sort((a, b) => a - b) },
    }));
  }

  /**
   * Matches when the main container exits with a nonzero code other than the given ones.
   * @param action what the Job does
   * @param codes exit codes from 1 to 255
   */
  public static onOtherExitCodes(action: PodFailureAction, codes: number[]): PodFailureRule {
    checkAction(action);
    checkCodes(codes);
    return new PodFailureRule(container => ({
      action,
      onExitCodes: { containerName: container, operator: 'NotIn', values: [...codes].sort((a, b) => a - b) },
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

function checkCodes(codes: number[]): void {
  checkValue('the exit codes of a pod failure rule', codes, required(listOf(NUMBER, 'a list of numbers, for example [42]')));
  const wrong = codes.find(code => !Number.isInteger(code) || code < 1 || code > 255);
  if (codes.length === 0 || wrong !== undefined || new Set(codes).size !== codes.length) {
    throw new Error(`the exit codes [${codes.join(', ')}] of a pod failure rule are not valid: set one or more different codes from 1 to 255`);
  }
}
