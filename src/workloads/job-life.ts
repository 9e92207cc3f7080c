import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';
import { PodFailureRule } from './pod-failure';
import { completeWorkload, WorkloadLife } from './workload-life';
import { setSorted } from '../sidecars/json';

/** How often a SidecarJob or SidecarCronJob retries when it does not say: fewer times than Kubernetes' own Job. */
export const SIDECAR_JOB_BACKOFF_LIMIT = 3;

/** What our Jobs know beyond cdk8s-plus' own. */
export interface JobLife extends WorkloadLife {
  readonly podFailureRules?: PodFailureRule[];
  readonly restartPolicy?: kplus.RestartPolicy;
}

/** Refuses a Job without a deadline: a gate that never opens would keep it forever. */
export function checkDeadline(id: string, activeDeadline: Duration | undefined): Duration {
  if (!activeDeadline) {
    throw new Error(`NS404 job '${id}' has no deadline, and if a gate never opens it waits forever: set 'activeDeadline', for example Duration.hours(1)`);
  }
  return activeDeadline;
}

/** Completes a Job's manifest with what cdk8s-plus does not know. */
export function completeJob(workload: IConstruct & { readonly containers: kplus.Container[] }, life: JobLife): void {
  const attached = completeWorkload(workload, life);
  if (life.podFailureRules && life.podFailureRules.length > 0) {
    checkFailurePolicy(workload, life);
    attached.addFinisher(spec => {
      setSorted(spec, 'podFailurePolicy', { rules: life.podFailureRules!.map(rule => rule._toJson(workload.containers[0].name)) });
    });
  }
}

/** A Job's pods must end: Kubernetes refuses Always there. */
export function checkRestartPolicy(id: string, restartPolicy: kplus.RestartPolicy | undefined): void {
  if (restartPolicy === kplus.RestartPolicy.ALWAYS) {
    throw new Error(`job '${id}' has restartPolicy Always, which Kubernetes refuses for a Job: leave it out, or use ON_FAILURE`);
  }
}

function checkFailurePolicy(workload: IConstruct, life: JobLife): void {
  if (life.restartPolicy !== undefined && life.restartPolicy !== kplus.RestartPolicy.NEVER) {
    throw new Error(`job '${workload.node.id}' has 'podFailureRules' and restartPolicy ${life.restartPolicy}: Kubernetes allows them with Never only, leave one of them out`);
  }
}
