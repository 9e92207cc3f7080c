import { WIDTH, wrap } from './wrap';
import { safeLine } from '../data/safe-text';
import { ContainerRole, Pod } from '../kubernetes/pod';
import { LifecycleEvent, PodOutcome, SimulationResult, TimelineEvent } from '../simulator/timeline-event';

const LONGEST_NAME = 24;

/** A crash loop may repeat for pages: only its start and its end are shown. */
const MOST_PANELS = 4;
const MOST_EVENTS = 50;
const LAST_EVENTS = 10;
const WIDEST_INTERVAL = 24;

/** What a lane shows between two instants. */
const LANE = { absent: ' ', starting: '░', running: '█', hook: '▓', stopping: '▒', backoff: '·' } as const;

type LaneState = keyof typeof LANE;

const LEGEND = '░ starting   █ up   ▓ preStop hook   ▒ stopping after SIGTERM   · restart back-off';

const SENTENCES: Record<LifecycleEvent, string> = {
  [LifecycleEvent.STARTED]: 'starts',
  [LifecycleEvent.GATE_OPEN]: 'is up: its startup probe passes',
  [LifecycleEvent.GATE_FAILED]: 'fails its startup probe for the last time: the kubelet kills it',
  [LifecycleEvent.PRE_STOP_BEGIN]: 'preStop hook starts',
  [LifecycleEvent.PRE_STOP_END]: 'preStop hook ends',
  [LifecycleEvent.SIGTERM]: 'receives SIGTERM',
  [LifecycleEvent.SIGKILL]: 'is killed with SIGKILL: its time to stop is up',
  [LifecycleEvent.EXITED]: 'exits',
  [LifecycleEvent.BACKOFF]: 'waits for the restart back-off',
};

/** Draws a pod's timeline: lanes that show when each container runs, then a list of all events. */
export function drawTimeline(pod: Pod, result: SimulationResult): string {
  const { events } = result;
  const lines = events.length > 0 ? [...drawLanes(pod, events), '', ...listEvents(pod, events), ''] : [];
  return [...lines, ...wrap(summary(result), '', '  ')].join('\n');
}

