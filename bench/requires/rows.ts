import * as path from 'path';
import { compete, runFresh } from '../fresh';
import { Row } from '../table';

const LIBRARY = path.join(__dirname, '..', '..', 'lib');

/** What it costs to require the package, and its pure core alone, against cdk8s-plus, which the package requires too. */
export function requireRows(quick: boolean): Row[] {
  const requiring = (module: string) => () => runFresh(path.join('requires', 'worker.js'), module);
  const { core, whole, plus } = compete(quick ? 5 : 15, {
    core: requiring(path.join(LIBRARY, 'lifecycle')),
    plus: requiring('cdk8s-plus-28'),
    whole: requiring(LIBRARY),
  });
  return [
    { measure: 'require: pure core against cdk8s-plus-28', unit: 'ms', ours: core.cpuMs, theirs: plus.cpuMs, limit: 0.1 },
    { measure: 'require: package against cdk8s-plus-28', unit: 'ms', ours: whole.cpuMs, theirs: plus.cpuMs, limit: 1.25 },
  ];
}
