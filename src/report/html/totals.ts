import { Html, html } from './html';
import { tableHtml } from './resources';
import { ReportData } from '../report-data';
import { ReportSummary } from '../summary';
import { count, grouped, healthOf, openFindings, SEVERITIES, VERDICTS } from '../workloads';

/** More problems than this are counted only. */
const MOST_PROBLEMS = 50;

/** The numbers at the head of a page, and what could not be read. */
export function totalsHtml({ workloads }: ReportData, summary: ReportSummary): Html {
  const { requests, owned, problems, unmigrated } = summary;
  const open = workloads.flatMap(openFindings);
  const worst = (health: string) => workloads.filter(workload => healthOf(workload) === health).length;
  const tiles: readonly Tile[] = [
    { value: workloads.length, words: 'workloads', style: '' },
    ...SEVERITIES.map(severity => {
      const found = open.filter(finding => finding.severity === severity).length;
      return { value: found, words: found === 1 ? severity : `${severity}s`, style: severity };
    }),
    { value: worst('none'), words: 'without findings', style: 'none' },
    ...(unmigrated === undefined ? VERDICTS.filter(([verdict]) => verdict === 'migrated' || verdict === 'advice') : [])
      .map(([verdict, words]) => ({ value: workloads.filter(({ migration }) => migration?.verdict === verdict).length, words, style: '' })),
  ];
  return html`<section aria-labelledby="totals"><h2 id="totals">Totals</h2><dl class="tiles">${tiles.map(tileHtml)}</dl>${[
    unmigrated === undefined ? undefined : html`<p class="note">${unmigrated}</p>`,
    owned === 0 ? undefined : html`<p class="note">${count(owned, 'object')} left out: another object of the input creates ${owned === 1 ? 'it' : 'them'}.</p>`,
    problemsHtml(problems),
    requests.length === 0 ? undefined : html`<details class="sums"><summary>Requests of all workloads, before and after the migration</summary>
<p>One pod of each workload, as the scheduler counts it.</p>${tableHtml(requests.map(({ resource, before, after }) => ({ name: resource, before, after })), true)}</details>`,
  ]}</section>`;
}

interface Tile {
  readonly value: number;
  readonly words: string;
  readonly style: string;
}

function tileHtml({ value, words, style }: Tile): Html {
  return html`<div class="tile ${style}"><dt>${words}</dt><dd>${grouped(value)}</dd></div>`;
}

function problemsHtml(problems: readonly string[]): Html | undefined {
  if (problems.length === 0) {
    return undefined;
  }
  const more = problems.length - MOST_PROBLEMS;
  return html`<details class="problems"><summary>${count(problems.length, 'problem')} with the input: the page shows the rest</summary><ul>${
    problems.slice(0, MOST_PROBLEMS).map(problem => html`<li>${problem}</li>`)}${more > 0 ? html`<li>and ${grouped(more)} more</li>` : undefined}</ul></details>`;
}
