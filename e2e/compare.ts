import { KubernetesVersion, LifecycleEvent, PodModel, Timeline, TimelineEvent } from '../src';
import { podOf, scenarioOf, Trace } from './trace';

/**
 * What a kubelet may add to a step, or take from it, in seconds: the simulator has no latency of its own.
 *
 * A gate may open a probe's period later. The stop of a pod that nobody deletes is two steps: something sees why, and something acts on it.
 */
export const STEP_TOLERANCE = 1.5;

/**
 * How late a kubelet may be after a back-off, in seconds. Up to Kubernetes 1.34 it looks only every 10 to 15 seconds whether a back-off is over; from 1.35
 * it wakes for it, but after up to half as long again.
 */
export const BACKOFF_LATENESS = 15;
export const BACKOFF_JITTER = 0.5;

/** What is predicted so many seconds earlier must come earlier, even where it is not the cause. */
const ORDER_GAP = 0.5;

/** Two lines of different processes this close together may be written in either order. */
const CLOCK_SLACK = 0.02;

/** Outcomes of a story that has no end. */
const OPEN = ['running', 'stuck'];

/** What the simulator and a kubelet say about the same pod, and where they disagree. */
export interface Comparison {
  readonly predicted: TimelineEvent[];
  readonly observed: TimelineEvent[];
  /** Sentences; none when they agree. */
  readonly differences: string[];
}

/** An event of the prediction and the same one as it was observed. */
interface Pair {
  readonly predicted: TimelineEvent;
  readonly observed: TimelineEvent;
}

/**
 * Compares a trace with the simulator's prediction: each container has the same events with the same exit codes, what causes something comes before it,
 * every step takes as long as predicted within the tolerance, phase and outcome are the same.
 */
export function compare(trace: Trace): Comparison {
  const pod = podOf(trace);
  const timeline = Timeline.of(pod, scenarioOf(trace));
  const isOpen = OPEN.includes(trace.observed.outcome);
  const blind = unseenHooks(trace, pod, timeline.events);
  const predicted = timeline.events.filter(event => !blind(event) && event.at <= (isOpen ? trace.observed.until - STEP_TOLERANCE : Infinity));
  const observed = trace.observed.events.filter(event => !blind(event));
  const { pairs, differences } = pair(pod, predicted, observed, isOpen);
  differences.push(...(differences.length > 0 ? [] : [...orderDifferences(pairs), ...timeDifferences(trace, pairs)]));
  // Nobody watched to the end: what the pod comes to after that is not known.
  const isCut = isOpen && !OPEN.includes(timeline.outcome) && timeline.events.some(event => event.at > trace.observed.until);
  // A pod that is deleted by force is gone before its phase changes.
  const keys = trace.scenario.deleteGracePeriod === 0 ? ['outcome'] as const : ['phase', 'outcome'] as const;
  for (const key of isCut ? [] : keys) {
    if (timeline[key] !== trace.observed[key]) {
      differences.push(`${key}: predicted ${timeline[key]}, observed ${trace.observed[key]}`);
    }
  }
  return { predicted, observed, differences };
}

/** Hooks that run in the kubelet leave no mark; one that the kubelet or the end of its container cuts short does not tell its end. */
function unseenHooks(trace: Trace, pod: PodModel, events: readonly TimelineEvent[]): (event: TimelineEvent) => boolean {
  return event => {
    const isEnd = event.event === LifecycleEvent.PRE_STOP_END;
    if (!isEnd && event.event !== LifecycleEvent.PRE_STOP_BEGIN) {
      return false;
    }
    const seconds = trace.scenario.containers[event.container]?.preStop ?? 0;
    const own = events.filter(({ container }) => container === event.container);
    const begin = own.find(candidate => candidate.event === LifecycleEvent.PRE_STOP_BEGIN)?.at ?? 0;
    const dies = own.find(candidate => candidate.event === LifecycleEvent.EXITED && candidate.at >= begin)?.at ?? Infinity;
    return !pod.container(event.container).spec.lifecycle?.preStop?.exec || (isEnd && (seconds >= pod.gracePeriodSeconds || dies <= begin + seconds));
  };
}

