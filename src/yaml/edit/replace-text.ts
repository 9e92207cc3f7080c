import type { Scalar } from 'yaml';
import { EditRefused } from '../../edits/edit';
import { jsYaml } from '../lazy';
import { loadOptions } from '../schema';
import { foldedBody, literalBody } from './block-scalar';
import type { EditedDocument } from './edited-document';
import { isPlain, quoted } from './render';

/** Where a text stands. */
export interface TextPlace {
  /** The column of its key or dash. */
  readonly column: number;
  /** Where it ends. */
  readonly end: number;
  /** Whether it stands inside of `[]` or `{}`. */
  readonly isFlow?: boolean;
}

/** Replaces a text in its own style, if that can hold the new one; else in the nearest that can. */
export function replaceText(editor: EditedDocument, node: Scalar, place: TextPlace, after: string): void {
  const { source, splices } = editor;
  const start = node.range![0];
  const old = source.text.slice(start, place.end);
  // A text that keeps the blank lines at its end would keep these, too.
  const behind = place.isFlow ? '' : source.text.slice(place.end, source.skipBlankLines(place.end));
  const found = candidates(editor, node, old, place, after).find(candidate => saysIt(candidate, place, behind, after));
  if (found === undefined) {
    throw new EditRefused('the new text does not fit in place of the old one: edit it by hand');
  }
  splices.replace(start, place.end, found);
}

function candidates(editor: EditedDocument, node: Scalar, old: string, place: TextPlace, after: string): string[] {
  const { style } = editor;
  const before = String(node.value);
  const isBlock = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED';
  const quote = node.type === 'QUOTE_SINGLE' ? "'" : node.type === 'QUOTE_DOUBLE' ? '"' : style.quote;
  const texts: (string | undefined)[] = [];
  if (!isBlock && /[\r\n]/.test(old)) {
    texts.push(sameLines(old, before, after));
  }
  if (node.type === 'BLOCK_LITERAL') {
    texts.push(literalBody(old, before, after, style.eol));
  } else if (node.type === 'BLOCK_FOLDED') {
    texts.push(foldedBody(old, before, after, style.eol), literalBody(old.replace(/^>/, '|'), undefined, after, style.eol));
  } else if (node.type === 'PLAIN') {
    texts.push(isPlain(after, place.isFlow === true) ? after : undefined);
  }
  const end = isBlock && /[\r\n]$/.test(old) ? style.eol : '';
  texts.push((isBlock && isPlain(after, false) ? after : quoted(after, quote)) + end, quoted(after, '"') + end);
  return texts.filter(text => text !== undefined);
}

/** A text over several lines in which one part goes or changes: the lines around that part stay. */
function sameLines(source: string, before: string, after: string): string | undefined {
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) {
    head++;
  }
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) {
    tail++;
  }
  const gone = before.slice(head, before.length - tail);
  // A space may be written as a line break there.
  const pattern = new RegExp(gone.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/ +/g, '(?:[ \\t]|\\\\?\\r?\\n)+'), 'g');
  const places = gone.trim() === '' ? [] : [...source.matchAll(pattern)];
  const added = after.slice(head, after.length - tail);
  return places.length === 1 ? source.slice(0, places[0].index) + added + source.slice(places[0].index + places[0][0].length) : undefined;
}

/** Reads the text back as it would be read at its place. */
function saysIt(candidate: string, place: TextPlace, behind: string, after: string): boolean {
  try {
    const pad = ' '.repeat(place.column);
    const end = /[\r\n]$/.test(candidate) ? '' : '\n';
    const text = place.isFlow ? `[${candidate}\n]` : `${pad}- ${candidate}${end}${behind}`;
    return (jsYaml().load(text, loadOptions()) as unknown[])[0] === after;
  } catch {
    return false;
  }
}
