/** How bad a finding is. */
export enum Severity {
  /** The pod will not do what it should. Synth stops. */
  ERROR = 'error',
  /** The pod may not do what it should. */
  WARNING = 'warning',
  /** Worth knowing. */
  INFO = 'info',
}

/** Something that a rule has to say about a pod. */
export interface Finding {
  /** The rule's id, for example `NS301`. */
  readonly rule: string;
  /** How bad it is. */
  readonly severity: Severity;
  /**
   * The container that it is about.
   * @default - it is about the pod as a whole
   */
  readonly container?: string;
  /**
   * The part of the manifest that it is about, from the object that holds the pod: `spec.template.spec.containers[1].lifecycle.preStop`.
   * @default - it is about the object as a whole
   */
  readonly path?: string;
  /** What is wrong. */
  readonly message: string;
  /** What to do. */
  readonly fix: string;
  /**
   * Why somebody accepts it. An acknowledged error does not stop synth.
   * @default - nobody has accepted it
   */
  readonly acknowledged?: string;
}

/** The finding as one line: id, what is wrong, what to do. */
export function findingText(finding: Finding): string {
  return `${finding.rule} ${finding.message}: ${finding.fix}`;
}
