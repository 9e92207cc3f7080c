import { FoundTemplate } from './manifest';
import { follow, isObject } from '../data/json';
import { wholeNumber } from '../data/number';

/** The limits that a Job, or another kind that runs to completion, sets for its pods. */
export interface JobLimits {
  /**
   * How many seconds after its start the Job fails and its pods are deleted.
   * @default - the Job may run forever
   */
  readonly activeDeadlineSeconds?: number;
  /**
   * How often a Job retries. Under `restartPolicy: OnFailure` the restarts of *all* containers count, including sidecars.
   * @default - 6 for a Job; unknown for other kinds that run to completion
   */
  readonly backoffLimit?: number;
}

/** The retries of a Job that has no limit. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** The limits of what makes the pods of a template; undefined when they do not run to completion. */
export function jobLimits({ manifest, path, place: { runsToCompletion: ends, limits } }: FoundTemplate): JobLimits | undefined {
  if (!ends) {
    return undefined;
  }
  const at = limits?.at === 'beside' ? path.slice(0, -1) : limits?.at.split('.') ?? [];
  const spec = limits && follow(manifest, at);
  if (!isObject(spec)) {
    return {};
  }
  return {
    activeDeadlineSeconds: wholeNumber(spec.activeDeadlineSeconds),
    // With a limit for each index, Kubernetes sets no limit for the whole Job.
    ...(limits?.retries === undefined
      ? {}
      : { backoffLimit: wholeNumber(spec.backoffLimit) ?? (spec.backoffLimitPerIndex === undefined ? limits.retries : UNLIMITED) }),
  };
}
