import { charsOf, DASH, doubt, LineReader } from './line-reader';
import { readPlain } from './plain-scalar';
import { JsonObject } from '../data/json';

/** Deeper values are left to the library. */
const MOST_LEVELS = 20;
/** Characters of words in brackets that mean nothing there, wherever they stand. */
const WORD_CHARS = charsOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789./=-+$');
const FIRST_CHARS = charsOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789./-$');

/** Reads a list or an object in brackets on one line, and goes behind it; gives up whenever there is any doubt. */
export function flowData(lines: LineReader, level = 0): unknown {
  if (level > MOST_LEVELS) {
    doubt();
  }
  switch (lines.text[lines.at]) {
    case '[':
      return list(lines, level);
    case '{':
      return object(lines, level);
    case '"':
    case "'":
      return lines.quoted();
    default:
      return word(lines);
  }
}

function list(lines: LineReader, level: number): unknown[] {
  const items: unknown[] = [];
  while (goesOn(lines, ']', items.length === 0)) {
    items.push(flowData(lines, level + 1));
  }
  return items;
}

function object(lines: LineReader, level: number): JsonObject {
  const value: { [key: string]: unknown } = {};
  for (let isFirst = true; goesOn(lines, '}', isFirst); isFirst = false) {
    const key = lines.key(true);
    if (key === undefined || Object.hasOwn(value, key)) {
      return doubt();
    }
    lines.skipSpaces();
    value[key] = flowData(lines, level + 1);
  }
  return value;
}

/** Goes to the next part of what stands in brackets, from the opening bracket or from behind a part; behind the closing bracket when there is none. */
function goesOn(lines: LineReader, close: string, isFirst: boolean): boolean {
  lines.at += isFirst ? 1 : 0;
  lines.skipSpaces();
  const char = lines.text[lines.at];
  if (char === close) {
    lines.at++;
    return false;
  }
  if (!isFirst) {
    if (char !== ',') {
      doubt();
    }
    lines.at++;
    lines.skipSpaces();
  }
  return true;
}

/** A word without quotes. */
function word(lines: LineReader): unknown {
  const { text, at } = lines;
  const first = text.charCodeAt(at);
  let end = at;
  while (WORD_CHARS[text.charCodeAt(end)] === 1) {
    end++;
  }
  if (end === at || FIRST_CHARS[first] !== 1 || (first === DASH && end === at + 1)) {
    doubt();
  }
  lines.at = end;
  const value = readPlain(text.slice(at, end));
  return value === undefined ? doubt() : value;
}
