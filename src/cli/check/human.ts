import { CheckFinding, CheckReport, CheckSummary } from '../../core/check/report';
import { fullName } from '../../core/workload-name';
import { safeLine } from '../../data/safe-text';
import { amount } from '../../data/words';
import { Severity } from '../../rules/engine/finding';

const COLORS = { error: 31, warning: 33, info: 36 } as const;
/** The most severe first. */
const ORDER: readonly Severity[] = [Severity.ERROR, Severity.WARNING, Severity.INFO];
const BOLD = 1;
const FAINT = 2;

/** Renders a report for people: workload by workload, each finding on a line with its fix below. */
export function checkHuman(report: CheckReport, colors: boolean, least: Severity): string {
  const paint = (code: number, text: string) => colors ? `\u001b[${code}m${text}\u001b[0m` : text;
  const lines: string[] = [];
  let before: CheckFinding | undefined;
  const shown = report.findings.filter(({ severity }) => ORDER.indexOf(severity) <= ORDER.indexOf(least));
  for (const finding of shown) {
    if (!before || !isSameWorkload(before, finding)) {
      lines.push(...(before ? [''] : []), paint(BOLD, safeLine(fullName(finding))));
    }
    const place = safeLine(`${finding.file}:${finding.region.line}:${finding.region.column}:`);
    lines.push(
      `  ${place} ${paint(COLORS[finding.severity], finding.severity)} ${finding.rule} ${safeLine(finding.message)}`,
      paint(FAINT, `    ${safeLine(finding.fix)}`),
    );
    before = finding;
  }
  return [...lines, ...(lines.length > 0 ? [''] : []), ...summaryLines(report, report.findings.length - shown.length), ''].join('\n');
}

function summaryLines({ summary, acknowledged, problems }: CheckReport, hidden: number): string[] {
  const { known, gone, partial } = summary;
  const asides = [
    ...(hidden > 0 ? [`${hidden} not shown (pass --min-severity info to show all)`] : []),
    ...(acknowledged.length > 0 ? [`${acknowledged.length} acknowledged`] : []),
    ...(known > 0 ? [`${known} in the baseline`] : []),
    ...(gone > 0 ? [`${amount(gone, 'baseline finding')} no longer present`] : []),
    ...(partial > 0 ? [`${amount(partial, 'patch', 'patches')} not checked`] : []),
    ...(problems.length > 0 ? [amount(problems.length, 'input problem')] : []),
  ];
  return [`${verdict(summary)} in ${amount(summary.pods, 'pod')} of ${amount(summary.files, 'file')}${asides.map(aside => `, ${aside}`).join('')}`];
}

function verdict({ error, warning, info }: CheckSummary): string {
  return error + warning + info === 0
    ? 'no findings'
    : [amount(error, 'error'), amount(warning, 'warning'), amount(info, 'info')].join(', ');
}

function isSameWorkload(a: CheckFinding, b: CheckFinding): boolean {
  return a.file === b.file && a.document === b.document && a.workload === b.workload && a.namespace === b.namespace;
}
