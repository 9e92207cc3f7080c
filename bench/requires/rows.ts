import * as path from 'path';
import { compete, runFresh } from '../fresh';
import { Row } from '../table';

const LIBRARY = path.join(__dirname, '..', '..', 'lib');

/** The model of a pod and its simulator, with all that they import. */
const CORE = [
  'drawing/timeline', 'kubernetes/features', 'kubernetes/kubernetes-version', 'kubernetes/manifest', 'kubernetes/pod', 'kubernetes/resources',
  'simulator/assumptions', 'simulator/budget', 'simulator/scenario', 'simulator/timeline-event',
].map(module => path.join(LIBRARY, module));

/** What it costs to require the package, and its pure core alone, against cdk8s-plus, which the package requires too. */
export function requireRows(quick: boolean): Row[] {
  const requiring = (...modules: readonly string[]) => () => runFresh(path.join('requires', 'worker.js'), ...modules);
  const { core, whole, plus } = compete(quick ? 5 : 15, {
    core: requiring(...CORE),
    plus: requiring('cdk8s-plus-28'),
    whole: requiring(LIBRARY),
  });
  return [
    { measure: 'require: pure core against cdk8s-plus-28', unit: 'ms', ours: core.cpuMs, theirs: plus.cpuMs, limit: 0.1 },
    { measure: 'require: package against cdk8s-plus-28', unit: 'ms', ours: whole.cpuMs, theirs: plus.cpuMs, limit: 1.15 },
  ];
}
