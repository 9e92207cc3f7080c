import { Construct, IConstruct } from 'constructs';
import { checkFilter } from './match-workload';
import { addPolicy } from './scope-policies';
import { WorkloadFilter } from './workload-filter';
import { workloadOf } from './workload-of';
import { checkValue } from '../caller/refusal';
import { CONSTRUCT, required } from '../data/arguments';

/**
 * Calls a function once for every matching workload below a scope, including workloads that are created later. Only for TypeScript and JavaScript.
 *
 * Synth calls the function just before it validates the app.
 *
 * @param scope an app, a chart or any other construct
 * @param change changes a workload, for example by adding a sidecar
 * @param filter which workloads to change
 */
export function forEachWorkload(scope: IConstruct, change: (workload: Construct) => void, filter: WorkloadFilter = {}): void {
  checkValue('the scope of forEachWorkload', scope, required(CONSTRUCT));
  checkValue("'change' of forEachWorkload", change, required({ is: value => typeof value === 'function', what: 'a function that takes a workload' }));
  addPolicy(scope, { slot: {}, filter: checkFilter(filter), apply: object => change(workloadOf(object) as Construct) });
}
