import { BlockTree } from './block-tree';
import { isSpecialKey } from './line-reader';
import { PlaceNode } from './place-node';

/** A key that is a plain string, also one of managed fields, such as `.` and `k:{"name":"web"}`. Others, such as `on` or `0400`, have another meaning in YAML. */
const PLAIN_KEY = /(\.(?=:)|[A-Za-z_][\w./-]*(?::(?![ \r\n])\S*?)?)[ ]*:(?=[ \r\n]|$)/y;
const QUOTED_KEY = /(?:"([^"\\\r\n]*)"|'([^'\r\n]*)')[ ]*:(?=[ \r\n]|$)/y;

/** The beginning of a text on lines of its own; one with an indentation indicator is left to the library. */
const BLOCK_SCALAR = /[|>][+-]?(?=[ \r\n]|$)/y;
/** Values that end on their line: in quotes, in brackets with at most one level of brackets inside, or plain. */
const QUOTED = /"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"|'[^'\r\n]*(?:''[^'\r\n]*)*'/y;
const IN_BRACKETS = `[^[\\]{}"'#&*!\\r\\n]|${QUOTED.source}`;
const FLOW = new RegExp(`[[{](?:${IN_BRACKETS}|[[{](?:${IN_BRACKETS})*[\\]}])*[\\]}]`, 'y');
/** How a value goes on that begins with one of these characters; any other is plain. */
const SPECIAL_VALUES: { readonly [first: string]: RegExp | undefined } = {
  '|': BLOCK_SCALAR, '>': BLOCK_SCALAR, '"': QUOTED, "'": QUOTED, '[': FLOW, '{': FLOW,
};
const PLAIN = /(?![-?:](?:[ \r\n]|$))[^\s#&*!|>%@`"'[\]{},][^\r\n]*/y;
const NOTHING_MORE = /[ ]*(?:[ ]#[^\r\n]*)?(?:\r?\n|$)/y;
const REST = /[^\r\n]*/y;

/** What stands on the last line that was understood, and decides what the next may be. */
type Last =
  /** A key or a dash that waits for its value. */
  | 'open'
  /** A value, which must not go on below. */
  | 'value'
  /** A text whose lines follow. */
  | 'text';

/**
 * Finds the places of a document in YAML's block style, in one pass; undefined whenever there is any doubt, so that the library must look.
 *
 * The library is some ten times slower. What is not understood here: anchors and aliases, tags, explicit keys, tabs, lists and objects in brackets
 * over several lines, texts in quotes or plain ones over several lines, and keys that are no plain words.
 */
export function blockPlaces(text: string): PlaceNode | undefined {
  if (text.includes('\t') || (text.includes('\r') && /\r(?!\n)/.test(text))) {
    return undefined;
  }
  const scanner = new BlockScanner(text);
  return scanner.scan() ? scanner.tree.root : undefined;
}

class BlockScanner {
  public readonly tree = new BlockTree();

  private at = 0;
  private last: Last = 'open';
  /** The column of the key or dash that was read last. */
  private column = -1;

  public constructor(private readonly text: string) {}

  public scan(): boolean {
    while (this.at < this.text.length) {
      const start = this.at;
      while (this.text.charCodeAt(this.at) === 32) {
        this.at++;
      }
      if (!this.readLine(this.at - start)) {
        return false;
      }
    }
    return true;
  }

  private readLine(indent: number): boolean {
    const char = this.text[this.at];
    const isEmpty = char === undefined || char === '\n' || char === '\r';
    if (isEmpty || char === '#' || (this.last === 'text' && indent > this.column)) {
      return this.skipLine();
    }
    if (this.column < 0 && indent === 0 && this.text.startsWith('---', this.at)) {
      this.at += 3;
      return this.take(NOTHING_MORE) !== undefined;
    }
    // A value that goes on below its line.
    if (this.last !== 'open' && indent > this.column) {
      return false;
    }
    return this.readContent(indent);
  }

  private readContent(indent: number): boolean {
    let column = indent;
    let dashed = false;
    while (this.text[this.at] === '-' && this.isSpaceOrEnd(this.at + 1)) {
      const dash = this.at;
      this.at++;
      this.skipSpaces();
      if (!this.tree.dash(column, this.at)) {
        return false;
      }
      dashed = true;
      this.column = column;
      column += this.at - dash;
    }
    const start = this.at;
    const key = this.readKey();
    if (key === undefined) {
      // A line must begin with a key or a dash; a dash must have its item beside it.
      return dashed && this.readValue();
    }
    if (!this.tree.key(key.text, column, start, start + key.length)) {
      return false;
    }
    this.column = column;
    const behind = this.at;
    this.skipSpaces();
    const hasComment = this.text[this.at] === '#' && this.at > behind;
    if (this.isEnd(this.at) || hasComment) {
      this.last = 'open';
      return this.skipLine();
    }
    return this.readValue();
  }

  private readKey(): { readonly text: string; readonly length: number } | undefined {
    PLAIN_KEY.lastIndex = this.at;
    const plain = PLAIN_KEY.exec(this.text);
    if (plain) {
      this.at += plain[0].length;
      return isSpecialKey(plain[1]) ? undefined : { text: plain[1], length: plain[1].length };
    }
    QUOTED_KEY.lastIndex = this.at;
    const quoted = QUOTED_KEY.exec(this.text);
    if (!quoted) {
      return undefined;
    }
    this.at += quoted[0].length;
    const text = quoted[1] ?? quoted[2];
    return { text, length: text.length + 2 };
  }

  private readValue(): boolean {
    const start = this.at;
    this.last = 'value';
    const special = SPECIAL_VALUES[this.text[start]];
    if (special) {
      this.last = special === BLOCK_SCALAR ? 'text' : 'value';
      return this.take(special) !== undefined && this.endValue(start);
    }
    const line = this.take(PLAIN);
    const plain = (line?.includes(' #') ? line.replace(/[ ]#.*$/, '') : line)?.trimEnd();
    if (plain === undefined || plain.endsWith(':') || plain.includes(': ')) {
      return false;
    }
    this.tree.value(start, start + plain.length);
    return this.skipLine();
  }

  private endValue(start: number): boolean {
    this.tree.value(start, this.at);
    return this.take(NOTHING_MORE) !== undefined;
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private skipLine(): true {
    this.take(REST);
    this.at += this.text[this.at] === '\r' ? 2 : 1;
    return true;
  }

  private skipSpaces(): void {
    while (this.text.charCodeAt(this.at) === 32) {
      this.at++;
    }
  }

  private isEnd(at: number): boolean {
    const char = this.text[at];
    return char === undefined || char === '\n' || char === '\r';
  }

  private isSpaceOrEnd(at: number): boolean {
    return this.text[at] === ' ' || this.isEnd(at);
  }
}
