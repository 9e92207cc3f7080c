import { Severity } from '../../rules/engine/finding';
import { TextRegion } from '../../yaml/line-starts';
import { InputProblem } from '../../yaml/problem';

/** A finding, and where it stands. */
export interface CheckFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  /** Where it stands in the file. */
  readonly region: TextRegion;
  /** Which document of its file it is, from 0. */
  readonly document: number;
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string | null;
  readonly container: string | null;
  /** From the object to what it is about; null when the object as a whole is meant. */
  readonly path: string | null;
  readonly message: string;
  readonly fix: string;
  /** The workload as kubectl names it: `Deployment/web`. */
  readonly workload: string;
  /** What stays the same when lines move: the rule, the workload and the container, and a number where that is not unique. */
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
  /** What could not be read. */
  readonly problems: readonly InputProblem[];
  readonly summary: CheckSummary;
}

/** The numbers of a report. */
export interface CheckSummary {
  readonly files: number;
  readonly documents: number;
  readonly pods: number;
  /** Workloads that are only a part of one, such as patches: they are not judged. */
  readonly partial: number;
  readonly error: number;
  readonly warning: number;
  readonly info: number;
  /** Findings that the baseline holds. */
  readonly known: number;
  /** Findings that the baseline holds and that are gone. */
  readonly gone: number;
}

/** How many findings there are of a severity. */
export function countOf(findings: readonly CheckFinding[], severity: Severity): number {
  return findings.filter(finding => finding.severity === severity).length;
}
