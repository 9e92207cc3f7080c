import { Html, html, trusted } from './html';
import { drawSvg } from '../../drawing/svg';
import { drawComparison } from '../../drawing/svg-comparison';
import { drawnPod } from '../picture-data';
import { ReportData } from '../report-data';
import { titleOf } from '../workloads';

/** What a workload does, and what it does after the migration. */
export function pictureHtml(index: number, data: ReportData): Html | undefined {
  const workload = data.workloads[index];
  const { picture, assumed, migration } = workload;
  if (picture === undefined) {
    return undefined;
  }
  const { texts, pictures } = data;
  const options = { title: titleOf(workload, data), prefix: `w${index}-`, embedded: true };
  const before = drawnPod(pictures[picture], texts);
  const after = migration?.picture === undefined ? undefined : drawnPod(pictures[migration.picture], texts);
  const svg = after ? drawComparison(before, after, options) : drawSvg(before, options);
  const assumptions = assumed && html`<details class="assumed"><summary>What the picture assumes</summary><ul>${assumed.map(text => html`<li>${texts[text]}</li>`)}</ul></details>`;
  return html`<h4>${after ? 'What the pod does, before and after the migration' : 'What the pod does'}</h4><figure>${trusted(svg)}</figure>${assumptions}`;
}
