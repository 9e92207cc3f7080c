import { DrawnPod, seconds } from './drawn-pod';
import { gateLines } from './gate-lines';
import { Grace, graceOf, requestsUntil } from './grace';
import { Lane, lanesOf } from './lanes';
import { Signs } from './text-signs';
import { safeLine } from '../data/safe-text';

const LONGEST_NAME = 24;
const WIDEST_INTERVAL = 24;

/** One stretch of time between two instants at which something happens, and the columns that it gets. */
export interface Interval {
  readonly at: number;
  /** When the next one begins; infinite for the last one. */
  readonly until: number;
  readonly label: string;
  readonly width: number;
}

/** One row of a drawing: its name, what it is, and its picture. */
export interface TextRow {
  readonly name: string;
  readonly about: string;
  readonly draw: (interval: Interval) => string;
  /** It is left out where it is empty. */
  readonly isOptional?: boolean;
}

/** The stretches between instants. */
export function intervalsOf(instants: readonly number[]): Interval[] {
  const sorted = [...new Set(instants)].sort((a, b) => a - b);
  return sorted.map((at, index) => {
    const label = seconds(at);
    const until = sorted[index + 1] ?? Infinity;
    // The scale is logarithmic: otherwise a day of work would hide the second that matters.
    const width = Number.isFinite(until) ? Math.min(WIDEST_INTERVAL, Math.round(3 * Math.log2(1 + until - at))) : 0;
    return { at, until, label, width: Math.max(width, label.length + 1, 4) };
  });
}

/** A row for each container in start order, then the grace period and the requests that still arrive. */
export function rowsOf(drawn: DrawnPod, signs: Signs): TextRow[] {
  const held = new Set(gateLines(drawn).filter(({ starts }) => starts !== undefined).flatMap(({ first, last }) => range(first, last)));
  const grace = graceOf(drawn);
  const until = requestsUntil(drawn);
  return [
    ...lanesOf(drawn).map((lane, index) => laneRow(lane, held.has(index), signs)),
    ...(grace ? [rulerRow(grace, drawn, signs)] : []),
    ...(grace && until !== undefined ? [requestsRow(grace.began, until, signs)] : []),
  ];
}

/** A name that fits into its column. */
export function shorten(given: string, signs: Signs): string {
  const name = safeLine(given);
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}${signs.cut}` : name;
}

function laneRow(lane: Lane, held: boolean, signs: Signs): TextRow {
  return {
    name: shorten(lane.name, signs),
    about: lane.injected ? `${lane.role}*` : lane.role,
    draw: interval => {
      const { at, until, width } = interval;
      const span = lane.spans.find(({ from, to }) => from <= at && to > at);
      const stretch = span === undefined || !(Number.isFinite(until) || lane.open) ? ' '.repeat(width) : signs.phases[span.phase].repeat(width);
      const exit = lane.exits.filter(one => one.at === at).pop();
      // The exit code is drawn where the container exits.
      const mark = exit ? `${exit.killed ? signs.killed : signs.exit}${exit.code}` : '';
      const startsNext = held && span?.phase === 'waiting' && span.to === until;
      const drawnStretch = mark + stretch.slice(mark.length);
      return startsNext ? drawnStretch.slice(0, -1) + signs.held : drawnStretch;
    },
  };
}

function rulerRow({ began, ends, shares }: Grace, { pod }: DrawnPod, { ruler, cut }: Signs): TextRow {
  return {
    name: 'grace',
    isOptional: true,
    about: `${pod.gracePeriodSeconds} s`,
    draw: ({ at, width }) => {
      if (at === ends) {
        return `${at === began ? ruler.from : ''}${ruler.to}`.padEnd(width);
      }
      if (at < began || at > ends) {
        return ' '.repeat(width);
      }
      const share = shares.find(({ from }) => from === at);
      const label = share ? safeLine(share.container) : '';
      const shown = label.length > width - 1 ? `${label.slice(0, width - 2)}${cut}` : label;
      return `${share || at === began ? ruler.from : ruler.line}${shown}`.padEnd(width, ruler.line);
    },
  };
}

function requestsRow(from: number, to: number, { requests }: Signs): TextRow {
  return {
    name: 'requests',
    isOptional: true,
    about: 'arrive',
    draw: ({ at, until, width }) => {
      const share = at < from || at >= to ? 0 : Number.isFinite(until) ? Math.min(1, (to - at) / (until - at)) : 1;
      return requests.repeat(Math.round(width * share)).padEnd(width);
    },
  };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
