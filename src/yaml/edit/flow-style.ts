import type { YAMLMap, YAMLSeq } from 'yaml';
import { yaml } from '../lazy';
import { FlowPart } from './flow-parts';
import { flow, Quote, quoted, scalar } from './render';
import { Source } from './source';

/** How a flow collection is written. */
export interface FlowStyle {
  readonly isJson: boolean;
  readonly quote: Quote;
  /** What stands behind a comma, and behind a colon, on one line. */
  readonly space: string;
  readonly colonSpace: string;
  /** What stands behind a brace on one line. */
  readonly padding: string;
  /** The line break and the indentation in front of a part; undefined when the parts stand on one line. */
  readonly lineBreak?: string;
  /** The line break and the indentation in front of the closing bracket. */
  readonly closeBreak?: string;
  /** The column of the parts. */
  readonly column: number;
  /** One step of indentation. */
  readonly indent: string;
  /** How a list inside of it is written. */
  readonly inner?: FlowStyle;
}

/** Finds out how a flow collection is written, by its parts. */
export function flowStyle(source: Source, node: YAMLMap | YAMLSeq, parts: readonly FlowPart[]): FlowStyle {
  const [start, end] = node.range!;
  const text = source.text.slice(start, end);
  const first = parts[0]?.start;
  const isSpread = first !== undefined && source.isFirstOnLine(first);
  const margin = isSpread ? source.text.slice(source.lineStart(first), first) : '';
  const close = /^[ \t]*/.exec(source.text.slice(source.lineStart(end - 1)))![0];
  const isJson = source.isJson || hasJsonKeys(node);
  const isTight = isJson && /^[[{][^\s]/.test(text) && !/[:,] /.test(text);
  const own: FlowStyle = {
    isJson,
    quote: quoteOf(node),
    space: isTight ? '' : ' ',
    colonSpace: isTight ? '' : ' ',
    padding: /^[[{] /.test(text) ? ' ' : '',
    lineBreak: isSpread ? source.eol + margin : undefined,
    closeBreak: isSpread ? source.eol + close : undefined,
    column: margin.length,
    indent: margin.startsWith(close) && margin.length > close.length ? margin.slice(close.length) : '  ',
  };
  return isSpread ? { ...own, inner: innerStyle(own, margin, source.eol) } : own;
}

/** A new key with a value that is text already. */
export function newPair(key: string, value: string, style: FlowStyle): string {
  return `${style.isJson ? JSON.stringify(key) : scalar(key, '"', true)}:${style.colonSpace}${value}`;
}

/** A new value; in JSON that is spread over lines it is spread too. */
export function newValue(value: unknown, style: FlowStyle): string {
  if (style.isJson && style.lineBreak !== undefined) {
    return JSON.stringify(value, null, style.indent).replaceAll('\n', style.lineBreak);
  }
  if (typeof value === 'string' && !style.isJson && style.quote !== '') {
    return quoted(value, style.quote);
  }
  return flow(value, style.quote, style.isJson, style.space);
}

function innerStyle(own: FlowStyle, margin: string, eol: string): FlowStyle {
  const inner = margin + own.indent;
  return { ...own, lineBreak: eol + inner, closeBreak: own.lineBreak, column: inner.length };
}

function hasJsonKeys(node: YAMLMap | YAMLSeq): boolean {
  const { isMap, isScalar } = yaml();
  return isMap(node) && node.items.length > 0 && node.items.every(({ key }) => isScalar(key) && key.type === 'QUOTE_DOUBLE');
}

/** How all the texts of a list are quoted. */
function quoteOf(node: YAMLMap | YAMLSeq): Quote {
  const { isScalar, isSeq } = yaml();
  const types = new Set(isSeq(node) ? node.items.map(item => isScalar(item) && typeof item.value === 'string' ? item.type : undefined) : []);
  types.delete(undefined);
  return types.size !== 1 ? '' : types.has('QUOTE_DOUBLE') ? '"' : types.has('QUOTE_SINGLE') ? "'" : '';
}
