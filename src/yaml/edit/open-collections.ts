import type { Node, Pair } from 'yaml';
import { yaml } from '../lazy';
import { dashes, firstOffset, Source } from './source';

/** A block list or object that more lines at its column would continue. */
export interface OpenCollection {
  readonly kind: 'list' | 'object';
  readonly column: number;
  /** Whether a list holds texts and numbers, not objects; undefined if that is unknown. */
  readonly holdsWords?: boolean;
  /** Whether it does not exist yet: it is what a key without a value would get. */
  readonly isPending?: boolean;
}

/**
 * The collections that lines between two others can continue, the outermost first.
 *
 * @param start where these lines begin
 * @param after where the line behind them begins that holds more than a comment
 */
export function openCollections(source: Source, start: number, after: number): OpenCollection[] {
  const open: OpenCollection[] = [];
  const below = after < source.text.length ? firstOnLine(source, after) : undefined;
  collect(source, source.tree.contents, start, open);
  const known = below ? [...open.filter(one => !isClosedBy(one, below)), ...open.some(one => isSame(one, below)) ? [] : [below]] : open;
  return [...known].sort((one, other) => one.column - other.column);
}

/** What the first thing on a line continues or begins. */
function firstOnLine(source: Source, line: number): OpenCollection | undefined {
  const [text, pad] = /^([ ]*)[^\r\n]*/.exec(source.text.slice(line, source.nextLine(line)))!;
  if (/^(?:---|\.\.\.)/.test(text)) {
    return undefined;
  }
  return { kind: /^-(?:\s|$)/.test(text.slice(pad.length)) ? 'list' : 'object', column: pad.length };
}

/** Nothing can be added to what lies deeper inside than the next line allows: a key ends a list only if that is indented as deep as the key is or deeper. */
function isClosedBy(one: OpenCollection, below: OpenCollection): boolean {
  return one.column < below.column || (one.column === below.column && one.kind === 'object' && below.kind === 'list');
}

function isSame(one: OpenCollection, other: OpenCollection): boolean {
  return one.kind === other.kind && one.column === other.column && !one.isPending;
}

function collect(source: Source, node: unknown, end: number, open: OpenCollection[]): void {
  const { isMap, isScalar, isSeq } = yaml();
  if (isMap(node) && !node.flow) {
    const pair = lastBefore(node.items as Pair[], ({ key }) => (key as Node).range![0], end);
    if (pair) {
      const start = firstOffset((pair.srcToken as any).start) ?? (pair.key as Node).range![0];
      open.push({ kind: 'object', column: source.column(start) });
      collect(source, pair.value, end, open);
      if (isPending(pair.value)) {
        open.push({ kind: 'object', column: source.column(start) + 1, isPending: true }, { kind: 'list', column: source.column(start), isPending: true });
      }
    }
  } else if (isSeq(node) && !node.flow) {
    const heads = dashes(node).map(({ start }, index) => ({ index, offset: start.find(({ type }) => type === 'seq-item-ind')!.offset }));
    const head = lastBefore(heads, ({ offset }) => offset, end);
    if (head) {
      const item = node.items[head.index];
      open.push({ kind: 'list', column: source.column(head.offset), holdsWords: isScalar(item) });
      collect(source, item, end, open);
    }
  }
}

/** Whether a key has no value, not even `null`. */
function isPending(value: unknown): boolean {
  return value === null || (yaml().isScalar(value) && value.value === null && value.source === '');
}

function lastBefore<T>(items: readonly T[], offset: (item: T) => number, end: number): T | undefined {
  for (let index = items.length - 1; index >= 0; index--) {
    if (offset(items[index]) < end) {
      return items[index];
    }
  }
  return undefined;
}
