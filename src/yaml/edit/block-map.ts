import type { YAMLMap } from 'yaml';
import { isObject } from '../../data/json';
import { yaml } from '../lazy';
import type { EditedDocument } from './edited-document';
import { Entry } from './entries';
import { dashIndentOf, fillList, itemsText } from './list-items';
import { removeEntries } from './remove';
import { pairLines, scalar } from './render';
import { padded } from './text';
import { replaceValue, setValue } from './value';
import { formatPath } from '../../data/path';
import { EditRefused } from '../../edits/edit';
import { EditNode, isEmptied, isGone } from '../../edits/edit-tree';

/** Edits an object in block style. */
export function editBlockMap(editor: EditedDocument, map: YAMLMap, edits: EditNode, value: unknown): void {
  const entries = editor.entries(map, edits.path);
  const object = isObject(value) ? value : {};
  const gone = new Set<Entry>();
  const additions: EditNode[] = [];
  for (const [key, child] of edits.children) {
    const entry = entries.find(each => each.step === key);
    if (entry && isGone(object[key], child)) {
      gone.add(entry);
    } else if (entry) {
      editEntry(editor, entry, child, object[key]);
    } else if (Object.hasOwn(object, key) && !child.replacement) {
      throw new EditRefused(`'${formatPath(child.path)}' comes from a merge key, so it cannot be edited here: replace the merge key with its values first`);
    } else {
      additions.push(child);
    }
  }
  removeEntries(editor, entries, gone, edits.path);
  addKeys(editor, entries, gone, additions);
}

/** Edits the value of a key or the item of a list, which stays where it is. */
export function editEntry(editor: EditedDocument, entry: Entry, edits: EditNode, value: unknown): void {
  if (edits.replacement) {
    setValue(editor, entry, edits, value, edits.replacement.value);
  } else if (isEmptied(value, edits)) {
    editor.mustBeAlone(entry.value, edits.path);
    replaceValue(editor, entry, Array.isArray(value) ? [] : {});
  } else if (edits.insertions.length > 0 && (value === null || (Array.isArray(value) && value.length === 0))) {
    editor.mustBeAlone(entry.value, edits.path);
    fillList(editor, entry, edits);
  } else if (isRebuilt(editor, entry, edits, value)) {
    editor.mustBeAlone(entry.value, edits.path);
    replaceValue(editor, entry, editor.data.of(value, edits));
  } else {
    editor.edit(entry.value, edits, value);
  }
}

/** An object that loses all its keys and gets new ones has no line left to insert them at. */
function isRebuilt(editor: EditedDocument, entry: Entry, edits: EditNode, value: unknown): boolean {
  const { isMap } = yaml();
  return isMap(entry.value) && isObject(value) && edits.children.size > 0
    && Object.entries(value).every(([key, part]) => isGone(part, edits.children.get(key)))
    && !editor.source.isJson;
}

function addKeys(editor: EditedDocument, entries: readonly Entry[], gone: ReadonlySet<Entry>, additions: readonly EditNode[]): void {
  const staying = entries.filter(entry => !gone.has(entry));
  const anchors = new Map<string, Entry>();
  for (const addition of additions) {
    const key = String(addition.path[addition.path.length - 1]);
    const next = staying.find(({ step }) => step === addition.before);
    if (next) {
      insertBefore(editor, next, keyText(editor, staying, addition, key));
      continue;
    }
    const siblings = (addition.after ?? []).map(sibling => anchors.get(sibling) ?? staying.find(({ step }) => step === sibling));
    const anchor = siblings.find(sibling => sibling !== undefined) ?? staying[staying.length - 1];
    anchors.set(key, anchor);
    editor.splices.insert(anchor.end, keyText(editor, staying, addition, key));
  }
}

function insertBefore(editor: EditedDocument, next: Entry, text: () => string): void {
  if (!next.isInline) {
    editor.splices.insert(next.start, text);
    return;
  }
  const pad = ' '.repeat(next.column);
  editor.splices.insert(next.head, () => text().slice(next.column) + pad);
}

/** The lines of a new key; a list may hold items that come from elsewhere. */
function keyText(editor: EditedDocument, siblings: readonly Entry[], addition: EditNode, key: string): () => string {
  const { source, style } = editor;
  const { column } = siblings[0];
  const dashIndent = siblings.map(sibling => dashIndentOf(editor, sibling)).find(width => width !== undefined) ?? style.dashIndent;
  if (addition.replacement) {
    const lines = pairLines(key, addition.replacement.value, { ...style, dashIndent });
    return () => padded(lines, column, source.eol);
  }
  const items = itemsText(editor, addition.insertions, { column: column + dashIndent, dash: '- ' });
  return () => padded([`${scalar(key, style.quote)}:`], column, source.eol) + items();
}
