import { CheckFinding, CheckReport } from '../../core/check/report';
import { safeJson } from '../../data/safe-text';
import { inputJson, InputReport } from '../io/input-json';

/** Renders a report as JSON; the format is stable: fields are only added. */
export function checkJson(report: CheckReport & InputReport): string {
  const { files, documents, pods, error, warning, info, partial, known, gone } = report.summary;
  const data = {
    findings: report.findings.map(findingJson),
    acknowledged: report.acknowledged.map(finding => ({ ...findingJson(finding), reason: finding.acknowledged })),
    ...inputJson(report),
    summary: { files, documents, pods, error, warning, info, acknowledged: report.acknowledged.length, known, gone, patches: partial },
  };
  return `${safeJson(data)}\n`;
}

function findingJson({ rule, severity, file, region, document, kind, namespace, name, container, path, message, fix }: CheckFinding): object {
  return { rule, severity, file, ...region, document, kind, namespace, name, container, path, message, fix };
}
