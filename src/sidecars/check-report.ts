import { amount, oneLine } from '../data/words';
import { Finding, Severity } from '../rules/engine/finding';

/** A workload that was checked. */
export interface CheckedWorkload {
  /** The path of its construct. */
  readonly path: string;
  /** Kind and name of each pod, and what was found there. */
  readonly pods: readonly CheckedPodFindings[];
  /** Why pods cannot be read, in sentences. */
  readonly unreadable: readonly string[];
}

/** The findings of one pod of a workload. */
export interface CheckedPodFindings {
  readonly title: string;
  readonly findings: readonly Finding[];
}

const SEVERITIES = [Severity.ERROR, Severity.WARNING, Severity.INFO] as const;

/** Renders the findings of workloads for people: workload by workload, each finding on a line with its fix below, then the counts. */
export function reportText(workloads: readonly CheckedWorkload[]): string {
  const sections = workloads.map(sectionOf).filter(section => section.length > 0);
  return [...sections.flatMap(section => [...section, '']), summaryOf(workloads), ''].join('\n');
}

function sectionOf({ path, pods, unreadable }: CheckedWorkload): string[] {
  const open = pods.map(({ title, findings }) => ({ title, findings: findings.filter(isOpen) })).filter(({ findings }) => findings.length > 0);
  return [
    ...(unreadable.length > 0 ? [path, ...unreadable.map(problem => `  error ${oneLine(problem)}`)] : []),
    ...open.flatMap(({ title, findings }) => [
      `${path} (${title})`,
      ...findings.flatMap(({ severity, rule, message, fix }) => [`  ${severity} ${rule} ${oneLine(message)}`, `    ${oneLine(fix)}`]),
    ]),
  ];
}

function summaryOf(workloads: readonly CheckedWorkload[]): string {
  const findings = workloads.flatMap(({ pods }) => pods).flatMap(pod => pod.findings);
  const unreadable = workloads.reduce((sum, workload) => sum + workload.unreadable.length, 0);
  const counts = SEVERITIES.map(severity => ({
    severity,
    count: findings.filter(finding => isOpen(finding) && finding.severity === severity).length + (severity === Severity.ERROR ? unreadable : 0),
  }));
  const verdict = counts.every(({ count }) => count === 0) ? 'no findings' : counts.map(({ severity, count }) => amount(count, severity)).join(', ');
  const acknowledged = findings.length - findings.filter(isOpen).length;
  return `cdk8s-sidecars: ${verdict} in ${amount(workloads.length, 'workload')}${acknowledged > 0 ? `, ${acknowledged} acknowledged` : ''}`;
}

function isOpen(finding: Finding): boolean {
  return finding.acknowledged === undefined;
}
