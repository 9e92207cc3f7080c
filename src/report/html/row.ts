import { Html, html } from './html';
import { ReportData, WorkloadData } from '../report-data';
import { count, healthOf, openFindings, SEVERITIES, titleOf, VERDICTS } from '../workloads';

const WORDS = { error: 'error', warning: 'warning', info: 'info', none: 'no findings' } as const;

/** A badge that names a severity. */
export function badge(health: keyof typeof WORDS): Html {
  return html`<span class="badge ${health}">${WORDS[health]}</span>`;
}

/** A workload in the list, closed. */
export function rowHtml(index: number, data: ReportData): Html {
  const workload = data.workloads[index];
  const verdict = VERDICTS.find(([name]) => name === workload.migration?.verdict);
  const migrated = verdict?.[0] === 'migrated' || verdict?.[0] === 'advice' ? html` <span class="verdict">${verdict[1]}</span>` : undefined;
  const place = workload.namespace === undefined ? '' : `${data.texts[workload.namespace]} · `;
  const head = html`${badge(healthOf(workload))}<h3>${titleOf(workload, data)}</h3><span class="about">${place}${findingCounts(workload)}</span>${migrated}`;
  return html`<li><details data-index="${index}"><summary>${head}</summary><div class="body"></div></details></li>`;
}

/** How many findings of each severity there are, in words. */
function findingCounts(workload: WorkloadData): string {
  const open = openFindings(workload);
  const counts = SEVERITIES.map(severity => [severity, open.filter(finding => finding.severity === severity).length] as const);
  return counts.filter(([, found]) => found > 0).map(([severity, found]) => count(found, severity)).join(', ') || 'no findings';
}
