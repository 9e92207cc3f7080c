import { flowData } from './flow-data';
import { LineReader } from './line-reader';
import { FoundPlace, PlaceFinder, PlaceNode } from './place-node';
import type { DataPath } from '../data/path';

/**
 * Finds a place in a document that `blockData` understands: goes through the text once and no further than to the place, and skips all around it by indentation alone.
 *
 * @param otherwise who is asked about places in brackets and in lists of lists
 */
export function pathPlace(text: string, path: DataPath, otherwise: PlaceFinder): FoundPlace | undefined {
  const walk = new Walk(text);
  let node: PlaceNode | undefined;
  for (const step of path) {
    const next = walk.into(step);
    if (next === 'unsure') {
      return otherwise(path);
    }
    if (!next) {
      return node && { node, isWhole: false };
    }
    node = next;
  }
  return node && { node, isWhole: true };
}

/** What stands at a place: an object or a list, and in which column; nothing when it ends there. */
interface Block {
  readonly column: number;
  readonly isList: boolean;
}

class Walk {
  private readonly lines: LineReader;
  /** What the next step leads into, with the reader at its first part. */
  private block: Block | 'nothing' | 'brackets';

  public constructor(private readonly text: string) {
    this.lines = new LineReader(text);
    this.lines.begin();
    this.block = { column: this.lines.indent, isList: false };
  }

  /** Goes to a part of the block where it is; undefined if there is no such part. */
  public into(step: string | number): PlaceNode | undefined | 'unsure' {
    const { block } = this;
    if (block === 'nothing') {
      return undefined;
    }
    if (block === 'brackets') {
      return 'unsure';
    }
    return block.isList ? this.item(block.column, Number(step)) : this.entry(block.column, String(step));
  }

  private entry(column: number, name: string): PlaceNode | undefined {
    const { lines } = this;
    do {
      const start = lines.at;
      const key = lines.key();
      if (key === name) {
        return this.keyNode(start, column);
      }
      lines.skipBelow(column);
      if (lines.indent === column && lines.isAtDash()) {
        // A list in the column of its key.
        this.skipList(column);
      }
    } while (lines.indent === column);
    return undefined;
  }

  private skipList(column: number): void {
    do {
      this.lines.skipBelow(column);
    } while (this.lines.indent === column && this.lines.isAtDash());
  }

  private item(column: number, index: number): PlaceNode | undefined | 'unsure' {
    const { lines } = this;
    for (let at = 0; at !== index; at++) {
      lines.skipBelow(column);
      if (lines.indent !== column || !lines.isAtDash()) {
        return undefined;
      }
    }
    const dash = lines.at;
    lines.at++;
    lines.skipSpaces();
    return lines.isAtEnd() || lines.isAtDash() ? 'unsure' : this.itemNode(column, column + lines.at - dash);
  }

  private itemNode(column: number, inner: number): PlaceNode {
    const { lines } = this;
    const start = lines.at;
    const key = lines.key();
    if (key === undefined) {
      return { start, ...this.valueAt(column) };
    }
    // The first key is what a reader looks at.
    const keys = new Map([[key, this.keyNode(start, inner)]]);
    lines.at = start;
    this.block = { column: inner, isList: false };
    return { start, keys };
  }

  /** The key that was just read, with its colon. */
  private keyNode(start: number, column: number): PlaceNode {
    return { start, keyEnd: this.lines.at - 1, ...this.valueAt(column) };
  }

  /** The value beside a key or a dash, or what begins below it. */
  private valueAt(column: number): Pick<PlaceNode, 'valueStart' | 'valueEnd'> {
    const { lines } = this;
    lines.skipSpaces();
    if (lines.isAtEnd()) {
      lines.endValue();
      const isList = lines.isAtDash();
      this.block = lines.indent > column || (lines.indent === column && isList) ? { column: lines.indent, isList } : 'nothing';
      return {};
    }
    const valueStart = lines.at;
    this.block = this.skipValue();
    return { valueStart, valueEnd: lines.at };
  }

  private skipValue(): 'nothing' | 'brackets' {
    const { lines, text } = this;
    switch (text[lines.at]) {
      case '[':
      case '{':
        flowData(lines);
        return 'brackets';
      case '"':
      case "'":
        lines.quoted();
        return 'nothing';
      case '|':
        lines.at += text[lines.at + 1] === '-' ? 2 : 1;
        return 'nothing';
      default:
        lines.plain();
        return 'nothing';
    }
  }
}
