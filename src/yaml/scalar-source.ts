import { isBlockScalar, PlaceNode, TextRange } from './place-node';
import { TextSpan } from '../data/path';

// A script is data to those who look into it, and their offsets are those of the data. Here each character of the data is found in the file again: quotes,
// escapes, indentation and folded lines lie between. The result must read as the data does; otherwise there is no result.

/** A text as data, and from where to where each of its characters stands in the file. */
class Decoded {
  public text = '';
  public readonly starts: number[] = [];
  public readonly ends: number[] = [];

  public add(chars: string, start: number, end: number): void {
    for (let unit = 0; unit < chars.length; unit++) {
      this.starts.push(start);
      this.ends.push(end);
    }
    this.text += chars;
  }

  public addAsIs(source: string, start: number, end: number): void {
    for (let at = start; at < end; at++) {
      this.add(source[at], at, at + 1);
    }
  }
}

/** Where a span of a text stands in the file; undefined when that cannot be told. */
export function sourceRange(source: string, node: PlaceNode, value: string, span: TextSpan): TextRange | undefined {
  const { valueStart, valueEnd } = node;
  // A span often holds the line break or the space behind a command, which is nothing to look at.
  const start = span.start + (/^\s*/.exec(value.slice(span.start, span.end))?.[0].length ?? 0);
  const end = span.start + value.slice(span.start, span.end).trimEnd().length;
  if (valueStart === undefined || valueEnd === undefined || start >= end) {
    return undefined;
  }
  const decoded = isBlockScalar(source, node) ? decodeBlock(source, valueStart, value) : decodeFlow(source, valueStart, valueEnd);
  // The number of line breaks at the end of a block does not matter here.
  const isSame = decoded.text === value || decoded.text.replace(/(?<!\n)\n+$/, '') === value.replace(/(?<!\n)\n+$/, '');
  return isSame && end <= decoded.ends.length ? { start: decoded.starts[start], end: decoded.ends[end - 1] } : undefined;
}

interface Line {
  readonly start: number;
  readonly end: number;
}

function decodeBlock(source: string, at: number, value: string): Decoded {
  const decoded = new Decoded();
  const lines = blockLines(source, at, value);
  const isFolded = source[at] === '>';
  const isText = (line: Line | undefined) => line !== undefined && line.end > line.start && source[line.start] !== ' ' && source[line.start] !== '\t';
  let before: Line | undefined;
  let empties: number[] = [];
  for (const line of lines) {
    if (line.end === line.start) {
      empties.push(line.start);
      continue;
    }
    const folds = isFolded && isText(before) && isText(line);
    if (before && (!folds || empties.length === 0)) {
      decoded.add(folds ? ' ' : '\n', before.end, before.end);
    }
    empties.forEach(empty => decoded.add('\n', empty, empty));
    decoded.addAsIs(source, line.start, line.end);
    [before, empties] = [line, []];
  }
  return decoded;
}

/** The lines of a block, without what indents them. */
function blockLines(source: string, at: number, value: string): Line[] {
  const lines: Line[] = [];
  const pattern = /[^\r\n]*(\r\n|\n|\r|$)/y;
  pattern.lastIndex = at;
  pattern.exec(source);
  let indent: number | undefined;
  for (let start = pattern.lastIndex; start < source.length; start = pattern.lastIndex) {
    const [whole, lineBreak] = pattern.exec(source)!;
    const end = start + whole.length - lineBreak.length;
    const spaces = /^ */.exec(source.slice(start, end))![0].length;
    const isBlank = start + spaces === end;
    // The first line may begin with spaces of its own: the data tells how many.
    indent ??= isBlank ? undefined : spaces - /^\n*( *)/.exec(value)![1].length;
    if (!isBlank && spaces < indent!) {
      break;
    }
    lines.push({ start: Math.min(start + (indent ?? spaces), end), end });
  }
  return lines;
}

const ESCAPES: { readonly [char: string]: string } = {
  '0': '\0',
  'a': '\x07',
  'b': '\b',
  't': '\t',
  '\t': '\t',
  'n': '\n',
  'v': '\v',
  'f': '\f',
  'r': '\r',
  'e': '\x1b',
  'N': '\x85',
  '_': '\xa0',
  'L': '\u2028',
  'P': '\u2029',
};
const HEX_LENGTHS: { readonly [char: string]: number } = { x: 2, u: 4, U: 8 };
const LAST_CODE_POINT = 0x10ffff;
const SPACES = /[ \t]*/y;
const BREAKS = /(?:(?:\r\n|\n|\r)[ \t]*)+/y;

/** A plain or quoted text, which may go over several lines. */
function decodeFlow(source: string, valueStart: number, valueEnd: number): Decoded {
  const quote = source[valueStart] === '"' || source[valueStart] === "'" ? source[valueStart] : '';
  const end = valueEnd - quote.length;
  const decoded = new Decoded();
  for (let at = valueStart + quote.length; at < end;) {
    const length = quote === '"' && source[at] === '\\' ? addEscape(source, at, decoded) : 0;
    at += length > 0 ? length : addPlain(source, at, quote, decoded);
  }
  return decoded;
}

/** One line break is a space, and each further one a line break; spaces around them mean nothing. */
function addPlain(source: string, at: number, quote: string, decoded: Decoded): number {
  const spaces = lengthOf(SPACES, source, at);
  const breaks = lengthOf(BREAKS, source, at + spaces);
  if (breaks > 0) {
    const count = source.slice(at + spaces, at + spaces + breaks).match(/\r\n|\n|\r/g)!.length;
    decoded.add(count === 1 ? ' ' : '\n'.repeat(count - 1), at, at + spaces + breaks);
    return spaces + breaks;
  }
  if (spaces > 0) {
    decoded.addAsIs(source, at, at + spaces);
    return spaces;
  }
  const length = quote === "'" && source.startsWith("''", at) ? 2 : 1;
  decoded.add(source[at], at, at + length);
  return length;
}

function lengthOf(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0].length ?? 0;
}

function addEscape(source: string, at: number, decoded: Decoded): number {
  const char = source[at + 1];
  // As the reader does it: empty lines behind a broken line mean nothing either.
  const continued = /\\(?:(?:\r\n|\n|\r)[ \t]*)+/y;
  continued.lastIndex = at;
  const joined = continued.exec(source)?.[0];
  if (joined !== undefined) {
    return joined.length;
  }
  const digits = HEX_LENGTHS[char];
  const length = 2 + (digits ?? 0);
  const code = digits === undefined ? undefined : Number.parseInt(source.slice(at + 2, at + length), 16);
  const text = code === undefined ? ESCAPES[char] ?? char : String.fromCodePoint(Math.min(code || 0, LAST_CODE_POINT));
  decoded.add(text, at, at + length);
  return length;
}