interface Paired {
  readonly pairs: Pair[];
  readonly differences: string[];
}

/** Pairs the events of each container in their order; of a story without an end only what was predicted is compared. */
function pair(pod: PodModel, predicted: readonly TimelineEvent[], observed: readonly TimelineEvent[], isOpen: boolean): Paired {
  const partners = new Map<TimelineEvent, TimelineEvent>();
  const differences: string[] = [];
  for (const { name } of pod.containers) {
    const expected = predicted.filter(event => event.container === name);
    const seen = observed.filter(event => event.container === name).slice(0, isOpen ? expected.length : undefined);
    if (expected.map(describe).join() !== seen.map(describe).join()) {
      differences.push(`'${name}': predicted ${expected.map(describe).join(', ') || 'nothing'}; observed ${seen.map(describe).join(', ') || 'nothing'}`);
    }
    expected.forEach((event, index) => seen[index] && partners.set(event, seen[index]));
  }
  const pairs = predicted.filter(event => partners.has(event)).map(event => ({ predicted: event, observed: partners.get(event)! }));
  return { pairs, differences };
}

function describe(event: TimelineEvent): string {
  return event.code === undefined ? event.event : `${event.event} ${event.code}`;
}

/** What causes something, or is predicted clearly before it, must have come first. */
function orderDifferences(pairs: readonly Pair[]): string[] {
  const differences: string[] = [];
  pairs.forEach((later, index) => {
    for (const earlier of pairs.slice(0, index)) {
      const isBound = later.predicted.at - earlier.predicted.at >= ORDER_GAP || isCause(earlier.predicted, later.predicted);
      if (isBound && earlier.observed.at > later.observed.at + CLOCK_SLACK) {
        differences.push(`order: '${earlier.predicted.container}' ${describe(earlier.predicted)} was predicted before '${later.predicted.container}' ${describe(later.predicted)}, observed after it`);
      }
    }
  });
  return differences;
}

/** Of two events at one instant: whether the first makes the second happen. */
function isCause(first: TimelineEvent, second: TimelineEvent): boolean {
  if (first.at !== second.at || first.container === second.container) {
    return false;
  }
  switch (second.event) {
    case LifecycleEvent.STARTED: return first.event === LifecycleEvent.GATE_OPEN || first.event === LifecycleEvent.EXITED;
    // A container that is killed at the end of the grace period ends when the others' patience does, too.
    case LifecycleEvent.SIGTERM: return first.event === LifecycleEvent.EXITED && first.code !== 137;
    default: return false;
  }
}

/** Whether a difference is one of time alone. */
export function isAboutTime(difference: string): boolean {
  return difference.startsWith('time: ');
}

/** A step counts from the event before it, from the event before it in the same container, or from what was just done to the pod. */
function timeDifferences(trace: Trace, pairs: readonly Pair[]): string[] {
  const version = KubernetesVersion.of(trace.kubernetes);
  const lags = pairs.map(({ predicted, observed }) => observed.at - predicted.at);
  const anchors = driven(trace);
  const pod = podOf(trace);
  return pairs.flatMap(({ predicted, observed }, index) => {
    const before = pairs.slice(0, index);
    const own = before.map(candidate => candidate.predicted.container).lastIndexOf(predicted.container);
    const references = [
      ...(index > 0 ? [lags[index - 1]] : [0]),
      ...(own >= 0 ? [lags[own]] : []),
      // Startup probes run on the clock of the pod, however late their container is.
      ...([LifecycleEvent.GATE_OPEN, LifecycleEvent.GATE_FAILED].includes(predicted.event) ? [0] : []),
      ...anchors.filter(anchor => isNext(anchor.at, before, predicted) && (anchor.isAccident || isStop(predicted))).map(anchor => anchor.lag),
    ];
    const sinceStart = before.slice(before.map(candidate => candidate.predicted.event).lastIndexOf(LifecycleEvent.STARTED) + 1);
    const isFirstStop = isStop(predicted) && trace.scenario.deleteAt === undefined && !sinceStart.some(({ predicted: earlier }) => isStop(earlier));
    const late = backoffLateness(before, predicted, version) + probePeriod(pod, predicted) + (isFirstStop ? STEP_TOLERANCE : 0);
    const fits = references.some(lag => lags[index] - lag >= -STEP_TOLERANCE && lags[index] - lag <= STEP_TOLERANCE + late);
    return fits ? [] : [`time: '${predicted.container}' ${describe(predicted)} was predicted at ${predicted.at} s, observed at ${observed.at} s, which is too far off its step`];
  });
}

