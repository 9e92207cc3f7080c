/** What a Job does about a failed pod. */
export enum PodFailureAction {
  /** The whole Job fails at once: trying again would not help. */
  FAIL_JOB = 'FailJob',
  /** The failure does not count, the pod is replaced: it was not the app's fault. */
  IGNORE = 'Ignore',
  /** The failure counts against `backoffLimit`, as without a rule. */
  COUNT = 'Count',
}

/**
 * When a failed pod is not just tried again.
 *
 * Rules about exit codes always name the main container: otherwise the 143 or 137 of a sidecar that was stopped in good order would match too.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-failure-policy
 */
export class PodFailureRule {
  /**
   * Looks at the exit code of the app.
   * @param action what to do
   * @param codes the exit codes that are meant, other than 0
   */
  public static onExitCodes(action: PodFailureAction, codes: number[]): PodFailureRule {
    checkCodes(codes);
    return new PodFailureRule(container => ({
      action,
      onExitCodes: { containerName: container, operator: 'In', values: [...codes].sort((a, b) => a - b) },
    }));
  }

  /**
   * Looks at the exit code of the app, for all codes but some.
   * @param action what to do
   * @param codes the exit codes that are not meant
   */
  public static onOtherExitCodes(action: PodFailureAction, codes: number[]): PodFailureRule {
    checkCodes(codes);
    return new PodFailureRule(container => ({
      action,
      onExitCodes: { containerName: container, operator: 'NotIn', values: [...codes].sort((a, b) => a - b) },
    }));
  }

  /**
   * The pod was evicted, preempted or lost with its node.
   * @param action what to do, usually ignore it
   */
  public static onDisruption(action: PodFailureAction = PodFailureAction.IGNORE): PodFailureRule {
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

function checkCodes(codes: number[]): void {
  const wrong = codes.find(code => !Number.isInteger(code) || code < 1 || code > 255);
  if (codes.length === 0 || wrong !== undefined || new Set(codes).size !== codes.length) {
    throw new Error(`a pod failure rule needs different exit codes from 1 to 255, got [${codes.join(', ')}]`);
  }
}
