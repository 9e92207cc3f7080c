import { milliseconds } from './actor';
import { LONGEST_SIMULATION_SECONDS, Scenario } from './scenario';
import { PodOutcome } from './timeline-event';
import { Pod, PodRestartPolicy } from '../kubernetes/pod';

/** An order from outside to stop a pod, and its reason. */
export interface StopOrder {
  readonly outcome: PodOutcome;
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

/** The orders that are known from the start: a deletion, and deadlines. */
export function timedOrders(pod: Pod, scenario: Scenario): TimedOrder[] {
  const orders: TimedOrder[] = [];
  const { deleteAt } = scenario;
  const podDeadline: unknown = pod.spec.activeDeadlineSeconds;
  const jobDeadline = pod.job?.activeDeadlineSeconds;
  if (deleteAt !== undefined && deleteAt !== null) {
    orders.push({ at: milliseconds(deleteAt), order: { outcome: PodOutcome.DELETED } });
  }
  if (typeof podDeadline === 'number' && podDeadline <= LONGEST_SIMULATION_SECONDS) {
    orders.push({ at: podDeadline * 1000, order: { outcome: PodOutcome.FAILED, why: `the pod exceeded its deadline of ${podDeadline} s`, failsPod: true } });
  }
  if (jobDeadline !== undefined && jobDeadline <= LONGEST_SIMULATION_SECONDS) {
    orders.push({ at: jobDeadline * 1000, order: { outcome: PodOutcome.FAILED, why: `the Job exceeded its deadline of ${jobDeadline} s` } });
  }
  return orders;
}

/** The number of restarts, of any container, after which a Job with restartPolicy OnFailure gives up; undefined when the simulator does not count them. */
export function restartLimit(pod: Pod): number | undefined {
  const limit = pod.job?.backoffLimit;
  const counts = limit !== undefined && limit <= HIGHEST_BACKOFF_LIMIT_FOLLOWED && pod.restartPolicy === PodRestartPolicy.ON_FAILURE;
  return counts ? Math.max(1, limit) : undefined;
}

/** The order that a Job gives when the restarts have reached its limit. */
export function backoffLimitReached(pod: Pod): StopOrder {
  return {
    outcome: PodOutcome.FAILED,
    why: `the Job reached its backoffLimit of ${pod.job?.backoffLimit}: restarts of every container count, including sidecars`,
  };
}
