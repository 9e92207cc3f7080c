import { DrawnPod, seconds } from './drawn-pod';
import { GateLine, gateLines } from './gate-lines';
import { Grace, graceOf, requestsUntil } from './grace';
import { extentOf, Lane, lanesOf, Span } from './lanes';
import { bar, element, percent, text, upright } from './svg-element';
import { drawLane, fillOf, LANE } from './svg-lane';
import { labelInside, Row } from './svg-row';
import { Gap, TimeScale } from './time-scale';
import { PodOutcome } from '../simulator/timeline-event';

const FLAG = 16;
const RULER = { text: 18, bar: 12, all: 38 } as const;

/** A drawn part of a picture. */
export interface Panel {
  readonly svg: string;
  readonly height: number;
}

/** What differs from another life of the pod, by container. */
export interface Marks {
  /** The number of the sentence about it. */
  readonly numbers: ReadonlyMap<string, string>;
  /** When it differs. */
  readonly spans: ReadonlyMap<string, readonly Span[]>;
}

/** The instants that a picture of a pod shows. */
export function instantsOf(drawn: DrawnPod): number[] {
  const grace = graceOf(drawn);
  const requests = requestsUntil(drawn);
  return [...drawn.result.events.map(({ at }) => at), ...(grace ? [grace.began, grace.deadline] : []), ...(requests === undefined ? [] : [requests])];
}

/** Draws one pod on a scale: flags, lanes in start order with the gates between them, and the ruler of the grace period. */
export function drawPanel(drawn: DrawnPod, scale: TimeScale, y: number, prefix: string, marks?: Marks): Panel {
  const lanes = lanesOf(drawn);
  const grace = graceOf(drawn);
  const flags = flagsOf(drawn, grace);
  const top = y + flags.length * FLAG;
  const bottom = top + lanes.length * LANE.all;
  const gates = gateLines(drawn);
  const parts = [
    ...drawRequests(drawn, grace, scale, top, bottom),
    ...flags.map((flag, index) => drawFlag(flag, scale, y + index * FLAG, bottom)),
    ...gates.map(gate => drawGate(gate, lanes, scale, top)),
    ...lanes.map((lane, index) => drawLane(lane, scale, top + index * LANE.all, prefix, marks?.numbers.get(lane.name))),
    ...lanes.map((lane, index) => (marks?.spans.get(lane.name) ?? []).map(span => drawDifference(span, scale, barOf(index, top))).join('')),
    ...gates.map(gate => drawGateMarks(gate, scale, top, prefix)),
    ...(scale.gap ? [drawGap(scale.gap, top, bottom)] : []),
    ...(grace ? [drawRuler(grace, drawn, scale, bottom, prefix)] : []),
  ];
  return { svg: parts.join(''), height: bottom + (grace ? RULER.all : 0) - y };
}

interface Flag {
  readonly at: number;
  readonly label: string;
  readonly line: string;
  readonly style: string;
}

function isDeleted({ result: { outcome } }: DrawnPod): boolean {
  return outcome === PodOutcome.DELETED;
}

function flagsOf(drawn: DrawnPod, grace: Grace | undefined): Flag[] {
  const { pod, result: { outcome, why } } = drawn;
  const subject = pod.job ? 'the Job' : 'the pod';
  const { end } = extentOf(drawn);
  const stop: Flag[] = grace ? [{ at: grace.began, line: 'v', style: '', label: isDeleted(drawn) ? 'the pod is deleted' : why === undefined ? 'the work is done: the sidecars stop' : 'the pod is stopped' }] : [];
  switch (outcome) {
    case PodOutcome.COMPLETED: return [...stop, { at: end, line: 'ok', style: 'okt', label: `${subject} completes` }];
    case PodOutcome.FAILED: return [...stop, { at: end, line: 'gx', style: 'bad', label: `${subject} fails` }];
    case PodOutcome.STUCK: return [...stop, { at: Infinity, line: 'gx', style: 'bad', label: pod.job ? 'the Job never completes' : 'the pod is stuck' }];
    default: return stop;
  }
}

