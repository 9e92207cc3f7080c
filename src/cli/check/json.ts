import { CheckReport } from '../../core/check/report';
import { safeJson } from '../../data/safe-text';

/** Renders a report as JSON; the format is stable. */
export function checkJson({ findings, summary }: CheckReport): string {
  const { files, documents, pods, error, warning, info } = summary;
  const data = {
    findings: findings.map(({ rule, severity, file, region, document, kind, namespace, name, container, path, message, fix }) =>
      ({ rule, severity, file, ...region, document, kind, namespace, name, container, path, message, fix })),
    summary: { files, documents, pods, error, warning, info },
  };
  return `${safeJson(data)}\n`;
}
