import { isObject } from '../../data/json';
import { jsYaml } from '../lazy';
import { loadOptions } from '../schema';
import { OpenCollection, openCollections } from './open-collections';
import { Source } from './source';

/** Lines of YAML that are switched off by a `#`, or by a mark such as `#PROD#` that a script replaces. */
export interface CommentedOut {
  /** Where its lines begin and end. */
  readonly start: number;
  readonly end: number;
  /** What it continues once it is switched on; undefined if that is unclear. */
  readonly place?: OpenCollection;
}

interface CommentLine {
  readonly start: number;
  readonly end: number;
  /** The `#`, or the `#` with a word and another `#`. */
  readonly mark: string;
  readonly markColumn: number;
  /** The column of what is commented out; undefined when nothing is. */
  readonly column?: number;
  readonly text: string;
}

/** What commented-out lines mean, and where they end. */
interface Block {
  readonly value: unknown;
  readonly end: number;
}

const COMMENT = /^([ \t]*)(#(?:[\w.-]+#)?)([ \t]*)(.*?)[ \t]*$/;
const HEAD = /^(?:-(?:\s|$)|["']?[\w./-]+["']?:(?:\s|$))/;
/** Names of fields, labels and variables; `TODO:` and `Note:` begin a sentence. */
const KEY = /^(?:[a-z][\w./-]*|[A-Z][A-Z0-9]*_[A-Z0-9_]*)$/;

/** Longer parts are read in pieces, so that a long comment does not take long; and where such a part means nothing, the next ones are shorter, down to the second number. */
const MOST_LINES = 500;
const FEW_LINES = 20;

/**
 * The commented-out lines among the comments around a line, in the order of the text; prose is none.
 *
 * @param limit where the lines above end that are no comments, although some may look so, as in a script
 */
export function commentedOut(source: Source, line: number, limit = 0): readonly CommentedOut[] {
  const start = firstComment(source, line, limit);
  const known = read.get(source) ?? new Map<number, readonly CommentedOut[]>();
  read.set(source, known);
  const found = known.get(start) ?? commentedOutFrom(source, start);
  known.set(start, found);
  return found;
}

/** What was found from a line on: comments at the end of a part are at the end of everything around it, too. */
const read = new WeakMap<Source, Map<number, readonly CommentedOut[]>>();

function commentedOutFrom(source: Source, start: number): readonly CommentedOut[] {
  const after = source.skipComments(start);
  const lines = commentLines(source, start, after);
  const found: (Block & { readonly first: CommentLine })[] = [];
  let most = MOST_LINES;
  for (const [index, first] of lines.entries()) {
    const isInside = first.start < (found[found.length - 1]?.end ?? 0);
    const own = !isInside && HEAD.test(first.text) ? blockFrom(lines, index, most) : [];
    const block = own.length > 0 ? meaningOf(own) : undefined;
    if (block && hasKeys(block.value)) {
      found.push({ ...block, first });
    } else if (own.length > FEW_LINES) {
      most = Math.max(FEW_LINES, Math.floor(Math.min(most, own.length) / 2));
    }
  }
  const open = found.length > 0 ? openCollections(source, start, after) : [];
  const all: (CommentedOut & { readonly first: CommentLine })[] = [];
  for (const { first, end, value } of found) {
    const own = placeAt(columnsOf(first), open.filter(one => fits(value, one)));
    const above = all[all.length - 1];
    const place = own ?? (above && isOfItem(above, first) ? above.place : undefined);
    if (place || isPlainly(value)) {
      all.push({ start: first.start, end, place, first });
    }
  }
  return all;
}

/** Whether lines belong to the item directly above them, although they are not indented as its keys are: its dash was moved by the mark, and they were not. */
function isOfItem({ first, end }: { readonly first: CommentLine; readonly end: number }, line: CommentLine): boolean {
  return end === line.start && first.text.startsWith('-') && first.mark === line.mark && line.column! > first.column!;
}

/** Where the comments and blank lines begin that a line is among. */
function firstComment(source: Source, line: number, limit: number): number {
  let first = line;
  let above = source.previousLine(first);
  while (above !== undefined && above >= limit && source.isBlankOrComment(above)) {
    first = above;
    above = source.previousLine(first);
  }
  return first;
}

function commentLines(source: Source, start: number, end: number): CommentLine[] {
  const lines: CommentLine[] = [];
  for (let at = start; at < end; at = source.nextLine(at)) {
    const next = source.nextLine(at);
    const [, pad = '', mark = '', space = '', text = ''] = COMMENT.exec(source.text.slice(at, next).replace(/(?<![\r\n])[\r\n]+$/, '')) ?? [];
    lines.push({ start: at, end: next, mark, markColumn: pad.length, text, column: text === '' ? undefined : pad.length + mark.length + space.length });
  }
  return lines;
}

/**
 * A line and those behind it that are indented as its parts or siblings are; blank lines and sentences without the mark may stand between. A key that is there already is one of
 * another object.
 */
function blockFrom(lines: readonly CommentLine[], first: number, most: number): readonly CommentLine[] {
  const { column, mark } = lines[first];
  const keys = new Set([keyOf(lines[first])]);
  let end = first + 1;
  let sibling = lines[first];
  for (let index = end; index < Math.min(lines.length, first + most); index++) {
    const line = lines[index];
    if (line.column === undefined || (line.mark !== mark && !HEAD.test(line.text))) {
      continue;
    }
    const isSibling = line.column === column;
    const key = isSibling ? keyOf(line) : undefined;
    const isOther = isSibling ? !follows(sibling, line) || (key !== undefined && keys.has(key)) : isBeforeKeys(sibling, line);
    if (line.mark !== mark || line.column < column! || isOther) {
      break;
    }
    keys.add(key);
    sibling = isSibling ? line : sibling;
    end = index + 1;
  }
  return lines.slice(first, end);
}

/** Whether a line is indented deeper than the dash of an item, but not as deep as its keys, where nothing of the item can stand. */
function isBeforeKeys({ text, column }: CommentLine, line: CommentLine): boolean {
  const dash = /^-[ \t]+(?=\S)/.exec(text)?.[0].length ?? 0;
  return line.column! < column! + dash;
}

/** The key that a line begins with; undefined when it is an item of a list. */
function keyOf({ text }: CommentLine): string | undefined {
  return text.startsWith('-') ? undefined : text.slice(0, text.indexOf(':'));
}

/** Whether a line at the same column can belong to the same list or object; the dashes of a list may stand under its key. */
function follows(above: CommentLine, { text }: CommentLine): boolean {
  const [wasDash, isDash] = [above.text, text].map(one => one.startsWith('-'));
  return HEAD.test(text) && (wasDash === isDash || (isDash && /:(?:\s+#.*)?$/.test(above.text)));
}

/** Lines with what they mean. A sentence between or below them, which is none of their values, is left out. */
function meaningOf(block: readonly CommentLine[]): Block {
  const own = block.filter(({ mark }) => mark === block[0].mark);
  const heads = own.filter(({ text }) => HEAD.test(text));
  const value = load(own);
  return value === undefined ? { end: heads[heads.length - 1].end, value: load(heads) } : { end: block[block.length - 1].end, value };
}

function load(lines: readonly CommentLine[]): unknown {
  try {
    return jsYaml().load(lines.map(({ column, text }) => ' '.repeat(column ?? 0) + text).join('\n'), loadOptions());
  } catch {
    return undefined;
  }
}

/** Whether a value is a list, or an object whose keys and values are no sentences. */
function hasKeys(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.every(item => isObject(item) ? Object.keys(item).every(key => KEY.test(key)) : isWord(item));
  }
  const isPart = (part: unknown) => isObject(part) || Array.isArray(part) || isWord(part);
  return isObject(value) && Object.keys(value).every(key => KEY.test(key)) && Object.values(value).some(isPart);
}

/** An argument, a number or a name. */
function isWord(value: unknown): boolean {
  return typeof value === 'string' ? value.startsWith('-') || !/\s/.test(value) : typeof value !== 'object' || value === null;
}

/** Whether a value cannot be taken for prose, wherever it stands. */
function isPlainly(value: unknown): boolean {
  return Array.isArray(value) ? value.every(isObject) : Object.keys(value as object).length > 1;
}

function placeAt(columns: readonly number[], open: readonly OpenCollection[]): OpenCollection | undefined {
  const exact = columns.map(column => open.find(one => one.column === column && !one.isPending)).find(one => one !== undefined);
  const pending = open.find(one => one.isPending && one.column <= columns[0]);
  return exact ?? (pending && { ...pending, column: columns[0] });
}

function fits(value: unknown, { kind, holdsWords }: OpenCollection): boolean {
  return Array.isArray(value)
    ? kind === 'list' && (holdsWords === undefined || value.some(isObject) !== holdsWords)
    : kind === 'object';
}

/** Where a line stands once it is switched on: without the mark and one space, without the mark, or with spaces for it. */
function columnsOf({ column, mark, markColumn }: CommentLine): number[] {
  const without = column! - mark.length;
  if (mark.length > 1) {
    return [column!, without];
  }
  const spaced = column! > markColumn + 1 ? [without - 1, without] : [without];
  return markColumn === 0 ? [...spaced, column!] : spaced;
}
