/** Thrown where a text goes on in a way that is left to the library. */
export class Doubt extends Error {}

// One for all, because to make an error with its stack takes longer than to read a document.
const DOUBT = new Doubt('left to the library');

/** Gives up. */
export function doubt(): never {
  throw DOUBT;
}

const LINE_FEED = 10;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const HASH = 35;
const SINGLE_QUOTE = 39;
export const DASH = 45;
const DOT = 46;
const COLON = 58;

/** Characters of keys that need no quotes. */
const KEY_CHARS = charsOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789./-');
const FIRST_KEY_CHARS = charsOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_');
/** Keys with another meaning, and the one that is no plain key of an object. */
const SPECIAL_KEY = /^(?:y|yes|n|no|on|off|true|false|null|__proto__)$/i;
const LONGEST_SPECIAL_KEY = 9;
/** What a plain text cannot begin with. */
const INDICATORS = charsOf('#&*!|>%@`"\'[]{},');
/** What it cannot begin with when a space follows. */
const INDICATORS_ALONE = charsOf('-?:');
/** In quotes, what JSON and YAML escape alike. */
const JSON_ESCAPES = /^(?:[^\\]|\\[\\"/bfnrt])*$/;

/** Marks characters of ASCII. */
export function charsOf(chars: string): Uint8Array {
  const marks = new Uint8Array(128);
  for (const char of chars) {
    marks[char.charCodeAt(0)] = 1;
  }
  return marks;
}

/** Reads a text line by line: skips what is no content, and reads keys and texts in quotes. */
export class LineReader {
  /** Where it stands in the text. */
  public at = 0;
  /** The indentation of the line that it came to last; -1 behind the last one. */
  public indent = 0;

  public constructor(public readonly text: string) {}

  /** Goes to the content of the next line that has any, from the beginning of a line. */
  public nextLine(): void {
    const { text } = this;
    while (this.at < text.length) {
      const start = this.at;
      let at = start;
      while (text.charCodeAt(at) === SPACE) {
        at++;
      }
      const char = text.charCodeAt(at);
      if (at < text.length && char !== LINE_FEED && char !== HASH) {
        this.indent = at - start;
        this.at = at;
        return;
      }
      this.at = this.endOfLine(at) + 1;
    }
    this.indent = -1;
  }

  /** Goes to the content of the document, behind its mark. */
  public begin(): void {
    this.nextLine();
    if (this.indent === 0 && this.text.startsWith('---', this.at)) {
      this.at += 3;
      this.endValue();
    }
  }

  /** Goes to the next line with content that is not indented more than that. */
  public skipBelow(column: number): void {
    do {
      this.at = this.endOfLine(this.at) + 1;
      this.nextLine();
    } while (this.indent > column);
  }

  /** Goes to the next line with content, from behind a value, which only a comment may follow. */
  public endValue(): void {
    this.skipSpaces();
    const char = this.text.charCodeAt(this.at);
    if (this.at < this.text.length && char !== LINE_FEED && (char !== HASH || this.text.charCodeAt(this.at - 1) !== SPACE)) {
      doubt();
    }
    this.at = this.endOfLine(this.at) + 1;
    this.nextLine();
  }

  /** Whether nothing but a comment follows on the line. */
  public isAtEnd(): boolean {
    const char = this.text.charCodeAt(this.at);
    return this.at >= this.text.length || char === LINE_FEED || (char === HASH && this.text.charCodeAt(this.at - 1) === SPACE);
  }

  /** Whether the dash of an item stands here. */
  public isAtDash(): boolean {
    return this.text.charCodeAt(this.at) === DASH && this.isSpaceOrEnd(this.at + 1);
  }

  public skipSpaces(): void {
    while (this.text.charCodeAt(this.at) === SPACE) {
      this.at++;
    }
  }

  public isSpaceOrEnd(at: number): boolean {
    const char = this.text.charCodeAt(at);
    return char === SPACE || char === LINE_FEED || at >= this.text.length;
  }

  public endOfLine(from: number): number {
    const end = this.text.indexOf('\n', from);
    return end < 0 ? this.text.length : end;
  }

  /**
   * The key that stands here, and goes behind its colon; undefined when there is none, and then stays.
   *
   * @param isInFlow whether braces and commas have a meaning here
   */
  public key(isInFlow = false): string | undefined {
    const { text, at } = this;
    const first = text.charCodeAt(at);
    if (first === DOUBLE_QUOTE || first === SINGLE_QUOTE) {
      return this.quotedKey();
    }
    // Managed fields have keys such as `.` and `k:{"name":"web"}`; what else begins with a dot may be a number.
    if (FIRST_KEY_CHARS[first] !== 1 && (first !== DOT || text.charCodeAt(at + 1) !== COLON)) {
      return undefined;
    }
    let end = at + 1;
    while (KEY_CHARS[text.charCodeAt(end)] === 1) {
      end++;
    }
    if (text.charCodeAt(end) === COLON && !this.isSpaceOrEnd(end + 1) && !isInFlow) {
      end = this.endOfLongKey(end);
    }
    if (text.charCodeAt(end) !== COLON || !this.isSpaceOrEnd(end + 1)) {
      return undefined;
    }
    this.at = end + 1;
    const key = text.slice(at, end);
    return isSpecialKey(key) ? doubt() : key;
  }

  /** A text in quotes that ends on its line. */
  public quoted(): string {
    const { text, at } = this;
    const isDouble = text.charCodeAt(at) === DOUBLE_QUOTE;
    const quote = isDouble ? '"' : "'";
    let end = text.indexOf(quote, at + 1);
    while (end >= 0 && (isDouble ? isEscaped(text, end) : text.charCodeAt(end + 1) === SINGLE_QUOTE)) {
      end = text.indexOf(quote, end + (isDouble ? 1 : 2));
    }
    const inside = end < 0 ? doubt() : text.slice(at + 1, end);
    if (inside.includes('\n')) {
      doubt();
    }
    this.at = end + 1;
    if (!isDouble) {
      return inside.includes("'") ? inside.replaceAll("''", "'") : inside;
    }
    return !inside.includes('\\') ? inside : JSON_ESCAPES.test(inside) ? JSON.parse(`"${inside}"`) as string : doubt();
  }

  /** A text without quotes that ends on its line. */
  public plain(): string {
    const { text, at } = this;
    const first = text.charCodeAt(at);
    if (INDICATORS[first] === 1 || (INDICATORS_ALONE[first] === 1 && this.isSpaceOrEnd(at + 1))) {
      doubt();
    }
    const line = text.slice(at, this.endOfLine(at));
    const comment = line.indexOf(' #');
    let end = comment < 0 ? line.length : comment;
    while (line.charCodeAt(end - 1) === SPACE) {
      end--;
    }
    const plain = end === line.length ? line : line.slice(0, end);
    if (line.charCodeAt(end - 1) === COLON || plain.includes(': ')) {
      doubt();
    }
    this.at += end;
    return plain;
  }

  /** The end of a key that has colons inside, from the first of them: only a colon before a space ends it. Keys with spaces are left to the library. */
  private endOfLongKey(colon: number): number {
    const { text } = this;
    let end = colon;
    while (text.charCodeAt(end) !== COLON || !this.isSpaceOrEnd(end + 1)) {
      if (this.isSpaceOrEnd(end)) {
        return end;
      }
      end++;
    }
    return end;
  }

  private quotedKey(): string | undefined {
    const { at } = this;
    const key = this.quoted();
    if (this.text.charCodeAt(this.at) === COLON && this.isSpaceOrEnd(this.at + 1)) {
      this.at++;
      return key === '__proto__' ? doubt() : key;
    }
    this.at = at;
    return undefined;
  }
}

/** Whether a key without quotes is no plain key of an object, so that the library must read it. */
export function isSpecialKey(key: string): boolean {
  return key.length <= LONGEST_SPECIAL_KEY && SPECIAL_KEY.test(key);
}

/** Whether a quote stands behind an odd number of backslashes. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text[first - 1] === '\\') {
    first--;
  }
  return (quote - first) % 2 === 1;
}
