import { readFilter, showFilter, watchControls } from './controls';
import { List } from './list';
import { element } from './page-elements';
import { Finder } from '../filter';
import { fromFragment, toFragment } from '../filter-link';
import type { ReportData } from '../report-data';
import { count, grouped } from '../workloads';

const data = JSON.parse(element('data').textContent ?? '') as ReportData;
const finder = new Finder(data);
const list = new List(data);
const total = data.workloads.length;
const SETTLED_MS = 250;
let timer: number | undefined;

function apply(): void {
  const filter = readFilter();
  const found = finder.find(filter);
  element('count').textContent = found.length === total ? count(total, 'workload') : `${grouped(found.length)} of ${count(total, 'workload')}`;
  list.show(found);
  // Browsers refuse to change the address with every key.
  window.clearTimeout(timer);
  timer = window.setTimeout(() => {
    const fragment = toFragment(filter);
    history.replaceState(null, '', fragment === '' ? location.href.replace(/#.*$/s, '') : `#${fragment}`);
  }, SETTLED_MS);
}

showFilter(fromFragment(location.hash));
watchControls(apply);
window.addEventListener('hashchange', () => {
  showFilter(fromFragment(location.hash));
  apply();
});
apply();
// After the first paint.
window.setTimeout(() => finder.prepare(), SETTLED_MS);
