import { LifecycleEvent, PodOutcome, SimulationResult } from './timeline-event';
import { WhatIf } from './what-if';

/**
 * Why a change of a what-if has no effect on a simulation that includes it; undefined if it has one.
 *
 * @param change a single change, with one container and one time
 */
export function whyNoEffect({ containers, deletion }: WhatIf, result: SimulationResult): string | undefined {
  if (deletion !== undefined) {
    return deletion === 'never' ? undefined : whyNotDeleted(deletion, result);
  }
  const [[name, { drain, crashes, ignoresSigterm }]] = Object.entries(containers);
  const times = (kind: LifecycleEvent) => result.events.filter(({ container, event }) => container === name && event === kind).map(({ at }) => at);
  if (times(LifecycleEvent.STARTED).length === 0) {
    return `'${name}' never starts`;
  }
  if (drain !== undefined || ignoresSigterm !== undefined) {
    return times(LifecycleEvent.SIGTERM).length > 0 ? undefined : `'${name}' never receives SIGTERM`;
  }
  if (crashes?.[0] === undefined) {
    return undefined;
  }
  return whyNoCrash(name, crashes[0], times(LifecycleEvent.STARTED), times(LifecycleEvent.EXITED), restartsAfter(name, result));
}

/** Whether a container restarts after the end of the timeline. */
function restartsAfter(name: string, { events, outcome }: SimulationResult): boolean {
  const last = events.filter(({ container }) => container === name).pop();
  return last?.event === LifecycleEvent.BACKOFF && (outcome === PodOutcome.STUCK || outcome === PodOutcome.RUNNING);
}

function whyNoCrash(name: string, at: number, starts: readonly number[], exits: readonly number[], restarts: boolean): string | undefined {
  if (exits.some(exit => Math.round(exit * 1000) === Math.round(at * 1000))) {
    return undefined;
  }
  const end = exits.length === starts.length ? exits[exits.length - 1] : Infinity;
  if (at < starts[0] || at <= end) {
    return at < starts[0] ? `'${name}' starts at ${starts[0]} s` : `'${name}' does not run then`;
  }
  return restarts ? `the timeline ends at ${end} s, when '${name}' waits for another restart` : `'${name}' exits for good at ${end} s`;
}

function whyNotDeleted(at: number, { events, outcome, stopBegan = Infinity }: SimulationResult): string | undefined {
  const end = events[events.length - 1]?.at ?? 0;
  if (outcome === PodOutcome.DELETED) {
    return undefined;
  }
  if ((outcome === PodOutcome.COMPLETED || outcome === PodOutcome.FAILED) && end < at) {
    return `the pod ends at ${end} s`;
  }
  return stopBegan < at * 1000 ? `the pod stops at ${stopBegan / 1000} s already` : undefined;
}
