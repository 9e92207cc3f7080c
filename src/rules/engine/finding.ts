/** How severe a finding is. */
export enum Severity {
  /** The pod does not work as intended. Synth fails. */
  ERROR = 'error',
  /** The pod may not work as intended. */
  WARNING = 'warning',
  /** Worth knowing. */
  INFO = 'info',
}

/** A problem that a rule finds in a pod. */
export interface Finding {
  /** The rule's id, for example `NS301`. */
  readonly rule: string;
  /** How severe it is. */
  readonly severity: Severity;
  /**
   * The container that has the problem.
   * @default - the finding applies to the whole pod
   */
  readonly container?: string;
  /**
   * The field that has the problem, as a path from the root of the workload: `spec.template.spec.containers[1].lifecycle.preStop`.
   * @default - the finding applies to the whole workload
   */
  readonly path?: string;
  /** What is wrong, and what happens because of it. */
  readonly message: string;
  /** What to do. */
  readonly fix: string;
  /**
   * The reason for accepting the finding. Synth does not fail on an acknowledged error.
   * @default - the finding is not acknowledged
   */
  readonly acknowledged?: string;
}

/** The finding as one line: id, message, fix. */
export function findingText(finding: Finding): string {
  return `${finding.rule} ${finding.message}: ${finding.fix}`;
}