/** Formats seconds to the millisecond. */
export function seconds(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function summary(result: SimulationResult): string {
  const ends: Record<PodOutcome, string> = {
    [PodOutcome.RUNNING]: 'the pod keeps running',
    [PodOutcome.COMPLETED]: 'the pod completes',
    [PodOutcome.FAILED]: 'the pod fails',
    [PodOutcome.DELETED]: 'the pod is deleted',
    [PodOutcome.STUCK]: 'the pod is stuck',
  };
  return `Outcome: ${ends[result.outcome]}, phase ${result.phase}${result.why ? `; ${result.why}` : ''}`;
}

/** One stretch of time between two instants at which something happens, and the columns that it gets. */
interface Interval {
  readonly at: number;
  readonly label: string;
  readonly width: number;
}

function drawLanes(pod: Pod, events: readonly TimelineEvent[]): string[] {
  const names = pod.containers.map(container => shorten(container.name));
  const nameWidth = Math.max(...names.map(name => name.length), 'seconds'.length);
  const margin = nameWidth + 'sidecar'.length + 4;
  const lines: string[] = [];
  const lanes = laneHistories(pod, events);
  const all = panels(intervals(events), WIDTH - margin);
  const shown = all.length > MOST_PANELS ? [...all.slice(0, MOST_PANELS - 1), ...all.slice(-1)] : all;
  for (const panel of shown) {
    lines.push(...(lines.length > 0 ? [''] : []));
    lines.push(...(all.length > MOST_PANELS && panel === shown[MOST_PANELS - 1] ? ['… and so on, until …', ''] : []));
    lines.push('seconds'.padEnd(margin) + panel.map(interval => interval.label.padEnd(interval.width)).join('').trimEnd());
    pod.containers.forEach((container, index) => {
      const lane = panel.map(interval => drawStretch(lanes[index], interval)).join('');
      lines.push(`${names[index].padEnd(nameWidth)}  ${container.role.padEnd('sidecar'.length)}  ${lane}`.trimEnd());
    });
  }
  return [...lines, '', LEGEND];
}

function shorten(given: string): string {
  const name = safeLine(given);
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

function intervals(events: readonly TimelineEvent[]): Interval[] {
  const instants = [...new Set(events.map(event => event.at))];
  return instants.map((at, index) => {
    const label = seconds(at);
    const lasts = (instants[index + 1] ?? at) - at;
    // The scale is logarithmic: otherwise a day of work would hide the second that matters.
    const width = Math.min(WIDEST_INTERVAL, Math.round(3 * Math.log2(1 + lasts)));
    return { at, label, width: Math.max(width, label.length + 1, 4) };
  });
}

/** Lanes that are wider than the page continue below. */
function panels(all: readonly Interval[], width: number): Interval[][] {
  const result: Interval[][] = [];
  let used = Infinity;
  for (const interval of all) {
    if (used + interval.width > width) {
      result.push([]);
      used = 0;
    }
    result[result.length - 1].push(interval);
    used += interval.width;
  }
  return result;
}

/** A container's state after each of its events, by instant; an exit also carries its code. */
type History = readonly { readonly at: number; readonly state: LaneState; readonly code?: number }[];

function laneHistories(pod: Pod, events: readonly TimelineEvent[]): History[] {
  return pod.containers.map(container => {
    const history: { at: number; state: LaneState; code?: number }[] = [];
    for (const event of events.filter(candidate => candidate.container === container.name)) {
      const gated = container.spec.startupProbe !== undefined && container.role !== ContainerRole.INIT;
      const state = stateAfter(event, gated, history[history.length - 1]?.state ?? 'absent');
      history.push({ at: event.at, state, code: event.code });
    }
    return history;
  });
}

function stateAfter(event: TimelineEvent, gated: boolean, before: LaneState): LaneState {
  switch (event.event) {
    case LifecycleEvent.STARTED: return gated ? 'starting' : 'running';
    case LifecycleEvent.GATE_OPEN: return 'running';
    case LifecycleEvent.PRE_STOP_BEGIN: return 'hook';
    case LifecycleEvent.PRE_STOP_END: return before === 'absent' ? 'absent' : 'running';
    case LifecycleEvent.SIGTERM: return 'stopping';
    case LifecycleEvent.EXITED: return 'absent';
    case LifecycleEvent.BACKOFF: return 'backoff';
    default: return before;
  }
}

function drawStretch(history: History, interval: Interval): string {
  const past = history.filter(entry => entry.at <= interval.at);
  const stretch = LANE[past[past.length - 1]?.state ?? 'absent'].repeat(interval.width);
  const exit = past.filter(entry => entry.at === interval.at && entry.code !== undefined).pop();
  // The exit code is drawn where the container exits.
  const mark = exit ? `▏${exit.code}` : '';
  return mark + stretch.slice(mark.length);
}

function listEvents(pod: Pod, events: readonly TimelineEvent[]): string[] {
  const timeWidth = Math.max(...events.map(event => seconds(event.at).length), 1);
  const nameWidth = Math.max(...pod.containers.map(container => shorten(container.name).length));
  const lines = events.map(event => {
    const sentence = event.code === undefined ? SENTENCES[event.event] : `${SENTENCES[event.event]} with code ${event.code}`;
    return `${seconds(event.at).padStart(timeWidth)} s  ${shorten(event.container).padEnd(nameWidth)}  ${safeLine(sentence)}`;
  });
  const left = lines.length - MOST_EVENTS;
  return left > 0
    ? [...lines.slice(0, MOST_EVENTS - LAST_EVENTS), `… ${left} more …`, ...lines.slice(-LAST_EVENTS)]
    : lines;
}
