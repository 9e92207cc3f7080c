import { formatPath } from '../../data/path';
import { EditRefused } from '../../edits/edit';
import { EditNode } from '../../edits/edit-tree';
import { yaml } from '../lazy';
import { editEntry } from './block-map';
import type { EditedDocument } from './edited-document';
import { partsOf } from './flow-parts';

/** Marks the text of every item that moves, and edits what is inside of it. */
export function takeOut(editor: EditedDocument, edits: EditNode): void {
  edits.children.forEach(child => takeOut(editor, child));
  if (edits.moved) {
    takeOutItem(editor, edits);
  }
}

function takeOutItem(editor: EditedDocument, edits: EditNode): void {
  const { path } = edits;
  const isChanged = edits.children.size > 0 || edits.insertions.length > 0 || edits.replacement !== undefined;
  const entry = editor.itemAt(path);
  if (entry?.isInline) {
    throw new EditRefused(`'${formatPath(path)}' does not start on its own line, so it cannot be moved: move it by hand`);
  }
  const list = editor.nodeAt(path.slice(0, -1));
  const part = !entry && yaml().isSeq(list) ? partsOf(editor.source, list)[path[path.length - 1] as number] : undefined;
  const region = entry ?? part;
  if (!region) {
    throw new EditRefused(`'${formatPath(path)}' is an alias or comes from a merge key, so it cannot be moved: replace the alias with its value first`);
  }
  const { start, end } = region;
  const marked = { start, end };
  editor.regions.set(formatPath(path), marked);
  if (isChanged) {
    const value = editor.valueAt(path);
    editor.splices.inside(marked, () => entry ? editEntry(editor, entry, edits, value) : editor.edit(part!.value, edits, value));
  }
}
