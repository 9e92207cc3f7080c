import { Difference, differencesBetween, differingSpans } from './differences';
import { DrawnPod } from './drawn-pod';
import { extentOf, lanesOf } from './lanes';
import { AXIS_HEIGHT, drawAxis } from './svg-axis';
import { describe, drawArea, drawHeader, drawSentences, patternPrefix, svgDocument, SvgOptions } from './svg-document';
import { text } from './svg-element';
import { boxed, drawLegend } from './svg-legend';
import { drawPanel, instantsOf, Marks } from './svg-panel';
import { TimeScale } from './time-scale';

const TITLE = 22;
const BETWEEN = 14;

/** How a comparison is written. */
export interface ComparisonOptions extends SvgOptions {
  /**
   * What the two lives are called.
   * @default ['Before', 'After']
   */
  readonly names?: readonly [string, string];
  /**
   * What stands above the two lives.
   * @default - their names
   */
  readonly headings?: readonly [string, string];
}

/** Draws two lives of a pod above one another on one axis, and marks what differs. */
export function drawComparison(before: DrawnPod, after: DrawnPod, options: ComparisonOptions = {}): string {
  const { title = after.pod.title, subtitle, names = ['Before', 'After'], headings = names } = options;
  const prefix = patternPrefix(options);
  const both = [before, after];
  const differences = differencesBetween(before, after);
  const scale = new TimeScale(both.flatMap(instantsOf), both.some(drawn => extentOf(drawn).open));
  const header = drawHeader(title, subtitle);
  const upper = drawPanel(before, scale, TITLE, prefix);
  const middle = TITLE + upper.height + BETWEEN;
  const lower = drawPanel(after, scale, middle + TITLE, prefix, marksOf(before, after, differences));
  const bottom = middle + TITLE + lower.height;
  const area = drawArea(header.height, bottom + AXIS_HEIGHT, [
    drawAxis(scale, 0, bottom),
    text(headings[0], 0, 14, 'h2'),
    upper.svg,
    text(headings[1], 0, middle + 14, 'h2'),
    lower.svg,
  ].join(''));
  // The sentences call the first life 'before'.
  const called = (sentence: string) => sentence.replaceAll('(before: ', `(${names[0].toLowerCase()}: `);
  const told = [...differences.map(({ sentence }, index) => `${index + 1}. ${called(sentence)}`), ...(differences.length === 0 ? ['No difference'] : [])];
  const list = drawSentences(told, header.height + bottom + AXIS_HEIGHT, 'dt');
  const legendTop = header.height + bottom + AXIS_HEIGHT + list.height + 10;
  const legend = drawLegend(both, prefix, legendTop, differences.length > 0 ? [boxed('differs', { class: 'df' }, 4)] : []);
  const described = `${headings[0]}: ${describe(before)} ${headings[1]}: ${describe(after)} ${told.join('. ')}.`;
  return svgDocument(`${title}: ${names[0].toLowerCase()} and ${names[1].toLowerCase()}`, described, legendTop + legend.height, options, header.svg + area + list.svg + legend.svg);
}

function marksOf(before: DrawnPod, after: DrawnPod, differences: readonly Difference[]): Marks {
  const old = new Map(lanesOf(before).map(lane => [lane.name, lane]));
  const marked = differences.flatMap(({ container }, index) => container === undefined ? [] : [[container, String(index + 1)] as const]);
  return {
    numbers: new Map(marked),
    spans: new Map(lanesOf(after).map(lane => [lane.name, differingSpans(old.get(lane.name), lane)])),
  };
}