function drawFlag({ at, label, line, style }: Flag, scale: TimeScale, y: number, bottom: number): string {
  const position = scale.at(at);
  return upright(position, y + 3, bottom, line) + new Row(y + 12).writeAlways(label, position, style, 5);
}

/** Clients learn late that a pod terminates: until then, requests still arrive. */
function drawRequests(drawn: DrawnPod, grace: Grace | undefined, scale: TimeScale, top: number, bottom: number): string[] {
  const until = requestsUntil(drawn);
  if (!grace || until === undefined) {
    return [];
  }
  const [from, to] = [scale.at(grace.began), scale.at(until)];
  return [bar(from, to, top, bottom - top, { class: 'rq' }), upright(from, top, bottom, 're'), upright(to, top, bottom, 're')];
}

/** The middle of a crash loop is left out. */
function drawGap({ from, to }: Gap, top: number, bottom: number): string {
  return bar(from, to, top, bottom - top, { class: 'bg' }) + text('and so on', percent((from + to) / 2), (top + bottom) / 2, 'm c');
}

function drawDifference({ from, to }: Span, scale: TimeScale, y: number): string {
  return bar(scale.at(from), scale.at(to), y + LANE.bar + 3, 3, { class: 'df' });
}

function barOf(index: number, top: number): number {
  return top + index * LANE.all + LANE.text;
}

function gatePosition({ gate, opens }: GateLine, lanes: readonly Lane[], scale: TimeScale): number {
  return opens === undefined ? scale.at(lanes[gate].failures[0] ?? Infinity) : scale.at(opens);
}

function drawGate(line: GateLine, lanes: readonly Lane[], scale: TimeScale, top: number): string {
  const { gate, last, opens, starts } = line;
  const from = gatePosition(line, lanes, scale);
  const to = opens === undefined || starts === undefined ? from : scale.at(starts);
  return element('line', {
    class: opens === undefined ? 'gx' : 'g',
    x1: percent(from),
    y1: barOf(gate, top) + LANE.bar / 2,
    x2: percent(to),
    y2: barOf(last, top) + (opens === undefined ? LANE.bar : 0),
  });
}

function drawGateMarks(line: GateLine, scale: TimeScale, top: number, prefix: string): string {
  const { gate, first, last, opens, starts } = line;
  if (opens === undefined) {
    return '';
  }
  const held = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const arrows = starts === undefined ? [] : held.map(index => element('use', { href: `#${prefix}a`, x: percent(scale.at(starts)), y: barOf(index, top) }));
  return [element('use', { href: `#${prefix}o`, x: percent(scale.at(opens)), y: barOf(gate, top) + LANE.bar / 2 }), ...arrows].join('');
}

function drawRuler({ began, deadline, ends, shares, left }: Grace, { pod }: DrawnPod, scale: TimeScale, y: number, prefix: string): string {
  const [from, to] = [scale.at(began), scale.at(deadline)];
  const top = y + RULER.text;
  const kept = left < 0 ? `used up, and ${seconds(-left)} s more` : `${seconds(left)} s left`;
  const title = new Row(y + 14).writeAlways(`grace period ${pod.gracePeriodSeconds} s: ${kept}`, from, left < 0 ? 'bad' : '');
  const usage = shares.map(({ container, what, from: start, to: end }) => {
    const forms = [`${container} ${seconds(end - start)} s`, container, `${seconds(end - start)} s`];
    return bar(scale.at(start), scale.at(end), top, RULER.bar, fillOf(what, prefix))
      + labelInside(forms, scale.at(start), scale.at(end), top + 10, what === 'hook' ? 'hl' : 'tl1');
  });
  const over = left < 0 ? bar(to, scale.at(ends), top + RULER.bar, 3, { class: 'ov' }) : '';
  return [
    title,
    bar(from, to, top, RULER.bar, { class: 'ob' }),
    ...usage,
    over,
    upright(from, top - 3, top + RULER.bar + 3, 'ex'),
    upright(to, top - 3, top + RULER.bar + 3, 'ex'),
  ].join('');
}
