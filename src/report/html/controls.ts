import { Html, html } from './html';
import { namespaceOf, ORDERS } from '../filter';
import { ReportData } from '../report-data';
import { grouped, HEALTHS, openFindings, VERDICTS } from '../workloads';

const HEALTH_NAMES = { error: 'Error', warning: 'Warning', info: 'Info', none: 'No findings' } as const;
const ORDER_NAMES = { severity: 'Severity', name: 'Name', namespace: 'Namespace' } as const;

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The search and the filters of a page. Every filter names how many workloads it finds. */
export function controlsHtml(data: ReportData): Html {
  const { texts, workloads, rules } = data;
  const byRule = tally(workloads.map(workload => openFindings(workload).map(({ rule }) => rule)));
  const severities = tally(workloads.map(workload => {
    const open = openFindings(workload);
    return open.length > 0 ? open.map(({ severity }) => severity) : ['none'];
  }));
  const verdicts = tally(workloads.map(({ migration }) => migration ? [migration.verdict] : []));
  const boxes = HEALTHS.map(health => html`<label class="chip ${health}"><input type="checkbox" name="severity" value="${health}"> ${HEALTH_NAMES[health]} <span class="n">${grouped(severities.get(health) ?? 0)}</span></label>`);
  return html`<form id="filters" role="search" aria-label="Filter the workloads"><div class="field search"><label for="text">Search</label>
<input id="text" name="text" type="search" autocomplete="off" spellcheck="false" placeholder="Name, file, container, message"></div>
<fieldset><legend>Severity</legend>${boxes}</fieldset><div class="selects">${[
  selectHtml('rule', 'Rule', 'All rules', [...byRule].sort().map(([rule, found]) => ({ value: rule, label: `${rule} (${grouped(found)}) ${rules[rule]}` }))),
  selectHtml('namespace', 'Namespace', 'All namespaces', choices(tally(workloads.map(workload => [namespaceOf(workload, data)])))),
  selectHtml('kind', 'Kind', 'All kinds', choices(tally(workloads.map(({ kind }) => [texts[kind]])))),
  selectHtml('verdict', 'Migration', 'All', VERDICTS.filter(([verdict]) => verdicts.has(verdict)).map(([verdict, words]) => ({ value: verdict, label: `${words} (${grouped(verdicts.get(verdict)!)})` }))),
  selectHtml('order', 'Sort by', undefined, ORDERS.map(order => ({ value: order, label: ORDER_NAMES[order] }))),
]}</div><div class="buttons"><button type="reset">Clear filters</button><button type="button" id="open">Open all shown</button><button type="button" id="close">Close all</button></div></form>`;
}

function selectHtml(name: string, label: string, all: string | undefined, options: readonly Choice[]): Html {
  return html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${
    all === undefined ? undefined : html`<option value="">${all}</option>`}${options.map(({ value, label: words }) => html`<option value="${value}">${words}</option>`)}</select></div>`;
}

/** How many workloads have each value. */
function tally(values: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  values.forEach(own => new Set(own).forEach(value => counts.set(value, (counts.get(value) ?? 0) + 1)));
  return counts;
}

function choices(counts: ReadonlyMap<string, number>): Choice[] {
  return [...counts].sort(([a], [b]) => Number(a > b) - Number(a < b)).map(([value, found]) => ({ value, label: `${value} (${grouped(found)})` }));
}
