import type { EditedDocument } from './edited-document';
import { yaml } from '../lazy';
import { Entry } from './entries';
import { commentBehind, flowBody } from './flow';
import { behind, Quote, quoted } from './render';
import { dashes, firstOffset } from './source';
import { padded, shifted } from './text';
import { DataPath, formatPath } from '../../data/path';
import { EditRefused } from '../../edits/edit';
import { EditNode, Insertion } from '../../edits/edit-tree';

/** How the items of a list are written. */
export interface ListStyle {
  /** The column of the dashes. */
  readonly column: number;
  /** The dash and the spaces behind it. */
  readonly dash: string;
  /** How the neighbors are quoted. */
  readonly quote?: Quote;
  /** Whether a blank line stands between the items. */
  readonly isSpaced?: boolean;
}

/** The lines of items that are put into a block list: they are made when everything else is known. */
export function itemsText(editor: EditedDocument, insertions: readonly Insertion[], list: ListStyle): () => string {
  const texts = insertions.map(({ from, value }) => from === undefined ? newItem(editor, value, list) : movedItem(editor, from, list));
  const isWord = (index: number) => insertions[index].from === undefined && typeof insertions[index].value !== 'object';
  // New words that belong together stand together, also where the others stand apart.
  const gap = (index: number) => list.isSpaced && index > 0 && !(isWord(index) && isWord(index - 1)) ? editor.source.eol : '';
  return () => texts.map((text, index) => gap(index) + text()).join('');
}

/** Puts items into a list that is empty, `[]`, or a key without a value. */
export function fillList(editor: EditedDocument, entry: Entry, edits: EditNode): void {
  const { source, splices, style } = editor;
  if (typeof entry.step === 'number') {
    throw new EditRefused(`'${formatPath(edits.path)}' is an empty list inside a list: edit it by hand`);
  }
  const siblings = editor.nodeAt(edits.path.slice(0, -1));
  const widths = editor.entries(siblings as never, edits.path.slice(0, -1)).map(sibling => dashIndentOf(editor, sibling));
  const column = entry.column + (widths.find(width => width !== undefined) ?? style.dashIndent);
  splices.cut(entry.valueStart, entry.contentEnd);
  const at = Math.max(entry.end, source.nextLine(entry.contentEnd));
  splices.insert(at, itemsText(editor, edits.insertions, { column, dash: '- ' }));
  cutBlankLines(editor, edits.insertions, at);
}

/** Blank lines must not become a part of a block scalar that is put in front of them. */
export function cutBlankLines({ source, splices }: EditedDocument, insertions: readonly Insertion[], at: number): void {
  const last = insertions[insertions.length - 1];
  if (source.hasKeepers && last.from !== undefined) {
    splices.cut(at, source.skipBlankLines(at));
  }
}

function newItem(editor: EditedDocument, value: unknown, list: ListStyle): () => string {
  const { source, style } = editor;
  const isText = typeof value === 'string' && list.quote && !value.includes('\n');
  const lines = isText ? [list.dash + quoted(value, list.quote as '"')] : behind(list.dash, value, style);
  return () => padded(lines, list.column, source.eol);
}

function movedItem(editor: EditedDocument, from: DataPath, list: ListStyle): () => string {
  const { source, splices } = editor;
  const entry = editor.itemAt(from);
  if (!entry) {
    const column = list.column + list.dash.length;
    const comment = commentBehind(editor, from);
    const above = padded(editor.comments.get(formatPath(from))?.texts ?? [], list.column, source.eol);
    return () => above + padded([list.dash], list.column, '') + flowBody(editor, from, column) + (comment === '' ? '' : ` ${comment}`) + source.eol;
  }
  return () => shifted(splices.render(editor.regions.get(formatPath(from))), list.column - entry.column);
}

/** How much deeper the dashes of a list stand than its key. */
export function dashIndentOf(editor: EditedDocument, { value, column }: Entry): number | undefined {
  const first = yaml().isSeq(value) && !value.flow ? dashes(value)[0] : undefined;
  return first && editor.source.column(firstOffset(first.start)!) - column;
}
