import { Offsets, Span } from './regions';
import { Cluster, FILE } from './source';
import { check } from '../../../../src/core';
import { InputProblem } from '../../../../src/yaml/problem';

/** Something that is wrong in the text. */
export interface ShownFinding extends Span {
  /** The rule; absent for text that cannot be read. */
  readonly rule?: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly line: number;
  readonly message: string;
  /** What to do. */
  readonly fix?: string;
  /** The workload that it is about. */
  readonly workload?: string;
}

const ORDER = ['error', 'warning', 'info'];

/** Everything that is wrong in the text: what cannot be read first, then errors, warnings and notes. */
export function findingsIn(text: string, { kubernetes, mesh }: Cluster): ShownFinding[] {
  const report = check([{ name: FILE, text }], { kubernetesVersion: kubernetes, ...(mesh === '' ? {} : { mesh }) });
  const offsets = new Offsets(text);
  const problem = (severity: ShownFinding['severity']) => ({ line = 1, column, message }: InputProblem): ShownFinding =>
    ({ severity, line, message, ...offsets.restOfLine(line, column) });
  const findings = report.findings.map(({ rule, severity, message, fix, workload, region }): ShownFinding =>
    ({ rule, severity, line: region.line, message, fix, workload, ...offsets.spanOf(region) }));
  findings.sort((one, other) => ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity) || one.from - other.from);
  return [...report.problems.map(problem('error')), ...findings, ...report.notes.map(problem('info'))];
}
