import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { checkDeadline, checkRestartPolicy, completeJob, JOB_KINDS, SIDECAR_JOB_BACKOFF_LIMIT } from './job-lifecycle';
import { PodFailureRule } from './pod-failure';
import { RestartRule } from './restart-rule';
import { checkWorkload, withoutAbsentProps } from './workload-lifecycle';
import { checkValue, Kind, OBJECT, required, TEXT } from '../data/arguments';
import { Mesh } from '../meshes/mesh';

/** Properties of a `SidecarCronJob`. `activeDeadline` is required. */
export interface SidecarCronJobProps extends kplus.CronJobProps {
  /**
   * How long the app takes to shut down after SIGTERM. It counts toward the grace period of the pod.
   * @default - 30 seconds, as an assumption
   */
  readonly shutdown?: Duration;
  /**
   * The mesh that the Job joins. Its proxy must be a native sidecar; otherwise the Job never completes.
   * @default - the Job joins no mesh
   */
  readonly mesh?: Mesh;
  /**
   * The pod failure policy. The first rule that matches applies. Requires `restartPolicy: Never`.
   * @default - every failure counts against `backoffLimit`
   */
  readonly podFailureRules?: PodFailureRule[];
  /**
   * Restarts of the first main container, or of the whole pod, after some exit codes, without a new pod. They do not count against `backoffLimit`. Requires Kubernetes
   * 1.35 or newer, and 1.36 for the whole pod.
   * @default - the Job replaces a failed pod
   */
  readonly restartRules?: RestartRule[];
}

const SCHEDULE: Kind = { is: value => OBJECT.is(value) && TEXT.is(value.expressionString), what: "a Cron, for example Cron.schedule({ minute: '0', hour: '3' })" };

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
    checkWorkload('job', scope, id, props, JOB_KINDS);
    checkDeadline(id, props.activeDeadline);
    checkRestartPolicy(id, props.restartPolicy);
    checkValue(`'schedule' of job '${id}'`, props.schedule, required(SCHEDULE));
    const given = withoutAbsentProps(props);
    super(scope, id, { backoffLimit: SIDECAR_JOB_BACKOFF_LIMIT, ...given });
    completeJob(this, given);
  }
}
