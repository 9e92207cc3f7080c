import { DrawnPod } from './drawn-pod';
import { gateLines } from './gate-lines';
import { requestsUntil } from './grace';
import { lanesOf, Phase, PHASE_NAMES } from './lanes';
import { Attributes, element, MARGIN, percent, text } from './svg-element';
import { fillOf } from './svg-lane';
import { Panel } from './svg-panel';

/** Where the columns begin, in shares of the width: the widest name fits on a phone. */
const COLUMNS = [0, 0.32, 0.67];
const ROW = 20;

/** A sign, and what it means. */
export interface LegendItem {
  readonly sign: (x: string, y: number) => string;
  readonly name: string;
}

/** Draws what the patterns and marks of pictures mean: only those that they use. */
export function drawLegend(all: readonly DrawnPod[], prefix: string, y: number, others: readonly LegendItem[] = []): Panel {
  const items = [...phasesIn(all, prefix), ...marksIn(all, prefix), ...others];
  const drawnItems = items.map(({ sign, name }, index) => {
    const x = percent(MARGIN + COLUMNS[index % COLUMNS.length]);
    const at = y + Math.floor(index / COLUMNS.length) * ROW;
    return sign(x, at) + text(name, x, at + 10, 'm', 24);
  });
  return { svg: drawnItems.join(''), height: Math.ceil(items.length / COLUMNS.length) * ROW + 8 };
}

/** A box as a sign. */
export function boxed(name: string, attributes: Attributes, height = 12): LegendItem {
  return { name, sign: (x, y) => element('rect', { x, y: y + (12 - height) / 2, width: 18, height, ...attributes }) };
}

function phasesIn(all: readonly DrawnPod[], prefix: string): LegendItem[] {
  const used = new Set(all.flatMap(lanesOf).flatMap(lane => lane.spans.map(span => span.phase)));
  return (Object.keys(PHASE_NAMES) as Phase[]).filter(phase => used.has(phase)).map(phase => boxed(PHASE_NAMES[phase], fillOf(phase, prefix)));
}

function marksIn(all: readonly DrawnPod[], prefix: string): LegendItem[] {
  const lanes = all.flatMap(lanesOf);
  const mark = (name: string, id: string): LegendItem =>
    ({ name, sign: (x, y) => element('use', { href: `#${prefix}${id}`, x, y, transform: 'translate(9 6)' }) });
  return [
    ...(all.flatMap(gateLines).some(({ opens }) => opens !== undefined) ? [mark('gate opens', 'o')] : []),
    ...(lanes.some(({ exits }) => exits.some(({ killed }) => killed)) ? [mark('killed', 'k')] : []),
    ...(lanes.some(({ failing }) => failing.length > 0) ? [boxed('calls fail', { class: 'ov' }, 4)] : []),
    ...(lanes.some(({ injected }) => injected) ? [boxed('injected', { class: 'inj' })] : []),
    ...(all.some(drawn => requestsUntil(drawn) !== undefined) ? [boxed('late requests', { class: 'rq' })] : []),
  ];
}
