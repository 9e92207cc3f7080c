import type { DataPath } from '../data/path';

/** A part of a document, and where it stands in the document's text, by offsets. */
export interface PlaceNode {
  /** Where its key begins, or the list's item. */
  readonly start: number;
  /** Where its key ends, with its quotes; absent for an item of a list. */
  readonly keyEnd?: number;
  /** Where its value begins, when that stands beside its key or dash. Of a text on lines of its own, this is the `|` or `>`. */
  valueStart?: number;
  /** Where its value ends; of a text on lines of its own, behind the `|` or `>`. */
  valueEnd?: number;
  /** What stands below it, when it is an object. Absent for what stands in brackets and was not looked at yet. */
  keys?: Map<string, PlaceNode>;
  /** What stands below it, when it is a list. */
  items?: PlaceNode[];
}

/** Offsets of a part of a text; the end is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Finds what a path leads to, as far as it exists; the rest of the path is what does not. Undefined when not even its first step exists. */
export type PlaceFinder = (path: DataPath) => FoundPlace | undefined;

/** What a path leads to. */
export interface FoundPlace {
  readonly node: PlaceNode;
  /** Whether the whole path exists. */
  readonly isWhole: boolean;
}

/** What a person looks at: a key, with its value where that is a word beside it; an item's first line. */
export function rangeOf(text: string, node: PlaceNode): TextRange {
  const { start, keyEnd, valueStart = start, valueEnd = valueStart } = node;
  if (keyEnd === undefined) {
    const first = isInBrackets(text, node) ? undefined : node.keys?.values().next().value ?? node.items?.[0];
    return first ? rangeOf(text, first) : { start, end: onOneLine(text, start, Math.max(valueEnd, start + 1)) };
  }
  const isWord = valueEnd > valueStart && !isInBrackets(text, node) && !isBlockScalar(text, node);
  return { start, end: isWord && onOneLine(text, start, valueEnd) === valueEnd ? valueEnd : keyEnd };
}

/** Whether a node's value is a list or an object in brackets. */
export function isInBrackets(text: string, { valueStart }: PlaceNode): boolean {
  return valueStart !== undefined && (text[valueStart] === '{' || text[valueStart] === '[');
}

/** Whether a node's value is a text on lines of its own. */
export function isBlockScalar(text: string, { valueStart }: PlaceNode): boolean {
  return valueStart !== undefined && (text[valueStart] === '|' || text[valueStart] === '>');
}

/** The end of a range, or of its first line. */
function onOneLine(text: string, start: number, end: number): number {
  const [line] = text.slice(start, end).split(/[\r\n]/, 1);
  return start + (line.length === end - start ? line : line.trimEnd()).length;
}
