import { WorkloadFilter } from './workload-filter';
import { Severity } from '../rules/engine/finding';

/** Which workloads `PodLifecycle.checkAll` checks, and how it handles the findings. */
export interface CheckAllOptions extends WorkloadFilter {
  /**
   * The lowest severity that stops synth. Acknowledged findings never do.
   * @default Severity.ERROR
   */
  readonly failOn?: Severity;
  /**
   * Whether to print all findings to stderr when the app has synthesized, workload by workload.
   * @default false
   */
  readonly report?: boolean;
}
