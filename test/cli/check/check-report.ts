import { CheckFinding, CheckReport } from '../../../src/core/check/report';
import { Severity } from '../../../src/rules/engine/finding';

/** A finding with everything in it; a test says what matters to it. */
export function checkFinding(said: Partial<CheckFinding> = {}): CheckFinding {
  return {
    rule: 'NS401',
    severity: Severity.ERROR,
    file: 'jobs/export.yaml',
    region: { line: 17, column: 9, endLine: 17, endColumn: 20 },
    document: 0,
    kind: 'Job',
    namespace: 'shop',
    name: 'export',
    container: 'proxy',
    path: 'spec.template.spec.containers[1]',
    message: "'proxy' never ends",
    fix: 'make it a native sidecar',
    workload: 'Job/export',
    fingerprint: 'NS401 Job shop/export proxy',
    ...said,
  };
}

/** A report of findings. */
export function checkReport(said: Partial<Omit<CheckReport, 'summary'>> = {}, summary: Partial<CheckReport['summary']> = {}): CheckReport {
  return {
    findings: [],
    acknowledged: [],
    problems: [],
    ...said,
    summary: { files: 1, documents: 1, pods: 1, partial: 0, error: 0, warning: 0, info: 0, known: 0, gone: 0, ...summary },
  };
}
