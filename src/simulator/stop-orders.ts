import { milliseconds } from './actor';
import { LONGEST_SIMULATION_SECONDS, Scenario } from './scenario';
import { PodOutcome } from './timeline-event';
import { givesForcedStopFullGrace } from '../kubernetes/kubelet-behavior';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { PodModel, PodRestartPolicy } from '../kubernetes/pod';

/** An order from outside to stop a pod, and its reason. */
export interface StopOrder {
  readonly outcome: PodOutcome;
  /** The grace period in seconds. */
  readonly grace: number;
  /** What it is, if the pod should end before it. */
  readonly deadline?: 'pod-deadline' | 'job-deadline';
  readonly why?: string;
  /** The pod counts as failed, whatever the exit codes of its containers. */
  readonly failsPod?: boolean;
}

/** An order, and when it is given, in milliseconds. */
export interface TimedOrder {
  readonly at: number;
  readonly order: StopOrder;
}

/** The simulator follows a Job's restarts up to its backoffLimit, unless the limit is higher than this. */
const HIGHEST_BACKOFF_LIMIT_FOLLOWED = 1000;

/** The orders that are known from the start: deletions, and deadlines. */
export function timedOrders(pod: PodModel, scenario: Scenario, version: KubernetesVersion): TimedOrder[] {
  const grace = leastGrace(pod.gracePeriodSeconds);
  const podDeadline: unknown = pod.spec.activeDeadlineSeconds;
  const jobDeadline = pod.job?.activeDeadlineSeconds;
  const orders = [
    ...deletion(pod, version, scenario.deleteAt, scenario.deleteGracePeriod),
    ...deletion(pod, version, scenario.deleteAgainAt, scenario.deleteAgainGracePeriod),
  ];
  if (typeof podDeadline === 'number' && podDeadline <= LONGEST_SIMULATION_SECONDS) {
    const why = `the pod exceeded its deadline of ${podDeadline} s`;
    orders.push({ at: podDeadline * 1000, order: { outcome: PodOutcome.FAILED, why, failsPod: true, grace, deadline: 'pod-deadline' } });
  }
  if (jobDeadline !== undefined && jobDeadline <= LONGEST_SIMULATION_SECONDS) {
    const why = `the Job exceeded its deadline of ${jobDeadline} s`;
    orders.push({ at: jobDeadline * 1000, order: { outcome: PodOutcome.FAILED, why, grace, deadline: 'job-deadline' } });
  }
  return orders;
}

/** The deadline that comes first; undefined when there is none. */
export function firstDeadline(orders: readonly TimedOrder[]): StopOrder | undefined {
  return orders.filter(({ order }) => order.deadline).sort((a, b) => a.at - b.at)[0]?.order;
}

function deletion(pod: PodModel, version: KubernetesVersion, at: number | null | undefined, given: number | null | undefined): TimedOrder[] {
  if (at === undefined || at === null) {
    return [];
  }
  const isForced = given === 0;
  const grace = isForced && givesForcedStopFullGrace(version) ? pod.gracePeriodSeconds : given ?? pod.gracePeriodSeconds;
  return [{ at: milliseconds(at), order: { outcome: PodOutcome.DELETED, grace: leastGrace(grace) } }];
}

/** The kubelet gives a deleted pod at least a second. */
function leastGrace(seconds: number): number {
  return Math.max(1, seconds);
}

/** The number of restarts, of any container, after which a Job with restartPolicy OnFailure gives up; undefined when the simulator does not count them. */
export function restartLimit(pod: PodModel): number | undefined {
  const limit = pod.job?.backoffLimit;
  const counts = limit !== undefined && limit <= HIGHEST_BACKOFF_LIMIT_FOLLOWED && pod.restartPolicy === PodRestartPolicy.ON_FAILURE;
  return counts ? Math.max(1, limit) : undefined;
}

/** The order that a Job gives when the restarts have reached its limit. */
export function backoffLimitReached(pod: PodModel): StopOrder {
  return {
    outcome: PodOutcome.FAILED,
    grace: leastGrace(pod.gracePeriodSeconds),
    why: `the Job reached its backoffLimit of ${pod.job?.backoffLimit}: restarts of every container count, including sidecars`,
  };
}
