import type { Node, Pair, YAMLMap, YAMLSeq } from 'yaml';
import { yaml } from '../lazy';
import { CommentedOut, commentedOut } from './commented-out';
import { dashes, firstOffset, indicatorEnd, Source } from './source';

/** A key of a block object or an item of a block list, and the lines that are its own. */
export interface Entry {
  /** The key as a text, or the index. */
  readonly step: string | number;
  readonly value: Node | null;
  /** Where its key or its dash stands. */
  readonly head: number;
  readonly column: number;
  /** Whether its key or dash stands behind something else on its line, such as the dash of the list around it. */
  readonly isInline: boolean;
  /** Where its `:` or `-` ends, with an anchor or tag of its value. */
  readonly valueStart: number;
  /** Where the `:` or `-` alone ends. */
  readonly indicatorEnd: number;
  /** Where its value ends. */
  readonly contentEnd: number;
  /** Where its lines begin, with the comments directly above; its head when it is inline. What is commented out above is not about it. */
  readonly start: number;
  /** Where its lines end, with the comments below that are indented deeper than it is, and with its own parts that are commented out. */
  readonly end: number;
}

type Bare = Omit<Entry, 'start' | 'end'>;

/** The parts of a block object or a block list, in the order of the text. */
export function entriesOf(source: Source, collection: YAMLMap | YAMLSeq, listKey?: string): Entry[] {
  const bare = yaml().isMap(collection)
    ? collection.items.map(pair => pairEntry(source, pair as Pair))
    : dashes(collection).map(({ start }, index) => itemEntry(source, collection.items[index] as Node | null, start, index));
  const entries: Entry[] = [];
  for (const entry of bare) {
    const previous = entries[entries.length - 1];
    const comments = entry.isInline ? entry.head : commentsAbove(source, entry.head, previous?.end ?? 0);
    const isOfList = !previous && listKey !== undefined && speaksOfList(source, comments, entry, listKey);
    entries.push({ ...entry, start: isOfList ? source.lineStart(entry.head) : comments, end: linesEnd(source, entry) });
  }
  return entries;
}

/** The key of a pair as the reader sees it. */
export function keyText(key: unknown): string {
  const scalar = yaml().isScalar(key) ? key : undefined;
  return scalar?.source === '<<' ? '<<' : String(scalar?.value);
}

function pairEntry(source: Source, pair: Pair): Bare {
  const token: any = pair.srcToken;
  const key = pair.key as Node;
  const head = firstOffset(token.start) ?? key.range![0];
  const colon = token.sep?.find(({ type }: { readonly type: string }) => type === 'map-value-ind');
  const colonEnd = colon ? colon.offset + 1 : key.range![1];
  const valueStart = indicatorEnd(token.sep) ?? key.range![1];
  const value = pair.value as Node | null;
  return {
    step: keyText(key),
    value,
    head,
    column: source.column(head),
    isInline: !source.isFirstOnLine(head),
    valueStart,
    indicatorEnd: colonEnd,
    contentEnd: source.contentEnd(value, valueStart),
  };
}

function itemEntry(source: Source, value: Node | null, start: any[], index: number): Bare {
  const head: number = start.find(({ type }) => type === 'seq-item-ind').offset;
  const valueStart = indicatorEnd(start)!;
  return {
    step: index,
    value,
    head,
    column: source.column(head),
    isInline: !source.isFirstOnLine(head),
    valueStart,
    indicatorEnd: head + 1,
    contentEnd: source.contentEnd(value, valueStart),
  };
}

/** Where the comments begin that stand directly above, without a blank line between. */
function commentsAbove(source: Source, head: number, limit: number): number {
  let start = source.lineStart(head);
  for (let line = source.previousLine(start); line !== undefined && line >= limit; line = source.previousLine(line)) {
    if (source.commentColumn(line) === undefined || isEndMark(source, line)) {
      break;
    }
    start = line;
  }
  const hasComments = start < source.lineStart(head);
  const switchedOff = hasComments ? commentedOut(source, start, limit).filter(({ end }) => end <= head) : [];
  return Math.max(start, switchedOff[switchedOff.length - 1]?.end ?? 0);
}

/** A comment such as `# end of the app`, `# /end` or `# [END x]` closes what is above it. */
function isEndMark(source: Source, line: number): boolean {
  return /^[ \t]*#+[ \t]*(?:[/[]\s*end\b|end(?:[ \t]+of\b|[ \t]*[:\r\n]|$))/i.test(source.text.slice(line, source.nextLine(line)));
}

/** Where the lines of an entry end: comments that are indented deeper than its head still belong to it, and so does a part of it that is commented out. */
function linesEnd(source: Source, entry: Bare): number {
  const { contentEnd, column } = entry;
  const isBehindBreak = /[\r\n]/.test(source.text[contentEnd - 1] ?? '');
  const start = isBehindBreak ? contentEnd : source.nextLine(contentEnd);
  const after = source.skipComments(start);
  const switchedOff = after > source.skipBlankLines(start) ? commentedOut(source, start, start) : [];
  let end = start;
  for (let line = start; line < after; line = source.nextLine(line)) {
    const comment = source.commentColumn(line);
    // A comment above commented-out lines is about them.
    const next = switchedOff.find(each => each.end > line);
    const isOwn = comment !== undefined && comment > column && !(next && next.start <= line);
    if (comment !== undefined && !isOwn && !(next && isPartOf(entry, next, source.commentColumn(next.start)!))) {
      break;
    }
    end = isOwn || (next && next.start <= line) ? source.nextLine(line) : end;
  }
  return end;
}

/** Where the items of a list end that are commented out behind its last one; the end of that when there are none. */
export function endOfList(source: Source, { column, end }: Entry): number {
  const all = source.skipComments(end) > end ? commentedOut(source, end, end) : [];
  const after = all.findIndex(({ place }) => place === undefined || place.column < column || (place.column === column && place.kind === 'object'));
  return all[(after < 0 ? all.length : after) - 1]?.end ?? end;
}

/** Whether commented-out lines continue something inside of an entry; a list may stand at the column of its key. */
function isPartOf({ column, step }: Bare, { place }: CommentedOut, comment: number): boolean {
  return place ? place.column > column || (place.column === column && place.kind === 'list' && typeof step === 'string') : comment > column;
}

/** A comment above the first item is about the whole list when it names the list, or another item, but not this one. */
function speaksOfList(source: Source, start: number, entry: Bare, listKey: string): boolean {
  const comment = source.text.slice(start, source.lineStart(entry.head)).toLowerCase();
  const name = yaml().isMap(entry.value) ? entry.value.get('name') : undefined;
  const namesItem = typeof name === 'string' && name !== '' && comment.includes(name.toLowerCase());
  return !namesItem && new RegExp(`\\b${listKey.toLowerCase().replace(/[^a-z]/g, '')}\\b`).test(comment);
}
