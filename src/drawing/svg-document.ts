import { DrawnPod, seconds } from './drawn-pod';
import { eventSentence, outcomeSentence } from './sentences';
import { element, MARGIN, percent, text } from './svg-element';
import { Panel } from './svg-panel';
import { SHARED_PREFIX, SVG_STYLE, svgDefs } from './svg-style';
import { wrap } from './wrap';
import { safeXml } from '../data/safe-text';
import { TimelineEvent } from '../simulator/timeline-event';

/** How a picture is written. */
export interface SvgOptions {
  /**
   * The heading.
   * @default - the kind and the name of the workload
   */
  readonly title?: string;
  /**
   * A line below the heading.
   * @default - no line
   */
  readonly subtitle?: string;
  /**
   * The beginning of every `id`. Several pictures in one page need different ones.
   * @default 'tl-'
   */
  readonly prefix?: string;
  /**
   * Whether the page has the style and the patterns: `SVG_STYLE` and `svgDefs(SHARED_PREFIX)`, once.
   * @default false
   */
  readonly embedded?: boolean;
}

const LINE = 16;
/** The longest line of text that fits on a phone, in characters. */
const LINE_LENGTH = 52;
/** The longest heading that fits on a page and on a phone, in characters. */
const TITLE_LENGTH = { wide: 78, phone: 36 };
const MOST_EVENTS_TOLD = 40;

/** The prefix of the patterns that a picture uses. */
export function patternPrefix({ prefix = SHARED_PREFIX, embedded }: SvgOptions): string {
  return embedded ? SHARED_PREFIX : prefix;
}

/** Wraps what is drawn in a whole SVG document. */
export function svgDocument(title: string, description: string, height: number, options: SvgOptions, content: string): string {
  const { prefix = SHARED_PREFIX, embedded } = options;
  const names = `<title id="${prefix}title">${safeXml(title)}</title><desc id="${prefix}desc">${safeXml(description)}</desc>`;
  const own = embedded ? '' : `<style>${SVG_STYLE}</style>${svgDefs(prefix)}`;
  const attributes = {
    'xmlns': 'http://www.w3.org/2000/svg',
    'class': 'tl',
    'width': '100%',
    height,
    'role': 'img',
    'aria-labelledby': `${prefix}title ${prefix}desc`,
  };
  return element('svg', attributes, `${names}${own}<rect class="bg" width="100%" height="100%"/>${content}`);
}

/** The heading of a picture. */
export function drawHeader(title: string, subtitle: string | undefined): Panel {
  const lines = [...drawTitle(title), ...(subtitle === undefined ? [] : [text(subtitle, percent(MARGIN), 42, 'm')])];
  return { svg: lines.join(''), height: subtitle === undefined ? 32 : 50 };
}

/** A heading that fits; the title of the document has all of it. */
function drawTitle(title: string): string[] {
  const line = (most: number, style: string) => text(title.length > most ? `${title.slice(0, most - 1)}…` : title, percent(MARGIN), 24, style);
  return title.length <= TITLE_LENGTH.phone ? [line(TITLE_LENGTH.phone, 'ti')] : [line(TITLE_LENGTH.wide, 'ti x'), line(TITLE_LENGTH.phone, 'ti y')];
}

/** The area of a picture that has the time as its axis. */
export function drawArea(y: number, height: number, content: string): string {
  return element('svg', { x: percent(MARGIN), y, width: percent(1 - 2 * MARGIN), height, overflow: 'visible' }, content);
}

/** Sentences below one another, broken so that they fit on a phone. */
export function drawSentences(sentences: readonly string[], y: number, style = ''): Panel {
  const lines = sentences.flatMap(sentence => wrap(sentence, '', '', LINE_LENGTH));
  return { svg: lines.map((line, index) => text(line, percent(MARGIN), y + 16 + index * LINE, style)).join(''), height: lines.length * LINE + (lines.length > 0 ? 6 : 0) };
}

/** All that a picture shows, in words. */
export function describe({ result, failing = [] }: DrawnPod): string {
  const tell = (event: TimelineEvent) => `${seconds(event.at)} s: ${event.container} ${eventSentence(event)}`;
  const told = result.events.slice(0, MOST_EVENTS_TOLD).map(tell);
  const more = result.events.length - told.length;
  const failed = failing.map(({ container, from, to, label }) => `${seconds(from)} to ${seconds(to)} s: ${label} in ${container}`);
  return `${[...told, ...(more > 0 ? [`and ${more} more events`] : []), ...failed].join('. ')}. ${outcomeSentence(result)}.`;
}
