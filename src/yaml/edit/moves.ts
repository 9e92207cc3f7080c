import { DataPath, formatPath } from '../../data/path';
import { EditRefused } from '../../edits/edit';
import { EditNode } from '../../edits/edit-tree';
import { yaml } from '../lazy';
import { editEntry } from './block-map';
import type { EditedDocument } from './edited-document';
import { commentsAbove, partsOf } from './flow-parts';

/** Marks the text of every item that moves, and edits what is inside of it. */
export function takeOut(editor: EditedDocument, edits: EditNode): void {
  takeOutItems(editor, edits, targetsIn(edits));
}

function takeOutItems(editor: EditedDocument, edits: EditNode, targets: ReadonlyMap<string, DataPath>): void {
  edits.children.forEach(child => takeOutItems(editor, child, targets));
  if (edits.moved) {
    takeOutItem(editor, edits, targets.get(formatPath(edits.path)));
  }
}

/** The lists to which items move, by the paths of the items. */
function targetsIn({ path, children, insertions }: EditNode): ReadonlyMap<string, DataPath> {
  const own = insertions.flatMap(({ from }) => from ? [[formatPath(from), path] as const] : []);
  return new Map([...own, ...[...children.values()].flatMap(child => [...targetsIn(child)])]);
}

/** Whether a list has lines for comments: it is in block style, or spread over lines; a new one is as what holds it. */
function holdsComments(editor: EditedDocument, list: DataPath | undefined): boolean {
  const { isCollection, isMap, isSeq } = yaml();
  const node = list && (editor.nodeAt(list) ?? editor.nodeAt(list.slice(0, -1)));
  if (!isCollection(node) || !node.flow) {
    return isCollection(node);
  }
  const first = isMap(node) || isSeq(node) ? partsOf(editor.source, node)[0] : undefined;
  return first !== undefined && editor.source.isFirstOnLine(first.start);
}

function takeOutItem(editor: EditedDocument, edits: EditNode, to: DataPath | undefined): void {
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
  const comments = part && yaml().isSeq(list) && holdsComments(editor, to) ? commentsAbove(editor.source, part, list.range![0]) : undefined;
  if (comments) {
    editor.comments.set(formatPath(path), comments);
  }
  const { start, end } = region;
  const marked = { start, end };
  editor.regions.set(formatPath(path), marked);
  if (isChanged) {
    const value = editor.valueAt(path);
    editor.splices.inside(marked, () => entry ? editEntry(editor, entry, edits, value) : editor.edit(part!.value, edits, value));
  }
}