/** Whether an event is the first after an instant, or one of several at once. */
function isNext(instant: number, before: readonly Pair[], event: TimelineEvent): boolean {
  return instant <= event.at && !before.some(({ predicted }) => predicted.at >= instant && predicted.at < event.at);
}

function isStop({ event }: TimelineEvent): boolean {
  return event === LifecycleEvent.SIGTERM || event === LifecycleEvent.PRE_STOP_BEGIN;
}

function probePeriod(pod: PodModel, { container, event }: TimelineEvent): number {
  return event === LifecycleEvent.GATE_OPEN ? pod.container(container).spec.startupProbe?.periodSeconds ?? 10 : 0;
}

function backoffLateness(before: readonly Pair[], event: TimelineEvent, version: KubernetesVersion): number {
  const held = before.map(candidate => candidate.predicted).filter(candidate => candidate.container === event.container).pop();
  if (event.event !== LifecycleEvent.STARTED || held?.event !== LifecycleEvent.BACKOFF) {
    return 0;
  }
  return version.minor <= 34 ? BACKOFF_LATENESS : (event.at - held.at) * BACKOFF_JITTER;
}

/** Something that was done to the pod. */
interface Anchor {
  readonly at: number;
  /** How much later it really was than the simulator's clock says. */
  readonly lag: number;
  /** It happened to one container; else it is an order to stop. */
  readonly isAccident: boolean;
}

function driven(trace: Trace): Anchor[] {
  const { deleteAt, containers } = trace.scenario;
  const pod = podOf(trace);
  const accidents = Object.values(containers).flatMap(behavior => [...(behavior.crashesAt ?? []), ...(behavior.livenessFailsAt ?? [])]);
  const deadlines: (number | undefined)[] = [pod.job?.activeDeadlineSeconds, pod.spec.activeDeadlineSeconds];
  return [
    ...accidents.map(at => ({ at, lag: 0, isAccident: true })),
    ...(deleteAt === undefined ? [] : [{ at: deleteAt, lag: 0, isAccident: false }]),
    ...deadlines.filter(at => at !== undefined).map(at => ({ at, lag: trace.observed.created, isAccident: false })),
  ];
}

/** The two timelines side by side, a line an event of either. */
export function sideBySide({ predicted, observed }: Comparison): string[] {
  const rows = new Map<string, [string, string]>();
  const fill = (events: readonly TimelineEvent[], side: 0 | 1) => {
    const counts = new Map<string, number>();
    for (const event of events) {
      const key = `${event.container} ${event.event}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      const row = rows.get(`${key} ${counts.get(key)}`) ?? ['', ''];
      row[side] = `${event.at.toFixed(2).padStart(7)} ${event.container} ${describe(event)}`;
      rows.set(`${key} ${counts.get(key)}`, row);
    }
  };
  fill(predicted, 0);
  fill(observed, 1);
  const width = Math.max(...[...rows.values()].map(([left]) => left.length), 'predicted'.length) + 2;
  return ['predicted'.padEnd(width) + 'observed', ...[...rows.values()].map(([left, right]) => left.padEnd(width) + right)];
}
