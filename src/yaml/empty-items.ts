/** A line that ends with a dash and nothing behind it but a comment; the dashes, and all before them. Other characters than a line feed end a line for JavaScript too. */
const EMPTY_ITEM = /(?<![^\n])([ ]*(?:-[ ]+)*-)(?=[ ]*(?:[ ]#[^\n]*)?\r?(?:\n|(?![^])))/g;
/** The item of a list in the first line with content behind a place, with its indentation. */
const NEXT_ITEM = /\r?\n(?:[ ]*(?:#[^\n]*)?\r?\n)*([ ]*)-(?=[ \r\n]|(?![^]))/y;

/**
 * Reads a text in which inner lists end with an empty item. The library takes what follows, of the list around it, for more items of the inner list; kubectl does not.
 *
 * Each such item is given a word, which is taken out of the result again, also where it was a line of a text and no item. Where that fails, the text is read as it is.
 *
 * @param load how the library reads a text
 */
export function withEmptyItems(text: string, load: (text: string) => unknown): unknown {
  const word = wordFor(text);
  const filled = text.replace(EMPTY_ITEM, (dashes: string, _all: string, start: number) =>
    (endsInnerList(text, start + dashes.length, dashes.length - 1) ? `${dashes} ${word}` : dashes));
  if (filled.length === text.length) {
    return load(text);
  }
  const result = new WordRemover(word).without(load(filled));
  return result === undefined ? load(text) : result.value;
}

/** A word that the text does not contain. */
function wordFor(text: string): string {
  const used = [...text.matchAll(/empty-item(x*)/g)].reduce((longest, [, end]) => Math.max(longest, end.length), -1);
  return `empty-item${'x'.repeat(used + 1)}`;
}

/** Whether the next line is an item of a list around the one of a dash in a column. */
function endsInnerList(text: string, end: number, column: number): boolean {
  NEXT_ITEM.lastIndex = text.indexOf('\n', end) < 0 ? text.length : lineEnd(text, end);
  const next = NEXT_ITEM.exec(text);
  return next !== null && next[1].length < column;
}

function lineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  return text[feed - 1] === '\r' ? feed - 1 : feed;
}

/** Takes a word out of a value; values that aliases share stay shared. */
class WordRemover {
  private readonly done = new Map<object, unknown>();
  private isLeft = false;

  public constructor(private readonly word: string) {}

  /** The value without the word; undefined where the word became a part of something else. */
  public without(value: unknown): { readonly value: unknown } | undefined {
    const result = this.cleaned(value);
    return this.isLeft ? undefined : { value: result };
  }

  private cleaned(value: unknown): unknown {
    if (typeof value === 'string') {
      return value === this.word ? null : this.cleanedText(value);
    }
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) {
      return value;
    }
    if (!this.done.has(value)) {
      const copy = Array.isArray(value) ? [] : {};
      this.done.set(value, copy);
      // Assigning would call what is behind `__proto__`.
      Object.entries(value).forEach(([key, part]) =>
        Object.defineProperty(copy, this.cleanedText(key), { value: this.cleaned(part), enumerable: true, configurable: true, writable: true }));
    }
    return this.done.get(value);
  }

  private cleanedText(text: string): string {
    const cleaned = text.replaceAll(` ${this.word}`, '');
    this.isLeft ||= cleaned.includes(this.word);
    return cleaned;
  }
}
