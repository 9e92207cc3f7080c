import * as path from 'path';
import type { LifecycleTimes } from './worker';
import { runFresh } from '../fresh';
import { Row } from '../table';

/** What is left for the noise of a machine, where a cost should grow with the amount and no faster. */
const LINEAR = 1.3;

/** Containers are also sorted and queued, so a little more than linear is in order. */
const NEARLY_LINEAR = 2;

/** What the pure model costs: simulations, thousands of pods, pods of a thousand containers. */
export function lifecycleRows(quick: boolean): Row[] {
  const pods = quick ? [1_000, 10_000] : [1_000, 10_000, 50_000];
  const sidecars = [10, 100, 1_000];
  const times = runFresh<LifecycleTimes>(path.join('lifecycle', 'worker.js'), pods.join(), sidecars.join());
  return [
    { measure: 'lifecycle: simulations of a typical pod per second', unit: '1/s', ours: 1000 / times.simulation },
    { measure: 'lifecycle: read, budget and simulate 10,000 pods', unit: 'ms', ours: times.onePod[10_000] * 10_000 },
    ...growth('pod', pods, times.onePod, LINEAR),
    ...growth('container', sidecars, times.oneContainer, NEARLY_LINEAR),
  ];
}

/** What one costs among many, against what it costs among the fewest. */
function growth(what: string, sizes: readonly number[], costs: { readonly [size: string]: number }, limit: number): Row[] {
  const [few, ...more] = sizes;
  return more.map(many => ({
    measure: `lifecycle: time per ${what}, ${many.toLocaleString('en')} ${what}s against ${few.toLocaleString('en')}`,
    unit: 'us',
    ours: costs[many] * 1000,
    theirs: costs[few] * 1000,
    limit,
  }));
}
