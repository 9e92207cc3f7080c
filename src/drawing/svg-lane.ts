import { FailingCalls, seconds } from './drawn-pod';
import { Exit, Lane, Phase, PHASE_NAMES, Span } from './lanes';
import { bar, element, percent, text } from './svg-element';
import { BOLD, labelInside, Row, widthOf } from './svg-row';
import { TimeScale } from './time-scale';

/** The heights of a lane: its line of text, its bar, and all of it. */
export const LANE = { text: 16, bar: 18, all: 44 } as const;

const LONGEST_NAME = 36;
/** A name does not begin further to the right than this. */
const LATEST_NAME = 0.5;

/** How spans of a phase are filled: by a pattern, or solid. */
const PATTERNS: { readonly [phase in Phase]?: string } = { waiting: 'w', starting: 's', hook: 'h', stopping: 't', backoff: 'b' };
const LABEL_STYLES: { readonly [phase in Phase]: string } = { waiting: 'm', starting: 'sl', up: 'on', hook: 'hl', stopping: 'tl1', backoff: 'm' };

/** Draws a container: its name, then a bar of its phases. */
export function drawLane(lane: Lane, scale: TimeScale, y: number, prefix: string, mark?: string): string {
  const row = new Row(y + LANE.text - 4);
  if (scale.gap) {
    row.keep(scale.gap.from, scale.gap.to);
  }
  const name = shorten(lane.name);
  const about = `${lane.role}${lane.injected ? ', injected' : ''}`;
  const top = y + LANE.text;
  // A name stands behind the line of the gate that holds the container back, if there is room.
  const starts = scale.at(lane.spans.find(({ phase }) => phase !== 'waiting')?.from ?? 0);
  const [at, shift] = starts > 0 && starts < LATEST_NAME ? [starts, 8] : [0, 0];
  const afterName = shift + Math.ceil(widthOf(name) * BOLD) + 6;
  const afterMark = mark === undefined ? afterName : afterName + Math.ceil(widthOf(mark)) + 8;
  const title = row.write(name, at, 'n', 'start', shift)
    + (mark === undefined ? '' : row.write(mark, at, 'dt', 'start', afterName))
    + row.write(about, at, 'm', 'start', afterMark);
  const exits = lane.exits.filter(({ at: end }) => !lane.failures.includes(end) && !scale.hides(end, end));
  return [
    ...lane.spans.filter(({ from, to }) => !scale.hides(from, to)).map(span => drawSpan(span, scale, top, prefix)),
    ...(lane.open ? [drawOpenEnd(lane, scale, top)] : []),
    ...(lane.injected ? [drawOutline(lane, scale, top)] : []),
    title,
    ...lane.failures.filter(failure => !scale.hides(failure, failure)).map(failure =>
      row.writeAt('gate fails', scale.at(failure), 'bad', ['end', 'start', 'middle'])),
    ...lane.failing.map(calls => drawFailing(calls, scale, row, top)),
    ...exits.map(exit => drawExit(exit, lane, scale, row, top, prefix)),
  ].join('');
}

/** Calls that fail: a line below the bar, and how many, above it or beside it. */
function drawFailing({ from, to, label }: FailingCalls, scale: TimeScale, row: Row, y: number): string {
  const [start, end] = [scale.at(from), scale.at(to)];
  return bar(start, end, y + LANE.bar + 3, 3, { class: 'ov' })
    + (row.writeAt(label, (start + end) / 2, 'bad', ['middle']) || row.writeAt(label, end, 'bad', ['start', 'end'], 6));
}

/** How a phase is filled. */
export function fillOf(phase: Phase, prefix: string): { readonly class?: string; readonly fill?: string } {
  const pattern = PATTERNS[phase];
  return pattern === undefined ? { class: 'up' } : { fill: `url(#${prefix}${pattern})` };
}

function drawSpan({ phase, from, to }: Span, scale: TimeScale, y: number, prefix: string): string {
  const [start, end] = [scale.at(from), scale.at(to)];
  const rectangle = bar(start, end, y, LANE.bar, fillOf(phase, prefix));
  // The end of a lane that goes on fades, and has dots.
  const room = to === Infinity && phase !== 'waiting' ? Math.max(start, scale.end) : end;
  return rectangle + labelInside(formsOf(phase, to - from), start, room, y + 13, LABEL_STYLES[phase]);
}

/** What a span says, from the longest form to the shortest one. */
function formsOf(phase: Phase, lasts: number): string[] {
  const isEndless = !Number.isFinite(lasts);
  const time = isEndless ? '…' : `${seconds(lasts)} s`;
  // The end of a lane that goes on has dots of its own.
  const alone = isEndless ? [] : [time];
  switch (phase) {
    case 'waiting': return [PHASE_NAMES.waiting];
    case 'up': return [];
    case 'hook': return [`${PHASE_NAMES.hook} ${time}`, `preStop ${time}`, ...alone];
    default: return [`${PHASE_NAMES[phase]} ${time}`, ...alone];
  }
}

/** A pod that lives on: the last phase fades. */
function drawOpenEnd({ spans }: Lane, scale: TimeScale, y: number): string {
  const style = spans[spans.length - 1]?.phase === 'up' ? 'on e' : 'e';
  return bar(scale.end, 1, y, LANE.bar, { class: 'bg', opacity: 0.4 }) + text('…', '99%', y + 12, style);
}

function drawOutline({ spans, open }: Lane, scale: TimeScale, y: number): string {
  const own = spans.filter(({ phase }) => phase !== 'waiting');
  const from = scale.at(own[0]?.from ?? 0);
  const to = open ? 1 : scale.at(own[own.length - 1]?.to ?? 0);
  return to > from ? bar(from, to, y - 1, LANE.bar + 2, { class: 'inj' }) : '';
}

function drawExit({ at, code, killed }: Exit, lane: Lane, scale: TimeScale, row: Row, y: number, prefix: string): string {
  const position = scale.at(at);
  const mark = killed
    ? element('use', { href: `#${prefix}k`, x: percent(position), y: y + LANE.bar / 2 })
    : element('line', { class: 'ex', x1: percent(position), y1: y - 2, x2: percent(position), y2: y + LANE.bar + 2 });
  const label = killed ? `killed, exit ${code}` : `exit ${code}`;
  const next = lane.spans.find(({ from }) => from >= at);
  const style = code === 0 ? 'm' : 'bad';
  const beside = next === undefined && !lane.open ? new Row(y + 13) : undefined;
  return mark + (beside?.write(label, position, style, 'start', killed ? 10 : 6)
    || row.writeAt(label, position, style, ['middle', 'end', 'start']));
}

function shorten(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}
