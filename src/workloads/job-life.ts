import { ApiObject, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';
import { PodFailureRule } from './pod-failure';
import { setSorted } from '../sidecars/json';
import { PodHost } from '../sidecars/pod-host';
import { wholeSeconds } from '../sidecars/whole-seconds';

/** How often a Job tries again when it does not say. */
export const DEFAULT_BACKOFF_LIMIT = 3;

/** What our Jobs know beyond cdk8s-plus' own. */
export interface JobLife {
  readonly terminationGracePeriod?: Duration;
  readonly shutdown?: Duration;
  readonly podFailureRules?: PodFailureRule[];
  readonly restartPolicy?: kplus.RestartPolicy;
}

/** Refuses a Job without a deadline: a gate that never opens would keep it for ever. */
export function checkDeadline(id: string, activeDeadline: Duration | undefined): Duration {
  if (!activeDeadline) {
    throw new Error(`NS404 job '${id}' has no deadline, and if a gate never opens it waits for ever: set 'activeDeadline', for example Duration.hours(1)`);
  }
  return activeDeadline;
}

/** Drops what is not given: cdk8s-plus takes an undefined restart policy for a wish, and writes Always. */
export function onlyGiven<T extends object>(props: T): T {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined && value !== null)) as T;
}

/** Completes a Job's manifest with what cdk8s-plus does not know. */
export function completeJob(workload: IConstruct & { readonly containers: kplus.Container[] }, life: JobLife): void {
  const host = PodHost.of(ApiObject.of(workload));
  host.settings.adopted = true;
  host.settings.gracePeriodGiven = life.terminationGracePeriod !== undefined;
  host.settings.shutdownSeconds = life.shutdown ? wholeSeconds(life.shutdown) : undefined;
  if (life.podFailureRules && life.podFailureRules.length > 0) {
    checkFailurePolicy(workload, life);
    host.finishWith(spec => {
      setSorted(spec, 'podFailurePolicy', { rules: life.podFailureRules!.map(rule => rule._toJson(workload.containers[0].name)) });
    });
  }
}

function checkFailurePolicy(workload: IConstruct, life: JobLife): void {
  if (life.restartPolicy !== undefined && life.restartPolicy !== kplus.RestartPolicy.NEVER) {
    throw new Error(`job '${workload.node.id}' has 'podFailureRules' and restartPolicy ${life.restartPolicy}: Kubernetes allows them with Never only, leave one of them out`);
  }
}
