import { isObject } from '../../data/json';
import { jsYaml } from '../lazy';
import { loadOptions } from '../schema';
import { Style } from './style';

/** Characters that YAML wants escaped, or that an editor would not show. */
const UNPRINTABLE = /[^\P{C}\n\t]|[\u0085\u2028\u2029\ufeff\ufffe\uffff]/u;

/** Of these, what JSON leaves as it is: controls, and what changes the direction of the text around it or is not seen at all. */
const HIDDEN = /[\u007f-\u009f\u2028\u2029\ufffe\uffff]|[^\P{Cf}]/gu;

/** Texts that other readers of YAML take for a date or for a number with the base 60. */
const OTHERWISE_READ = /^[-+]?\d+(?::[0-5]?\d)+$|^\d{4}-\d\d?-\d\d?/;

/** How a text is quoted: not at all where that is possible. */
export type Quote = '"' | "'" | '';

/** The lines of a value as a block, without the indentation of the place; a scalar or an empty value is one line. */
export function blockLines(value: unknown, style: Style): string[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap(item => behind('- ', item, style));
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, part]) => pairLines(key, part, style));
  }
  return typeof value === 'string' && isLiteral(value) ? literalLines(value, style.indent) : [flow(value, style.quote)];
}

/** The lines of a key and its value. */
export function pairLines(key: string, value: unknown, style: Style): string[] {
  const lines = blockLines(value, style);
  const name = scalar(key, style.quote);
  if (isEmptyOrScalar(value)) {
    return [`${name}: ${lines[0]}`, ...lines.slice(1)];
  }
  const pad = ' '.repeat(Array.isArray(value) ? style.dashIndent : style.indent);
  return [`${name}:`, ...lines.map(line => indented(pad, line))];
}

/** A value behind a dash: its first line stands on the line of the dash. */
export function behind(dash: string, value: unknown, style: Style): string[] {
  const [first, ...rest] = blockLines(value, style);
  return [dash + first, ...rest.map(line => isEmptyOrScalar(value) ? line : indented(' '.repeat(dash.length), line))];
}

/** A value on one line. */
export function flow(value: unknown, quote: Quote, isJson = false, space = ' '): string {
  if (Array.isArray(value)) {
    return `[${value.map(item => flow(item, quote, isJson, space)).join(`,${space}`)}]`;
  }
  if (isObject(value)) {
    const pairs = Object.entries(value).map(([key, part]) => `${isJson ? inJson(key) : scalar(key, '"', true)}:${space}${flow(part, quote, isJson, space)}`);
    return `{${pairs.join(`,${space}`)}}`;
  }
  if (typeof value === 'string') {
    return isJson ? inJson(value) : scalar(value, quote === '' ? '"' : quote, true);
  }
  return value === undefined ? 'null' : JSON.stringify(value);
}

/** A text as it can stand in one line: plain where that means the same, else quoted. */
export function scalar(text: string, quote: '"' | "'", isFlow = false): string {
  return isPlain(text, isFlow) ? text : quoted(text, quote);
}

/** A text in quotes; single ones cannot hold everything. */
export function quoted(text: string, quote: '"' | "'"): string {
  if (quote === "'" && !UNPRINTABLE.test(text) && !/[\n\t]/.test(text)) {
    return `'${text.replaceAll("'", "''")}'`;
  }
  return inJson(text);
}

/** A text as JSON that shows all its characters. What takes two units of UTF-16 stays: not every reader of YAML joins two escapes. */
function inJson(text: string): string {
  return JSON.stringify(text).replace(HIDDEN, char => char.length > 1 ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Tells whether a text means itself without quotes. */
export function isPlain(text: string, isFlow: boolean): boolean {
  if (text === '' || text !== text.trim() || UNPRINTABLE.test(text) || /[\n\t]|: |:$| #|^(?:---|\.\.\.)/.test(text)) {
    return false;
  }
  if (/^[-?:,[\]{}#&*!|>'"%@`]/.test(text) && !/^[-?:][^\s,[\]{}]/.test(text)) {
    return false;
  }
  if ((isFlow && /[,[\]{}]|:/.test(text)) || OTHERWISE_READ.test(text)) {
    return false;
  }
  try {
    return jsYaml().load(text, loadOptions()) === text;
  } catch {
    return false;
  }
}

/** Tells whether a text is best written as `|`: it has several lines, and no trait that a block scalar cannot show. */
export function isLiteral(text: string): boolean {
  return /\n./.test(text) && !UNPRINTABLE.test(text) && !/^[ \t\n]|[ \t]+(?:\n|$)|\n\n$/.test(text);
}

function literalLines(text: string, indent: number): string[] {
  const body = text.replace(/\n$/, '');
  return [body === text ? '|-' : '|', ...body.split('\n').map(line => indented(' '.repeat(indent), line))];
}

function isEmptyOrScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

function indented(pad: string, line: string): string {
  return line === '' ? line : pad + line;
}
