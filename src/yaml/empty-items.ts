import { isObject } from '../data/json';

/** A line that ends with a dash and nothing behind it but a comment; the dashes, and all before them. Only line feeds end lines: to `^`, `$` and `.`, U+2028 does too. */
const EMPTY_ITEM = /(?<![^\n])([ ]*(?:-[ ]+)*-)(?=[ ]*(?:[ ]#[^\r\n]*)?\r?(?:\n|(?![^])))/g;
/** The first line with content behind a place, with its indentation. */
const NEXT_LINE = /\r?\n(?:[ ]*(?:#[^\r\n]*)?\r?\n)*([ ]*)(?=[^ #\r\n])/y;

/**
 * Reads a text in which items of lists are empty. The library takes what follows an inner list that ends with such an item for more of its items; kubectl does not.
 *
 * Each empty item is given a word, which is taken out of the result again, also where it was a line of a text and no item.
 *
 * @param load how the library reads a text
 */
export function withEmptyItems(text: string, load: (text: string) => unknown): unknown {
  const word = wordFor(text);
  let count = 0;
  const filled = text.replace(EMPTY_ITEM, (dashes: string, _all: string, start: number) => {
    const isEmpty = !goesOnBelow(text, start + dashes.length, dashes.length - 1);
    count += Number(isEmpty);
    return isEmpty ? `${dashes} ${word}` : dashes;
  });
  return count === 0 ? load(text) : without(load(filled), word, new Map());
}

function wordFor(text: string): string {
  let word = 'empty-item';
  while (text.includes(word)) {
    word = `x${word}`;
  }
  return word;
}

/** Whether the next line belongs to the item of a dash in a column. */
function goesOnBelow(text: string, end: number, column: number): boolean {
  NEXT_LINE.lastIndex = text.indexOf('\n', end) < 0 ? text.length : lineEnd(text, end);
  const next = NEXT_LINE.exec(text);
  return next !== null && next[1].length > column;
}

function lineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from);
  return text[feed - 1] === '\r' ? feed - 1 : feed;
}

/** The value without the word; values that aliases share stay shared. */
function without(value: unknown, word: string, done: Map<object, unknown>): unknown {
  if (typeof value === 'string') {
    return value === word ? null : value.replaceAll(` ${word}`, '');
  }
  if (typeof value !== 'object' || value === null || done.has(value)) {
    return typeof value === 'object' && value !== null ? done.get(value) : value;
  }
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    done.set(value, list);
    value.forEach(item => list.push(without(item, word, done)));
    return list;
  }
  if (!isObject(value) || value instanceof Uint8Array) {
    return value;
  }
  const object: { [key: string]: unknown } = {};
  done.set(value, object);
  for (const [key, part] of Object.entries(value)) {
    // Assigning would call what is behind `__proto__`.
    Object.defineProperty(object, key.replaceAll(` ${word}`, ''), { value: without(part, word, done), enumerable: true, configurable: true, writable: true });
  }
  return object;
}
