import { FindingData, ReportData, WorkloadData } from './report-data';
import { Verdict } from '../migration/plan';
import { Severity } from '../rules/engine/finding';

/** The severities, the most severe first. */
export const SEVERITIES = [Severity.ERROR, Severity.WARNING, Severity.INFO] as const;

/** How severe the worst finding of a workload is. */
export type Health = `${Severity}` | 'none';

/** From the worst to the best. */
export const HEALTHS: readonly Health[] = [...SEVERITIES, 'none'];

/** The verdicts of the migration as a page names them, in the order of a page. */
export const VERDICTS: readonly (readonly [verdict: Verdict, words: string])[] = [
  ['migrated', 'can be migrated'],
  ['advice', 'for you to decide'],
  ['refused', 'cannot be migrated'],
  ['already-native', 'already native'],
  ['nothing-to-do', 'nothing to migrate'],
];

/** The findings of a workload that count. */
export function openFindings({ findings }: WorkloadData): FindingData[] {
  return findings.filter(({ accepted }) => accepted === undefined);
}

/** The worst severity of a workload. */
export function healthOf(workload: WorkloadData): Health {
  const open = openFindings(workload);
  return SEVERITIES.find(severity => open.some(finding => finding.severity === severity)) ?? 'none';
}

/** The name of a workload, as kubectl writes it. */
export function titleOf({ kind, name, template }: WorkloadData, { texts }: ReportData): string {
  return `${texts[kind]}/${texts[name]}${template === undefined ? '' : ` (${texts[template]})`}`;
}

/** A number with its noun and with separators: `5,000 workloads`. */
export function count(value: number, singular: string, plural = `${singular}s`): string {
  return `${grouped(value)} ${value === 1 ? singular : plural}`;
}

/** A number with separators between thousands. */
export function grouped(value: number): string {
  return value.toLocaleString('en');
}
