import { WIDTH, wrap } from './wrap';
import { ContainerRole, Pod } from '../kubernetes/pod';
import { LifecycleEvent, PodOutcome, Story, TimelineEvent } from '../simulator/timeline-event';

const LONGEST_NAME = 24;

/** A crash loop may fill pages with the same: only its beginning and its end are shown. */
const MOST_PANELS = 4;
const MOST_EVENTS = 50;
const LAST_EVENTS = 10;
const WIDEST_INTERVAL = 24;

/** What a lane shows between two instants. */
const LANE = { absent: ' ', starting: '░', running: '█', hook: '▓', stopping: '▒', backoff: '·' } as const;

type LaneState = keyof typeof LANE;

const LEGEND = '░ started, not up yet   █ up   ▓ pre-stop hook   ▒ told to stop   · waits to be started again';

const SENTENCES: Record<LifecycleEvent, string> = {
  [LifecycleEvent.STARTED]: 'starts',
  [LifecycleEvent.GATE_OPEN]: 'is up: its startup probe passes',
  [LifecycleEvent.GATE_FAILED]: 'is given up: its startup probe has failed too often',
  [LifecycleEvent.PRE_STOP_BEGIN]: 'pre-stop hook begins',
  [LifecycleEvent.PRE_STOP_END]: 'pre-stop hook is over',
  [LifecycleEvent.SIGTERM]: 'is told to stop (SIGTERM)',
  [LifecycleEvent.SIGKILL]: 'is killed (SIGKILL): it took too long',
  [LifecycleEvent.EXITED]: 'ends',
  [LifecycleEvent.BACKOFF]: 'must wait before it is started again (back-off)',
};

/** Draws a pod's life: lanes that show who runs when, then every event in words. */
export function drawTimeline(pod: Pod, story: Story): string {
  const { events } = story;
  const lines = events.length > 0 ? [...drawLanes(pod, events), '', ...listEvents(pod, events), ''] : [];
  return [...lines, ...wrap(summary(story), '', '  ')].join('\n');
}

/** Seconds as a person writes them. */
export function seconds(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function summary(story: Story): string {
  const ends: Record<PodOutcome, string> = {
    [PodOutcome.RUNNING]: 'the pod runs on',
    [PodOutcome.COMPLETED]: 'the pod completes',
    [PodOutcome.FAILED]: 'the pod fails',
    [PodOutcome.DELETED]: 'the pod is gone',
    [PodOutcome.STUCK]: 'the pod is stuck',
  };
  return `Outcome: ${ends[story.outcome]}, phase ${story.phase}${story.why ? `; ${story.why}` : ''}`;
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

function shorten(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

function intervals(events: readonly TimelineEvent[]): Interval[] {
  const instants = [...new Set(events.map(event => event.at))];
  return instants.map((at, index) => {
    const label = seconds(at);
    const lasts = (instants[index + 1] ?? at) - at;
    // Long waits are drawn shorter than they are, or a day of work would hide the second that matters.
    const width = Math.min(WIDEST_INTERVAL, Math.round(3 * Math.log2(1 + lasts)));
    return { at, label, width: Math.max(width, label.length + 1, 4) };
  });
}

/** Lanes that are wider than the page go on below. */
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
  // The exit code stands where the container ended.
  const mark = exit ? `▏${exit.code}` : '';
  return mark + stretch.slice(mark.length);
}

function listEvents(pod: Pod, events: readonly TimelineEvent[]): string[] {
  const timeWidth = Math.max(...events.map(event => seconds(event.at).length), 1);
  const nameWidth = Math.max(...pod.containers.map(container => shorten(container.name).length));
  const lines = events.map(event => {
    const sentence = event.code === undefined ? SENTENCES[event.event] : `${SENTENCES[event.event]} with code ${event.code}`;
    return `${seconds(event.at).padStart(timeWidth)} s  ${shorten(event.container).padEnd(nameWidth)}  ${sentence}`;
  });
  const left = lines.length - MOST_EVENTS;
  return left > 0
    ? [...lines.slice(0, MOST_EVENTS - LAST_EVENTS), `… ${left} more …`, ...lines.slice(-LAST_EVENTS)]
    : lines;
}
