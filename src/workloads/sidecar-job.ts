import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { checkDeadline, checkRestartPolicy, completeJob, JOB_KINDS, SIDECAR_JOB_BACKOFF_LIMIT } from './job-lifecycle';
import { PodFailureRule } from './pod-failure';
import { RestartRule } from './restart-rule';
import { checkWorkload, withoutAbsentProps } from './workload-lifecycle';
import { Mesh } from '../meshes/mesh';

/** Properties of a `SidecarJob`: those of `Job` in cdk8s-plus, and its lifecycle. `activeDeadline` is required here. */
export interface SidecarJobProps extends kplus.WorkloadProps {
  // A struct of jsii cannot require what its parent leaves optional, so this one has the properties of JobProps without extending it.
  /**
   * How long the Job may take, including its retries and the time that its sidecars take to stop. Then Kubernetes stops its pods, and the Job fails. Without it, the Job
   * would wait forever if the startup gate of a sidecar never opens.
   */
  readonly activeDeadline: Duration;
  /**
   * How many failed pods the Job replaces before it fails.
   * @default 3
   */
  readonly backoffLimit?: number;
  /**
   * How long Kubernetes keeps the Job after it finished.
   * @default - Kubernetes keeps the Job
   */
  readonly ttlAfterFinished?: Duration;
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

/**
 * A Job that completes when its main containers complete, whatever its sidecars do.
 *
 * `activeDeadline` is required: otherwise the Job waits forever if the startup gate of a sidecar never opens. The time that sidecars take to stop counts against the
 * deadline. The Job replaces failed pods (`restartPolicy: Never`), by default three times. Kubernetes keeps a finished Job unless you set `ttlAfterFinished`. With
 * `RestartPolicy.ON_FAILURE`, every restart of a sidecar counts against `backoffLimit`.
 *
 * @exampleMetadata fixture=workload
 * @example
 * const report = new SidecarJob(chart, 'report', {
 *   containers: [{ name: 'report', image: 'ghcr.io/acme/report:1.0.0' }],
 *   activeDeadline: Duration.hours(1),
 * });
 * new catalog.CloudSqlProxy(report, 'db', { instance: 'acme:europe-west1:orders' }).connect();
 */
export class SidecarJob extends kplus.Job {
  /**
   * Creates the workload.
   * @param scope the chart, or another construct in it
   * @param id the name of the workload within its scope
   * @param props the containers and other settings of the workload
   */
  constructor(scope: Construct, id: string, props: SidecarJobProps) {
    checkWorkload('job', scope, id, props, JOB_KINDS);
    checkDeadline(id, props.activeDeadline);
    checkRestartPolicy(id, props.restartPolicy);
    const given = withoutAbsentProps(props);
    super(scope, id, { backoffLimit: SIDECAR_JOB_BACKOFF_LIMIT, ...given });
    completeJob(this, given);
  }
}
