import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { checkDeadline, checkRestartPolicy, completeJob, SIDECAR_JOB_BACKOFF_LIMIT } from './job-life';
import { PodFailureRule } from './pod-failure';
import { onlyGiven } from './workload-life';
import { Mesh } from '../meshes/mesh';

/** What a CronJob with sidecars is made of. `activeDeadline` must be given. */
export interface SidecarCronJobProps extends kplus.CronJobProps {
  /**
   * How long the app needs to end after a stop signal. It counts toward the pod's grace period.
   * @default - 30 seconds, as an assumption
   */
  readonly shutdown?: Duration;
  /**
   * The mesh that the Job is in. Its proxy must be native, or the Job never ends.
   * @default - the Job is in no mesh
   */
  readonly mesh?: Mesh;
  /**
   * When a failed pod is not just tried again, first match wins. Needs `restartPolicy: Never`.
   * @default - every failure counts against `backoffLimit`
   */
  readonly podFailureRules?: PodFailureRule[];
}

/**
 * A CronJob whose Jobs end when their work ends, whatever their sidecars do.
 *
 * Each Job has a deadline, which must be said. Failed pods are replaced (`restartPolicy: Never`), three times unless said otherwise; how many finished Jobs are
 * kept is said by `successfulJobsRetained` and `failedJobsRetained`, or instead by `ttlAfterFinished`.
 */
export class SidecarCronJob extends kplus.CronJob {
  constructor(scope: Construct, id: string, props: SidecarCronJobProps) {
    checkDeadline(id, props.activeDeadline);
    checkRestartPolicy(id, props.restartPolicy);
    const given = onlyGiven(props);
    super(scope, id, { backoffLimit: SIDECAR_JOB_BACKOFF_LIMIT, ...given });
    completeJob(this, given);
  }
}
