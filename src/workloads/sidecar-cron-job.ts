import { Cron, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { checkDeadline, checkRestartPolicy, completeJob, JOB_KINDS, SIDECAR_JOB_BACKOFF_LIMIT } from './job-lifecycle';
import { SidecarJobProps } from './sidecar-job';
import { checkWorkload, withoutAbsentProps } from './workload-lifecycle';
import { checkValue } from '../caller/refusal';
import { DURATION, FLAG, Kind, NUMBER, OBJECT, oneOf, required, requiredElsewhere, TEXT } from '../data/arguments';
import { wording } from '../data/wording';

/** Properties of a `SidecarCronJob`: those of its Jobs, and those of `CronJob` in cdk8s-plus. `activeDeadline` is required and limits each Job. */
export interface SidecarCronJobProps extends SidecarJobProps {
  /** When Jobs start. */
  readonly schedule: Cron;
  /**
   * The time zone of the schedule, such as `Europe/Berlin`.
   * @default - the time zone of the controller, often UTC
   */
  readonly timeZone?: string;
  /**
   * What happens when a Job is due and the one before it still runs.
   * @default ConcurrencyPolicy.FORBID
   */
  readonly concurrencyPolicy?: kplus.ConcurrencyPolicy;
  /**
   * How late a Job may start. Kubernetes skips a Job that is later.
   * @default Duration.seconds(10)
   */
  readonly startingDeadline?: Duration;
  /**
   * Starts no further Jobs while it is true. Jobs that run are not affected.
   * @default false
   */
  readonly suspend?: boolean;
  /**
   * How many Jobs that succeeded Kubernetes keeps.
   * @default 3
   */
  readonly successfulJobsRetained?: number;
  /**
   * How many Jobs that failed Kubernetes keeps.
   * @default 1
   */
  readonly failedJobsRetained?: number;
}

const SCHEDULE: Kind = { is: value => OBJECT.is(value) && TEXT.is(value.expressionString), what: "a Cron, for example Cron.schedule({ minute: '0', hour: '3' })" };

/** What the properties of a SidecarCronJob must be, beside those of its Jobs. */
const CRON_JOB_KINDS = {
  ...JOB_KINDS,
  schedule: requiredElsewhere(SCHEDULE),
  timeZone: TEXT,
  concurrencyPolicy: oneOf(kplus.ConcurrencyPolicy),
  startingDeadline: DURATION,
  suspend: FLAG,
  successfulJobsRetained: NUMBER,
  failedJobsRetained: NUMBER,
};

/**
 * A CronJob whose Jobs complete when their main containers complete, whatever their sidecars do.
 *
 * `activeDeadline` is required and limits each Job. A Job replaces failed pods (`restartPolicy: Never`), by default three times. `successfulJobsRetained` and
 * `failedJobsRetained` limit how many finished Jobs Kubernetes keeps, or `ttlAfterFinished` limits how long.
 *
 * @exampleMetadata fixture=workload
 * @example
 * new SidecarCronJob(chart, 'nightly-export', {
 *   schedule: Cron.schedule({ minute: '0', hour: '2' }),
 *   containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.0.0' }],
 *   activeDeadline: Duration.hours(1),
 * });
 */
export class SidecarCronJob extends kplus.CronJob {
  /**
   * Creates the workload.
   * @param scope the chart, or another construct in it
   * @param id the name of the workload within its scope
   * @param props the containers and other settings of the workload
   */
  constructor(scope: Construct, id: string, props: SidecarCronJobProps) {
    checkWorkload('job', scope, id, props, CRON_JOB_KINDS);
    checkDeadline(id, props.activeDeadline);
    checkRestartPolicy(id, props.restartPolicy);
    checkValue(wording`'schedule' of job '${id}'`, props.schedule, required(SCHEDULE));
    const given = withoutAbsentProps(props);
    super(scope, id, { backoffLimit: SIDECAR_JOB_BACKOFF_LIMIT, ...given });
    completeJob(this, given);
  }
}
