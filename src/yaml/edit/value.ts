import type { Scalar } from 'yaml';
import { isObject, JsonObject, JsonValue, sameJson } from '../../data/json';
import { yaml } from '../lazy';
import type { EditedDocument } from './edited-document';
import { Entry } from './entries';
import { blockLines, isLiteral } from './render';
import { replaceText } from './replace-text';
import { EditNode } from '../../edits/edit-tree';

/** Sets the value of a key or item to another; what both have in common is not touched. */
export function setValue(editor: EditedDocument, entry: Entry, edits: EditNode, before: unknown, after: JsonValue): void {
  if (sameJson(before, after)) {
    return;
  }
  editor.mustBeAlone(entry.value, edits.path);
  const { isCollection, isScalar } = yaml();
  const detail = isCollection(entry.value) ? difference(edits, before, after) : undefined;
  if (detail) {
    editor.edit(entry.value, detail, before);
  } else if (typeof before === 'string' && typeof after === 'string' && isScalar(entry.value) && !(entry.value.type === 'PLAIN' && isLiteral(after))) {
    replaceText(editor, entry.value as Scalar, { column: entry.column, end: entry.contentEnd }, after);
  } else {
    replaceValue(editor, entry, after);
  }
}

/** What must be done to a list or object to make it another; undefined when they have nothing in common. */
export function difference({ path }: EditNode, before: unknown, after: JsonValue): EditNode | undefined {
  const node: EditNode = { path, children: new Map(), insertions: [] };
  const replace = (step: string | number, value: JsonValue) => {
    node.children.set(step, { path: [...path, step], children: new Map(), insertions: [], replacement: { value } });
  };
  const remove = (step: string | number) => node.children.set(step, { path: [...path, step], children: new Map(), insertions: [], removed: true });
  if (Array.isArray(before) && Array.isArray(after)) {
    return before.length > 0 && after.length > 0 ? listDifference(node, before, after, replace, remove) : undefined;
  }
  if (!isObject(before) || !isObject(after) || !Object.keys(before).some(key => Object.hasOwn(after, key))) {
    return undefined;
  }
  return objectDifference(node, before, after, replace, remove);
}

function objectDifference(
  node: EditNode, before: JsonObject, after: JsonObject, replace: (key: string, value: JsonValue) => void, remove: (key: string) => void,
): EditNode {
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after, key)) {
      remove(key);
    } else if (!sameJson(before[key], after[key])) {
      replace(key, after[key]);
    }
  }
  Object.keys(after).filter(key => !Object.hasOwn(before, key)).forEach(key => replace(key, after[key]));
  return node;
}

function listDifference(
  node: EditNode, before: readonly unknown[], after: readonly JsonValue[],
  replace: (index: number, value: JsonValue) => void, remove: (index: number) => void,
): EditNode {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && sameJson(before[head], after[head])) {
    head++;
  }
  let tail = 0;
  while (tail < most - head && sameJson(before[before.length - 1 - tail], after[after.length - 1 - tail])) {
    tail++;
  }
  const [old, fresh] = [before.length - tail, after.length - tail];
  for (let index = head; index < old; index++) {
    if (index < fresh) {
      replace(index, after[index]);
    } else {
      remove(index);
    }
  }
  for (let index = old; index < fresh; index++) {
    node.insertions.push({ at: old, value: after[index] });
  }
  return node;
}

/** Replaces the value of a key or item in block style as a whole. */
export function replaceValue(editor: EditedDocument, entry: Entry, value: unknown): void {
  const { source, splices, style } = editor;
  const { first, rest } = newLines(editor, entry, value);
  const own = entry.value?.range && entry.value.range[0] < entry.value.range[1] ? entry.value.range[0] : undefined;
  const begin = own !== undefined && source.lineStart(own) === source.lineStart(entry.valueStart) ? own : undefined;
  const isOneLine = source.nextLine(entry.valueStart) >= source.nextLine(entry.contentEnd);
  if (own === undefined || isOneLine) {
    splices.replace(begin !== undefined && first !== '' ? begin : entry.valueStart, entry.contentEnd, begin !== undefined || first === '' ? first : ` ${first}`);
    splices.insert(source.nextLine(entry.contentEnd), rest);
  } else if (begin === undefined) {
    const next = source.nextLine(entry.valueStart);
    splices.insert(entry.valueStart, first === '' ? '' : ` ${first}`);
    splices.insert(next, rest);
    splices.cut(next, entry.end);
  } else {
    const text = first + style.eol + rest;
    const isBehindBreak = /[\r\n]/.test(source.text[entry.contentEnd - 1]);
    const start = first === '' ? entry.valueStart : begin;
    splices.replace(start, entry.contentEnd, isBehindBreak ? text : text.slice(0, -style.eol.length));
  }
}

/** What stands on the line of the `:` or `-`, and the lines below it. */
function newLines(editor: EditedDocument, entry: Entry, value: unknown): { readonly first: string; readonly rest: string } {
  const { style } = editor;
  const lines = blockLines(value, style);
  const isBlock = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  const isItem = typeof entry.step === 'number';
  const indent = isItem ? 2 : Array.isArray(value) ? style.dashIndent : style.indent;
  const pad = ' '.repeat(entry.column + (isBlock ? indent : 0));
  const withPad = (line: string) => (line === '' ? '' : pad + line) + style.eol;
  return isBlock && !isItem
    ? { first: '', rest: lines.map(withPad).join('') }
    : { first: lines[0], rest: lines.slice(1).map(withPad).join('') };
}
