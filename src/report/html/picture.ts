import { Html, html, trusted } from './html';
import { drawSvg } from '../../drawing/svg';
import { drawComparison } from '../../drawing/svg-comparison';
import { drawnPod } from '../picture-data';
import { ReportData, TextId } from '../report-data';
import { titleOf } from '../workloads';

/** What a workload does, and what it does after the migration. */
export function pictureHtml(index: number, data: ReportData): Html | undefined {
  const workload = data.workloads[index];
  const { picture, assumed = [], migration } = workload;
  if (picture === undefined) {
    return undefined;
  }
  const { texts, pictures } = data;
  const options = { title: titleOf(workload, data), prefix: `w${index}-`, embedded: true };
  const before = drawnPod(pictures[picture], texts);
  const after = migration?.picture === undefined ? undefined : drawnPod(pictures[migration.picture], texts);
  const svg = after ? drawComparison(before, after, options) : drawSvg(before, options);
  const assumptions = assumedHtml(assumed, after && (migration?.assumed ?? []), texts);
  return html`<h4>${after ? 'What the pod does, before and after the migration' : 'What the pod does'}</h4><figure>${trusted(svg)}</figure>${assumptions}`;
}

/** What a picture assumes; of two versions, what is assumed about one of them only is told as such. */
function assumedHtml(before: readonly TextId[], after: readonly TextId[] | undefined, texts: readonly string[]): Html | undefined {
  const marked = after === undefined ? before.map(text => [text, ''] as const) : [
    ...before.map(text => [text, after.includes(text) ? '' : 'before: '] as const),
    ...after.filter(text => !before.includes(text)).map(text => [text, 'after: '] as const),
  ];
  return marked.length === 0 ? undefined : html`<details class="assumed"><summary>What the picture assumes</summary><ul>${marked.map(([text, mark]) => html`<li>${mark}${texts[text]}</li>`)}</ul></details>`;
}
