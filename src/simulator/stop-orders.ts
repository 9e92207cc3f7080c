import { milliseconds } from './actor';
import { LONGEST_STORY_SECONDS, Scenario } from './scenario';
import { PodOutcome } from './timeline-event';
import { Pod, PodRestartPolicy } from '../kubernetes/pod';

/** Why a pod is told to stop from outside. */
export interface StopOrder {
  readonly outcome: PodOutcome;
  readonly why?: string;
  /** The pod itself counts as failed, whatever its containers' exit codes. */
  readonly failsPod?: boolean;
}

/** An order, and when it is given, in milliseconds. */
export interface TimedOrder {
  readonly at: number;
  readonly order: StopOrder;
}

/** Loops of a Job are followed to its backoffLimit, if that is not out of all proportion. */
const HIGHEST_BACKOFF_LIMIT_FOLLOWED = 1000;

/** The orders that are certain from the start: a deletion, and deadlines. */
export function timedOrders(pod: Pod, scenario: Scenario): TimedOrder[] {
  const orders: TimedOrder[] = [];
  const { deleteAt } = scenario;
  const podDeadline: unknown = pod.spec.activeDeadlineSeconds;
  const jobDeadline = pod.job?.activeDeadlineSeconds;
  if (deleteAt !== undefined && deleteAt !== null) {
    orders.push({ at: milliseconds(deleteAt), order: { outcome: PodOutcome.DELETED } });
  }
  if (typeof podDeadline === 'number' && podDeadline <= LONGEST_STORY_SECONDS) {
    orders.push({ at: podDeadline * 1000, order: { outcome: PodOutcome.FAILED, why: `the pod's deadline of ${podDeadline} s passed`, failsPod: true } });
  }
  if (jobDeadline !== undefined && jobDeadline <= LONGEST_STORY_SECONDS) {
    orders.push({ at: jobDeadline * 1000, order: { outcome: PodOutcome.FAILED, why: `the Job's deadline of ${jobDeadline} s passed` } });
  }
  return orders;
}

/** A Job whose pods restart in place gives up after so many restarts of any container; undefined when it never does, or not within reason. */
export function restartLimit(pod: Pod): number | undefined {
  const limit = pod.job?.backoffLimit;
  const counts = limit !== undefined && limit <= HIGHEST_BACKOFF_LIMIT_FOLLOWED && pod.restartPolicy === PodRestartPolicy.ON_FAILURE;
  return counts ? Math.max(1, limit) : undefined;
}

/** The order that a Job gives when the restarts have reached its limit. */
export function backoffLimitReached(pod: Pod): StopOrder {
  return {
    outcome: PodOutcome.FAILED,
    why: `the Job's backoffLimit of ${pod.job?.backoffLimit} was reached: restarts of all containers count, sidecars included`,
  };
}
