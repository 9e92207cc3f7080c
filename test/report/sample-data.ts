import { FindingData, ReportData, WorkloadData } from '../../src/report/report-data';
import { Texts } from '../../src/report/texts';

/** What a test says about a workload. */
export interface Sample {
  readonly kind?: string;
  readonly name: string;
  readonly namespace?: string;
  readonly file?: string;
  readonly findings?: readonly (readonly [rule: string, severity: FindingData['severity'], message?: string, accepted?: string])[];
  readonly verdict?: NonNullable<WorkloadData['migration']>['verdict'];
}

/** The data of a page with these workloads. */
export function sampleData(samples: readonly Sample[]): ReportData {
  const texts = new Texts();
  const workloads = samples.map(({ kind = 'Deployment', name, namespace, file = 'a.yaml', findings = [], verdict }): WorkloadData => ({
    kind: texts.add(kind),
    namespace: texts.maybe(namespace),
    name: texts.add(name),
    file: texts.add(file),
    line: 1,
    findings: findings.map(([rule, severity, message = 'a message', accepted]) =>
      ({ rule, severity, line: 2, column: 3, message: texts.add(message), fix: texts.add('a fix'), accepted: texts.maybe(accepted) })),
    migration: verdict && { verdict },
  }));
  const rules = Object.fromEntries(samples.flatMap(({ findings = [] }) => findings.map(([rule]) => [rule, `title of ${rule}`])));
  return { texts: texts.all, workloads, pictures: [], resources: [], diffs: [], rules };
}
