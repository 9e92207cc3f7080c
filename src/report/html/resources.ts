import { Html, html } from './html';
import { ReportData, ResourcesData, WorkloadData } from '../report-data';

/** The requests and limits of a pod, before and after the migration. */
export function resourcesHtml({ resources, migration }: WorkloadData, data: ReportData): Html | undefined {
  if (resources === undefined) {
    return undefined;
  }
  const before = data.resources[resources];
  const after = migration?.resources === undefined ? undefined : data.resources[migration.resources];
  const rows = [...rowsOf('request', ({ requests }) => requests, before, after), ...rowsOf('limit', ({ limits }) => limits, before, after)];
  const all: Row[] = [...rows, { name: 'QoS class', before: before.qosClass, after: after?.qosClass }];
  return html`<h4>Resources of a pod</h4>${tableHtml(all, after !== undefined)}`;
}

interface Row {
  readonly name: string;
  readonly before: string;
  readonly after?: string;
}

/** A table of amounts before and, if there are any, after. */
export function tableHtml(rows: readonly Row[], hasAfter: boolean): Html {
  const head = hasAfter ? html`<th scope="col">Before</th><th scope="col">After</th>` : html`<th scope="col">Amount</th>`;
  const cells = ({ before, after = before }: Row) => hasAfter ? html`<td>${before}</td><td${after === before ? '' : new Html(' class="changed"')}>${after}</td>` : html`<td>${before}</td>`;
  return html`<table><thead><tr><th scope="col">Resource</th>${head}</tr></thead><tbody>${
    rows.map(row => html`<tr><th scope="row">${row.name}</th>${cells(row)}</tr>`)}</tbody></table>`;
}

type Amounts = { readonly [resource: string]: string };

function rowsOf(what: string, amountsOf: (resources: ResourcesData) => Amounts, before: ResourcesData, after: ResourcesData | undefined): Row[] {
  const [old, now] = [amountsOf(before), after && amountsOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now ?? {})])];
  return names.map(name => ({ name: `${name} ${what}`, before: old[name] ?? 'none', after: now && (now[name] ?? 'none') }));
}
