import { Construct, IConstruct } from 'constructs';
import { checkFilter, matchesFilter } from './match-workload';
import { podObjects } from './pod-objects';
import { WorkloadFilter } from './workload-filter';
import { workloadOf } from './workload-of';
import { checkValue } from '../caller/refusal';
import { CONSTRUCT, required } from '../data/arguments';

/** Finds workloads in a construct tree. */
export class Workloads {
  /**
   * Lists the workloads that a scope contains now, in the order of their construction: cdk8s-plus workloads of any version, API objects, and children of `Include`
   * and `Helm`. Each of them can be the scope of a sidecar.
   *
   * To include workloads that are created later, use a `WorkloadMixin`.
   *
   * @param scope an app, a chart or any other construct
   * @param filter which workloads to list
   */
  public static below(scope: IConstruct, filter: WorkloadFilter = {}): Construct[] {
    checkValue('the scope of Workloads.below', scope, required(CONSTRUCT));
    const checked = checkFilter(filter);
    return podObjects(scope).filter(object => matchesFilter(object, checked)).map(object => workloadOf(object) as Construct);
  }

  private constructor() {}
}
