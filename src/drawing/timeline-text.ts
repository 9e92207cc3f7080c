import { differencesBetween } from './differences';
import { DrawnPod, seconds } from './drawn-pod';
import { graceOf, requestsUntil } from './grace';
import { lanesOf, Phase, PHASE_NAMES } from './lanes';
import { TimelineTextOptions } from './picture-options';
import { eventSentence, outcomeSentence } from './sentences';
import { Interval, intervalsOf, rowsOf, shorten } from './text-rows';
import { ASCII, Signs, UNICODE } from './text-signs';
import { WIDTH, wrap } from './wrap';
import { safeLine } from '../data/safe-text';

/** A crash loop may repeat for pages: only its start and its end are shown. */
const MOST_PANELS = 4;
const MOST_EVENTS = 50;
/** Names, roles and a few columns of time need this much. */
const NARROWEST = 60;
const LAST_EVENTS = 10;

interface Layout {
  readonly width: number;
  readonly signs: Signs;
}

/** Draws a pod's timeline: lanes that show when each container runs, then a list of all events. */
export function drawTimeline(drawn: DrawnPod, layout: TimelineTextOptions = {}): string {
  const settled = settle(layout);
  const lines = drawn.result.events.length > 0 ? [...drawLanes([{ drawn }], settled), '', ...listEvents(drawn, settled), ''] : [];
  return [...lines, ...[...graceSentences(drawn), outcomeSentence(drawn.result)].flatMap(sentence => wrap(sentence, '', '  ', settled.width))].join('\n');
}

/** Draws two lives of a pod above one another on one axis, then lists what differs. */
export function drawTimelines(before: DrawnPod, after: DrawnPod, layout: TimelineTextOptions = {}): string {
  const settled = settle(layout);
  const differences = differencesBetween(before, after).map(({ sentence }) => sentence);
  return [
    ...drawLanes([{ drawn: before, title: 'Before' }, { drawn: after, title: 'After' }], settled),
    '',
    ...(differences.length === 0 ? ['No difference'] : ['Differences:', ...differences.flatMap(sentence => wrap(safeLine(sentence), '  - ', '    ', settled.width))]),
    '',
    ...wrap(outcomeSentence(before.result).replace('Outcome', 'Before'), '', '  ', settled.width),
    ...wrap(outcomeSentence(after.result).replace('Outcome', 'After'), '', '  ', settled.width),
  ].join('\n');
}

/** Who uses the grace period, and what is left of it. */
function graceSentences(drawn: DrawnPod): string[] {
  const grace = graceOf(drawn);
  if (!grace) {
    return [];
  }
  const { shares, left, began, ends } = grace;
  const parts = shares.map(({ container, what, from, to }) => `${safeLine(container)} ${what === 'hook' ? 'preStop ' : ''}${seconds(to - from)} s`);
  const used = parts.length > 1 ? `${parts.join(' + ')} = ${seconds(ends - began)} s` : parts[0] ?? '0 s';
  return [`Grace period: ${used} of ${drawn.pod.gracePeriodSeconds} s, ${left < 0 ? `${seconds(-left)} s too long` : `${seconds(left)} s left`}`];
}

function settle({ width = WIDTH, ascii = false }: TimelineTextOptions): Layout {
  return { width: Math.max(NARROWEST, width), signs: ascii ? ASCII : UNICODE };
}

interface Group {
  readonly drawn: DrawnPod;
  readonly title?: string;
}

function drawLanes(groups: readonly Group[], { width, signs }: Layout): string[] {
  const rows = groups.map(({ drawn }) => rowsOf(drawn, signs));
  const nameWidth = Math.max(...rows.flat().map(({ name }) => name.length), 'seconds'.length);
  const aboutWidth = Math.max(...rows.flat().map(({ about }) => about.length), 'sidecar'.length);
  const margin = nameWidth + aboutWidth + 4;
  const lines: string[] = [];
  const all = panels(intervalsOf(groups.flatMap(({ drawn }) => instantsOf(drawn))), width - margin);
  const shown = all.length > MOST_PANELS ? [...all.slice(0, MOST_PANELS - 1), ...all.slice(-1)] : all;
  for (const panel of shown) {
    lines.push(...(lines.length > 0 ? [''] : []));
    lines.push(...(all.length > MOST_PANELS && panel === shown[MOST_PANELS - 1] ? [`${signs === ASCII ? '...' : '…'} and so on, until ${signs === ASCII ? '...' : '…'}`, ''] : []));
    lines.push('seconds'.padEnd(margin) + panel.map(interval => interval.label.padEnd(interval.width)).join('').trimEnd());
    groups.forEach(({ title }, index) => {
      lines.push(...(title === undefined ? [] : [title]));
      lines.push(...rows[index].flatMap(({ name, about, draw, isOptional }) => {
        const picture = panel.map(draw).join('').trimEnd();
        return isOptional && picture === '' ? [] : [`${name.padEnd(nameWidth)}  ${about.padEnd(aboutWidth)}  ${picture}`.trimEnd()];
      }));
    });
  }
  return [...lines, '', ...legend(groups.map(({ drawn }) => drawn), width, signs)];
}

function instantsOf(drawn: DrawnPod): number[] {
  const grace = graceOf(drawn);
  return [...drawn.result.events.map(({ at }) => at), ...(grace ? [grace.began] : [])];
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

function legend(all: readonly DrawnPod[], width: number, signs: Signs): string[] {
  const lanes = all.flatMap(lanesOf);
  const after = all.some(({ result }) => result.events.some(({ signal }) => signal !== undefined)) ? ' after the stop signal' : ' after SIGTERM';
  const used = new Set(lanes.flatMap(({ spans }) => spans.map(({ phase }) => phase)));
  const items = [
    ...(Object.keys(PHASE_NAMES) as Phase[]).filter(phase => used.has(phase)).map(phase => `${signs.phases[phase]} ${PHASE_NAMES[phase]}${phase === 'stopping' ? after : ''}`),
    ...(lanes.some(({ exits }) => exits.some(({ killed }) => killed)) ? [`${signs.killed} killed`] : []),
    ...(lanes.some(({ injected }) => injected) ? ['* injected'] : []),
    ...(all.some(drawn => requestsUntil(drawn) !== undefined) ? [`${signs.requests} requests that still arrive`] : []),
  ];
  const lines = [''];
  for (const item of items) {
    const last = lines[lines.length - 1];
    const longer = last === '' ? item : `${last}   ${item}`;
    lines.splice(longer.length > width ? lines.length : lines.length - 1, 1, longer.length > width ? item : longer);
  }
  return lines;
}

function listEvents({ pod, result: { events } }: DrawnPod, { signs, width }: Layout): string[] {
  const timeWidth = Math.max(...events.map(event => seconds(event.at).length), 1);
  const nameWidth = Math.max(...pod.containers.map(container => shorten(container.name, signs).length));
  const indent = ' '.repeat(timeWidth + nameWidth + 6);
  const lines = events.map(event => {
    const head = `${seconds(event.at).padStart(timeWidth)} s  ${shorten(event.container, signs).padEnd(nameWidth)}  `;
    return wrap(safeLine(eventSentence(event)), head, indent, width).join('\n');
  });
  const left = lines.length - MOST_EVENTS;
  const cut = signs === ASCII ? '...' : '…';
  return left > 0
    ? [...lines.slice(0, MOST_EVENTS - LAST_EVENTS), `${cut} ${left} more ${cut}`, ...lines.slice(-LAST_EVENTS)]
    : lines;
}
