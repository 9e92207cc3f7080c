import { DrawnPod } from './drawn-pod';
import { LifecycleEvent, PodOutcome, TimelineEvent } from '../simulator/timeline-event';

/** A part of the grace period, and the container that uses it. */
export interface GraceShare {
  readonly container: string;
  /** What the container does: its preStop hook, or its shutdown after the stop signal. */
  readonly what: 'hook' | 'stopping';
  readonly from: number;
  readonly to: number;
}

/** How the termination of a pod uses its grace period, in seconds from the pod's start. */
export interface Grace {
  readonly began: number;
  /** When the grace period is over. */
  readonly deadline: number;
  /** When the last container has exited, and the last preStop hook has ended. */
  readonly ends: number;
  /** What the pod waits for from the beginning to the end, one after another. */
  readonly shares: readonly GraceShare[];
  /** How many seconds are left at the end; negative if the pod stops after the grace period. */
  readonly left: number;
  /** The containers that the kubelet kills. */
  readonly killed: readonly string[];
}

/** Tells how a pod uses its grace period; undefined if it is never terminated. */
export function graceOf({ pod, result: { events, stopBegan } }: DrawnPod): Grace | undefined {
  if (stopBegan === undefined) {
    return undefined;
  }
  const began = stopBegan / 1000;
  const during = events.filter(event => event.at >= began);
  const ends = Math.max(began, ...during.filter((_, index) => isOver(during, index)).map(event => event.at));
  const deadline = began + pod.gracePeriodSeconds;
  return {
    began,
    deadline,
    ends,
    shares: sharesBefore(during, began),
    left: Math.round((deadline - ends) * 1000) / 1000,
    killed: [...new Set(during.filter(event => event.event === LifecycleEvent.SIGKILL).map(event => event.container))],
  };
}

/** Until when requests still arrive at a pod that is deleted, because clients learn of it late; undefined if that is not shown. */
export function requestsUntil({ requestsSeconds, result: { outcome, stopBegan } }: DrawnPod): number | undefined {
  return requestsSeconds === undefined || stopBegan === undefined || outcome !== PodOutcome.DELETED ? undefined : stopBegan / 1000 + requestsSeconds;
}

/** Walks back from the last end: before its stop signal a container waits for its own hook, or for the end of another container. */
function sharesBefore(events: readonly TimelineEvent[], began: number): GraceShare[] {
  const shares: GraceShare[] = [];
  let index = lastIndex(events, events.length, (_, at) => isOver(events, at));
  while (index >= 0) {
    const { container, at: to } = events[index];
    const own = (kind: LifecycleEvent, before: number) => lastIndex(events, before, event => event.container === container && event.event === kind);
    const told = own(LifecycleEvent.SIGTERM, index);
    const hook = own(LifecycleEvent.PRE_STOP_BEGIN, told < 0 ? index : told);
    if (told < 0) {
      // It exits by itself while its hook runs.
      shares.unshift(...(hook < 0 ? [] : [{ container, what: 'hook' as const, from: events[hook].at, to }]));
      break;
    }
    shares.unshift({ container, what: 'stopping', from: events[told].at, to });
    const hookEnd = own(LifecycleEvent.PRE_STOP_END, told);
    const other = lastIndex(events, told, (event, at) => event.container !== container && isOver(events, at));
    const waitedForHook = hookEnd >= 0 && (other < 0 || events[hookEnd].at > events[other].at);
    if (waitedForHook) {
      shares.unshift({ container, what: 'hook', from: events[hook].at, to: events[hookEnd].at });
    }
    index = waitedForHook || events[told].at <= began ? -1 : other;
  }
  return shares.filter(share => share.to > share.from);
}

/** Whether an event ends the stop of its container: its exit, or the end of a hook that goes on after the exit. */
function isOver(events: readonly TimelineEvent[], index: number): boolean {
  const { container, event } = events[index];
  const isExit = (before: TimelineEvent) => before.container === container && before.event === LifecycleEvent.EXITED;
  return event === LifecycleEvent.EXITED || (event === LifecycleEvent.PRE_STOP_END && lastIndex(events, index, isExit) >= 0);
}

function lastIndex(events: readonly TimelineEvent[], before: number, test: (event: TimelineEvent, index: number) => boolean): number {
  let index = before - 1;
  while (index >= 0 && !test(events[index], index)) {
    index--;
  }
  return index;
}
