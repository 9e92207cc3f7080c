import { DrawnPod, seconds } from './drawn-pod';
import { graceOf, GraceShare } from './grace';
import { extentOf, Lane, lanesOf, Phase, PHASE_NAMES, Span } from './lanes';
import { OUTCOMES } from './sentences';
import { safeLine } from '../data/safe-text';
import { PodOutcome } from '../simulator/timeline-event';

/** How Mermaid draws a phase: with the style of a task that is done or active. Only what goes wrong is critical. */
const STYLES: { readonly [phase in Phase]?: string } = { starting: 'active, ', hook: 'done, ', stopping: 'done, ', backoff: 'active, ' };
/** What uses the grace period, before the name of the container: Mermaid would read a row that begins with a name such as `click` or `2024-01-01` as a statement. */
const SHARES: { readonly [what in GraceShare['what']]: string } = { hook: 'preStop hook of', stopping: 'shutdown of' };
/** A crash loop may repeat for pages: only its start is shown. */
const MOST_SPANS = 24;
/** The room for the names of the sections, in pixels. */
const WIDEST_NAMES = 260;
/** How much of the time is added if the pod lives on. */
const OPEN_END = 0.1;

/** Draws a pod's life as a Gantt chart of Mermaid, for Markdown on code hosts. */
export function drawMermaid(drawn: DrawnPod, title = drawn.pod.title): string {
  return chart(title, sections(drawn, '', endOf([drawn])));
}

/** Draws two lives of a pod as one Gantt chart, on one axis. */
export function drawMermaidComparison(before: DrawnPod, after: DrawnPod, title = after.pod.title): string {
  const end = endOf([before, after]);
  return chart(title, [...sections(before, 'before ', end), ...sections(after, 'after ', end)]);
}

function chart(title: string, lines: readonly string[]): string {
  const longest = Math.max(...lines.filter(line => line.startsWith('section ')).map(line => line.length - 'section '.length));
  const padding = Math.min(WIDEST_NAMES, Math.max(75, longest * 7));
  // The times are milliseconds since the epoch, so that '%s' shows the seconds of the pod in every time zone.
  const heading = safe(title).trim() === '' ? [] : [`  title ${safe(title)}`];
  return [`%%{init: {"gantt": {"leftPadding": ${padding}}}}%%`, 'gantt', ...heading, '  dateFormat x', '  axisFormat %s s', ...lines.map(line => `  ${line}`)].join('\n');
}

function endOf(all: readonly DrawnPod[]): number {
  const end = Math.max(...all.map(drawn => Math.max(extentOf(drawn).end, graceOf(drawn)?.deadline ?? 0)), 1);
  return all.some(drawn => extentOf(drawn).open) ? end * (1 + OPEN_END) : end;
}

function sections(drawn: DrawnPod, prefix: string, end: number): string[] {
  return [
    ...lanesOf(drawn).flatMap(lane => [`section ${safe(`${prefix}${lane.name}`)} (${lane.role}${lane.injected ? ', injected' : ''})`, ...tasks(lane, end)]),
    ...graceTasks(drawn, prefix),
    `section ${safe(prefix)}pod`,
    milestone(drawn, end),
  ];
}

function tasks({ spans, exits, open }: Lane, end: number): string[] {
  const shown = spans.filter(({ phase }) => phase !== 'waiting').slice(0, MOST_SPANS);
  const last = open ? spans[spans.length - 1] : undefined;
  const marks = exits.filter(({ killed, code }) => killed || code !== 0).slice(0, MOST_SPANS);
  return [
    ...shown.map(span => task(`${PHASE_NAMES[span.phase]}${span === last ? ' and so on' : ` ${seconds(span.to - span.from)} s`}`, span, end, STYLES[span.phase])),
    ...marks.map(({ at, code, killed }) => `${killed ? 'killed with' : 'exit'} ${code} :crit, milestone, ${milliseconds(at)}, 0ms`),
    // A section without a task is not drawn.
    ...(shown.length === 0 ? [`never starts :milestone, ${milliseconds(end)}, 0ms`] : []),
  ];
}

function graceTasks(drawn: DrawnPod, prefix: string): string[] {
  const grace = graceOf(drawn);
  if (!grace) {
    return [];
  }
  const { shares, ends, deadline, left } = grace;
  return [
    `section ${safe(prefix)}grace period ${drawn.pod.gracePeriodSeconds} s`,
    ...shares.map(({ container, what, from, to }) => task(`${SHARES[what]} ${container} ${seconds(to - from)} s`, { phase: what, from, to }, Infinity, STYLES[what])),
    ...(left > 0 ? [task(`${seconds(left)} s left`, { phase: 'up', from: ends, to: deadline }, Infinity)] : []),
  ];
}

function milestone({ pod, result }: DrawnPod, end: number): string {
  const { outcome, events, stopBegan = 0 } = result;
  const last = events[events.length - 1]?.at ?? 0;
  const at = outcome === PodOutcome.RUNNING || outcome === PodOutcome.STUCK ? end : outcome === PodOutcome.DELETED ? stopBegan / 1000 : last;
  const style = outcome === PodOutcome.STUCK || outcome === PodOutcome.FAILED ? 'crit, ' : '';
  return `${pod.job ? 'the Job' : 'the pod'} ${OUTCOMES[outcome]} :${style}milestone, ${milliseconds(at)}, 0ms`;
}

function task(label: string, { from, to }: Span, end: number, style = ''): string {
  return `${safe(label)} :${style}${milliseconds(from)}, ${milliseconds(Math.min(to, end)) - milliseconds(from)}ms`;
}

function milliseconds(time: number): number {
  return Math.round(time * 1000);
}

/** Text in which nothing ends a line or a name, or begins a comment, a directive or an entity. */
function safe(text: string): string {
  return safeLine(text).replace(/[:;,#%{}<>&"`\\]/g, '_');
}
