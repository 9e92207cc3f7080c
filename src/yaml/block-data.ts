import { flowData } from './flow-data';
import { ItemMemory } from './item-memory';
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
 * The library takes some three times as long. What is not understood here: what `blockPlaces` does not understand either, and texts that are folded. The result is that of
 * `withEmptyItems` and the library.
 *
 * @param memory items that other documents have too
 */
export function blockData(text: string, memory?: ItemMemory): JsonObject | undefined {
  if (UNUSUAL.test(text)) {
    return undefined;
  }
  try {
    return new BlockReader(text, memory).document();
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
  /** Undefined also inside of an item that will be remembered as a whole. */
  private memory: ItemMemory | undefined;

  public constructor(private readonly text: string, memory: ItemMemory | undefined) {
    this.memory = memory;
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
    const value: { [key: string]: unknown } = {};
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
      items.push(this.memory?.isDue() ? this.rememberedItem(column, this.memory) : this.item(column));
    } while (lines.indent === column && lines.isAtDash());
    this.levels--;
    return lines.indent > column ? doubt() : items;
  }

  private rememberedItem(column: number, memory: ItemMemory): unknown {
    const { lines } = this;
    const start = lines.at;
    lines.skipBelow(column);
    const behind = lines.at;
    const end = lines.indent < 0 ? this.text.length : lines.at - lines.indent;
    const isWorth = memory.takes(end - start);
    // The lines below have their indentation, so the column counts too.
    const text = isWorth ? `${column}${this.text.slice(start, end)}` : '';
    const known = isWorth ? memory.get(text, this) : undefined;
    if (known) {
      return known;
    }
    lines.at = start;
    lines.indent = column;
    this.memory = isWorth ? undefined : memory;
    const value = this.item(column);
    this.memory = memory;
    // An item that ends before is followed by a line that belongs to nothing.
    const isWhole = isWorth && lines.at === behind;
    return isWhole && typeof value === 'object' && value !== null ? memory.add(text, value, this) : value;
  }

  /** What stands beside a dash. */
  private item(column: number): unknown {
    const { lines } = this;
    const dash = lines.at;
    lines.at++;
    lines.skipSpaces();
    if (lines.isAtEnd()) {
      return this.below(column, false);
    }
    const inner = column + lines.at - dash;
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
