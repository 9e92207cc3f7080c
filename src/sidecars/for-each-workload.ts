import { Construct, IConstruct } from 'constructs';
import { checkFilter } from './match-workload';
import { addPolicy } from './scope-policies';
import { WorkloadFilter } from './workload-filter';
import { workloadOf } from './workload-of';

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
  addPolicy(scope, { slot: {}, filter: checkFilter(filter), apply: object => change(workloadOf(object) as Construct) });
}
