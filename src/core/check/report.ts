import { Severity } from '../../rules/engine/finding';
import { TextRegion } from '../../yaml/line-starts';
import { InputProblem } from '../../yaml/problem';

/** A finding and its location. */
export interface CheckFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  /** Its location in the file. */
  readonly region: TextRegion;
  /** The index of its document in the file, from 0. */
  readonly document: number;
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string | null;
  readonly container: string | null;
  /** The path from the object to the field of the finding; null if the finding is about the whole object. */
  readonly path: string | null;
  readonly message: string;
  readonly fix: string;
  /** The workload as kubectl names it: `Deployment/web`. */
  readonly workload: string;
  /** Identifies the finding even if lines move: the rule, the workload and the container, and a number if these are not unique. */
  readonly fingerprint: string;
  /** Why it is accepted; such a finding does not count. */
  readonly acknowledged?: string;
}

/** Everything that `check` reports. */
export interface CheckReport {
  /** Findings that count. */
  readonly findings: readonly CheckFinding[];
  /** Accepted findings. */
  readonly acknowledged: readonly CheckFinding[];
  /** Problems with input that could not be read. */
  readonly problems: readonly InputProblem[];
  readonly summary: CheckSummary;
}

/** The numbers of a report. */
export interface CheckSummary {
  readonly files: number;
  readonly documents: number;
  readonly pods: number;
  /** Partial workloads, such as patches: they are not checked. */
  readonly partial: number;
  readonly error: number;
  readonly warning: number;
  readonly info: number;
  /** Findings that are in the baseline. */
  readonly known: number;
  /** Baseline findings that are no longer present. */
  readonly gone: number;
}

/** The number of findings with a severity. */
export function countOf(findings: readonly CheckFinding[], severity: Severity): number {
  return findings.filter(finding => finding.severity === severity).length;
}
