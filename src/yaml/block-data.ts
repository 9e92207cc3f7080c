import { flowData } from './flow-data';
import { Doubt, doubt, LineReader } from './line-reader';
import { readPlain } from './plain-scalar';
import { JsonObject } from '../data/json';

/** Deeper documents are left to the library. */
const MOST_LEVELS = 60;
/** Keys of that length are left to the library. */
const LONGEST_KEY = 1_000;
/** Tabs, carriage returns, what YAML does not allow, and what takes two units of UTF-16. */
const UNUSUAL = /[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/;
/**
 * Reads a document in YAML's block style, in one pass; undefined whenever there is any doubt, so that the library must look.
 *
 * The library takes some three times as long. What is not understood here: what `blockPlaces` does not understand either, and texts that are folded.
 */
export function blockData(text: string): JsonObject | undefined {
  if (UNUSUAL.test(text)) {
    return undefined;
  }
  try {
    return new BlockReader(text).document();
  } catch (error) {
    if (error instanceof Doubt) {
      return undefined;
    }
    throw error;
  }
}

class BlockReader {
  private readonly lines: LineReader;
  private levels = 0;

  public constructor(private readonly text: string) {
    this.lines = new LineReader(text);
  }

  public document(): JsonObject | undefined {
    const { lines } = this;
    lines.begin();
    const value = lines.indent < 0 || lines.isAtDash() ? doubt() : this.map(lines.indent);
    return lines.indent < 0 ? value : doubt();
  }

  /** An object whose keys stand in that column; goes to the line behind it. */
  private map(column: number, first = this.lines.key()): JsonObject {
    const { lines } = this;
    const value: JsonObject = {};
    let key = first;
    this.enter();
    for (;;) {
      if (key === undefined || key.length > LONGEST_KEY || Object.hasOwn(value, key)) {
        return doubt();
      }
      lines.skipSpaces();
      value[key] = lines.isAtEnd() ? this.below(column, true) : this.beside(column);
      if (lines.indent !== column) {
        break;
      }
      key = lines.key();
    }
    this.levels--;
    return lines.indent > column ? doubt() : value;
  }

  /** A list whose dashes stand in that column. */
  private list(column: number): unknown[] {
    const { lines } = this;
    const items: unknown[] = [];
    this.enter();
    do {
      const dash = lines.at;
      lines.at++;
      lines.skipSpaces();
      items.push(lines.isAtEnd() ? this.below(column, false) : this.item(column, column + lines.at - dash));
    } while (lines.indent === column && lines.isAtDash());
    this.levels--;
    return lines.indent > column ? doubt() : items;
  }

  /** What stands beside a dash. */
  private item(column: number, inner: number): unknown {
    const { lines } = this;
    if (lines.isAtDash()) {
      return this.list(inner);
    }
    const key = lines.key();
    return key === undefined ? this.beside(column) : this.map(inner, key);
  }

  /** What stands on the lines below a key or a dash. */
  private below(column: number, isKey: boolean): unknown {
    const { lines } = this;
    lines.endValue();
    if (lines.indent > column) {
      return lines.isAtDash() ? this.list(lines.indent) : this.map(lines.indent);
    }
    // A list may stand in the column of its key.
    return isKey && lines.indent === column && lines.isAtDash() ? this.list(column) : null;
  }

  /** What stands beside a key or a dash, and does not go on below. */
  private beside(column: number): unknown {
    const value = this.inline(column);
    return this.lines.indent > column ? doubt() : value;
  }

  private inline(column: number): unknown {
    const { lines } = this;
    let value: unknown;
    switch (this.text[lines.at]) {
      case '|':
        return this.literal(column);
      case '"':
      case "'":
        value = lines.quoted();
        break;
      case '[':
      case '{':
        value = flowData(lines);
        break;
      default:
        value = this.plain();
    }
    lines.endValue();
    return value;
  }

  private plain(): unknown {
    const value = readPlain(this.lines.plain());
    return value === undefined ? doubt() : value;
  }

  /** A text whose lines follow. */
  private literal(column: number): string {
    const { lines, text } = this;
    const isStripped = text[lines.at + 1] === '-';
    lines.at += isStripped ? 2 : 1;
    if (text[lines.at] !== '\n') {
      doubt();
    }
    lines.at++;
    const found = this.linesBelow(column);
    while (found.length > 0 && found[found.length - 1] === '') {
      found.pop();
    }
    lines.nextLine();
    return found.length === 0 ? '' : found.join('\n') + (isStripped ? '' : '\n');
  }

  /** The lines of a text, without their indentation; stays before the first line that does not belong to it. */
  private linesBelow(column: number): string[] {
    const { lines, text } = this;
    const found: string[] = [];
    let indent = -1;
    while (lines.at < text.length) {
      const start = lines.at;
      const end = lines.endOfLine(start);
      lines.skipSpaces();
      const isBlank = lines.at === end;
      if (!isBlank && lines.at - start <= (indent < 0 ? column : indent - 1)) {
        lines.at = start;
        break;
      }
      if (indent < 0 && isBlank && end > start) {
        // Blanks before the first line may count as its indentation.
        doubt();
      }
      indent = indent < 0 && !isBlank ? lines.at - start : indent;
      found.push(isBlank && end - start <= indent ? '' : text.slice(start + Math.max(indent, 0), end));
      lines.at = end + 1;
    }
    return found;
  }

  private enter(): void {
    this.levels++;
    if (this.levels > MOST_LEVELS) {
      doubt();
    }
  }
}
