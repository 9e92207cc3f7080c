import { amount, oneLine } from '../data/words';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { noteOnNewerVersion } from '../kubernetes/newer-version';
import { Finding, Severity } from '../rules/engine/finding';

/** A workload that was checked. */
export interface CheckedWorkload {
  /** The path of its construct. */
  readonly path: string;
  /** Kind and name of each pod, and what was found there. */
  readonly pods: readonly CheckedPodFindings[];
  /** Why pods cannot be read, in sentences. */
  readonly unreadable: readonly string[];
  /** The version that it targets. */
  readonly kubernetes: KubernetesVersion;
}

/** The findings of one pod of a workload. */
export interface CheckedPodFindings {
  readonly title: string;
  readonly findings: readonly Finding[];
  /** A finding as synth words it when it stops it. */
  readonly textOf: (finding: Finding) => string;
}

const SEVERITIES = [Severity.ERROR, Severity.WARNING, Severity.INFO] as const;

/**
 * Renders the findings of workloads for people: workload by workload, each finding on a line with its fix below, then the counts.
 *
 * @param failure the error that ended synth: what the report does not show is counted
 */
export function reportText(workloads: readonly CheckedWorkload[], failure?: unknown): string {
  const sections = workloads.map(sectionOf).filter(section => section.length > 0);
  const notes = new Set(workloads.flatMap(({ kubernetes }) => noteOnNewerVersion(kubernetes) ?? []));
  return [...sections.flatMap(section => [...section, '']), ...[...notes].map(note => `note: ${note}`), `${summaryOf(workloads)}${failureNote(workloads, failure)}`, ''].join('\n');
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

/** A report without findings must not look like a success when synth failed. */
function failureNote(workloads: readonly CheckedWorkload[], failure: unknown): string {
  const count = failure === undefined ? 0 : countOthers(String((failure as Error)?.message ?? failure), workloads);
  return count > 0 ? `; synth failed with ${amount(count, 'other error')}: see below` : '';
}

/** The errors in the message of a failed synth that are not in the report. cdk8s lists the errors of validations, each with the path of its construct. */
function countOthers(message: string, workloads: readonly CheckedWorkload[]): number {
  const errors = message.split(/\n {2}(?=\[[^\]\n]*\] )/).slice(1);
  if (errors.length === 0) {
    return 1;
  }
  const texts = workloads.flatMap(({ path, pods, unreadable }) => [...unreadable, ...pods.flatMap(({ findings, textOf }) => findings.map(textOf))]
    .flatMap(text => [text, `${path}: ${text}`]));
  const known = new Set(texts);
  return errors.filter(error => !known.has(error.slice(error.indexOf('] ') + 2))).length;
}

function isOpen(finding: Finding): boolean {
  return finding.acknowledged === undefined;
}
