import type { YAMLSeq } from 'yaml';
import { formatPath } from '../../data/path';
import { EditNode, Insertion, isGone } from '../../edits/edit-tree';
import { yaml } from '../lazy';
import { editEntry } from './block-map';
import type { EditedDocument } from './edited-document';
import { endOfList, Entry } from './entries';
import { cutBlankLines, itemsText, ListStyle } from './list-items';
import { removeEntries } from './remove';
import { Source } from './source';
import { EditRefused } from '../../edits/edit';

/** Edits a list in block style. */
export function editBlockList(editor: EditedDocument, list: YAMLSeq, edits: EditNode, value: unknown): void {
  const entries = editor.entries(list, edits.path);
  const items = Array.isArray(value) ? value : [];
  const gone = new Set<Entry>();
  const moved = new Set<Entry>();
  for (const [index, child] of edits.children) {
    const entry = entries[index as number];
    if (child.moved) {
      moved.add(entry);
    }
    if (isGone(items[index as number], child)) {
      gone.add(entry);
    } else {
      editEntry(editor, entry, child, items[index as number]);
    }
  }
  removeEntries(editor, entries, gone, edits.path, moved);
  insertItems(editor, entries, gone, edits);
}

function insertItems(editor: EditedDocument, entries: readonly Entry[], gone: ReadonlySet<Entry>, edits: EditNode): void {
  const groups = new Map<number, Insertion[]>();
  for (const insertion of edits.insertions) {
    const at = Math.min(insertion.at ?? entries.length, entries.length);
    groups.set(at, [...(groups.get(at) ?? []), insertion]);
  }
  const style = listStyle(editor.source, entries);
  for (const [at, insertions] of [...groups].sort(([a], [b]) => a - b)) {
    const text = itemsText(editor, insertions, style);
    const blank = style.isSpaced ? editor.source.eol : '';
    const previous = entries.slice(0, at).reverse().find(entry => !gone.has(entry));
    const next = entries.slice(at).find(entry => !gone.has(entry));
    if (next && (next === entries[at] || !previous)) {
      mustNotBeInline(next, edits);
      editor.splices.insert(next.start, () => text() + blank);
    } else {
      const last = previous ?? entries[entries.length - 1];
      mustNotBeInline(entries[0], edits);
      const end = last === entries[entries.length - 1] ? endOfList(editor.source, last) : last.end;
      editor.splices.insert(end, () => (previous ? blank : '') + text());
      cutBlankLines(editor, insertions, end);
    }
  }
}

function mustNotBeInline({ isInline }: Entry, edits: EditNode): void {
  if (isInline) {
    throw new EditRefused(`'${formatPath(edits.path)}' does not start on its own line, so nothing can be added: edit it by hand`);
  }
}

function listStyle(source: Source, entries: readonly Entry[]): ListStyle {
  const [first, second] = entries;
  const dash = /^-[ ]+(?=[^\s#])/.exec(source.text.slice(first.head, first.head + 20))?.[0] ?? '- ';
  const lineAbove = second && source.previousLine(second.start);
  const last = entries[entries.length - 1].value;
  const type = yaml().isScalar(last) ? last.type : undefined;
  return {
    column: first.column,
    dash,
    isSpaced: !source.hasKeepers && lineAbove !== undefined && source.isBlankLine(lineAbove) && lineAbove >= first.end,
    quote: type === 'QUOTE_DOUBLE' ? '"' : type === 'QUOTE_SINGLE' ? "'" : '',
  };
}
