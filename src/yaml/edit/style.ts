import type { Node } from 'yaml';
import { yaml } from '../lazy';
import { Source } from './source';

/** How a document is written, for what is added to it. */
export interface Style {
  readonly eol: string;
  /** How much deeper an object stands than its key. */
  readonly indent: number;
  /** How much deeper a dash stands than the key of its list. */
  readonly dashIndent: number;
  /** How texts are quoted that must be, or whose neighbors are. */
  readonly quote: '"' | "'";
}

/** Finds out how most of a document is written. */
export function styleOf(source: Source): Style {
  const indents: number[] = [];
  const dashIndents: number[] = [];
  const quotes = { '"': 0, "'": 0 };
  const { isMap, isSeq, visit } = yaml();
  visit(source.tree, {
    Scalar: (_, node) => {
      quotes['"'] += Number(node.type === 'QUOTE_DOUBLE');
      quotes["'"] += Number(node.type === 'QUOTE_SINGLE');
    },
    Pair: (_, pair) => {
      const value = pair.value as Node | null;
      const start = (pair.key as Node | null)?.range?.[0];
      if (start !== undefined && (isMap(value) || isSeq(value)) && !value.flow && value.range) {
        const column = source.column((value.srcToken as { readonly offset?: number } | undefined)?.offset ?? value.range[0]);
        (isMap(value) ? indents : dashIndents).push(column - source.column(start));
      }
    },
  });
  const indent = mostFrequent(indents.filter(width => width > 0)) ?? 2;
  return { eol: source.eol, indent, dashIndent: mostFrequent(dashIndents.filter(width => width >= 0)) ?? indent, quote: quotes["'"] > quotes['"'] ? "'" : '"' };
}

function mostFrequent(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  numbers.forEach(each => counts.set(each, (counts.get(each) ?? 0) + 1));
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
