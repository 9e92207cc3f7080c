import type { Node, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { sameJson } from '../../data/json';
import { DataPath, formatPath } from '../../data/path';
import { EditRefused } from '../../edits/edit';
import { EditNode, Insertion, isEmptied, isGone } from '../../edits/edit-tree';
import { yaml } from '../lazy';
import { mustNotBeNeeded } from './anchors';
import type { EditedDocument } from './edited-document';
import { FlowPart, partsOf } from './flow-parts';
import { FlowStyle, flowStyle, newPair, newValue } from './flow-style';
import { replaceText } from './replace-text';
import { shifted } from './text';
import { difference } from './value';
import { pushAll } from '../../data/push-all';

const REST_OF_LINE = /^[ \t]*(?:,[ \t]*)?(?:#[^\r\n]*)?(?:\r\n|\n|\r)$/;
const REST_WITH_COMMENT = /^[ \t]*(?:(,)[ \t]*)?#/;
const LAST_LINE = /(?:\r\n|\n|\r)([ \t]*)[^\r\n]*$/;
const TO_COMMA = /^\s*(?:#[^\r\n]*[\r\n]\s*)*,/;

/** Something to put between the parts of a flow collection. */
interface Addition {
  /** In front of which part; behind all when it is their number. */
  readonly at: number;
  readonly text: () => string;
}

/** Edits a list or an object in flow style: `[a, b]`, `{a: b}`, and all of JSON. */
export function editFlow(editor: EditedDocument, node: YAMLMap | YAMLSeq, edits: EditNode, value: unknown): void {
  const parts = partsOf(editor.source, node);
  const style = flowStyle(editor.source, node, parts);
  const gone = new Map<FlowPart, number>();
  const additions: Addition[] = [];
  for (const [step, child] of edits.children) {
    const part = parts.find(each => each.step === step);
    const old = (value as { readonly [key: string]: unknown })[step];
    if (!part) {
      additions.push(addedKey(editor, parts, style, child));
      continue;
    }
    if (isGone(old, child)) {
      gone.set(part, editor.comments.get(formatPath(child.path))?.start ?? part.start);
      if (!child.moved) {
        mustNotBeNeeded(editor, part.value, child.path);
      }
    } else {
      editPart(editor, part, child, old, style);
    }
  }
  pushAll(additions, edits.insertions.map(insertion => ({
    at: Math.min(insertion.at ?? parts.length, parts.length),
    text: insertedText(editor, insertion, style),
  })));
  rearrange(editor, node, parts, gone, additions, style);
}

/** The text of an item of a flow list, changed and at another column. */
export function flowBody(editor: EditedDocument, from: DataPath, column: number): string {
  const region = editor.regions.get(formatPath(from))!;
  const text = editor.splices.render(region);
  // An item may begin behind others on their line, as in `}, {`: where its last line begins tells how far it is indented.
  const closing = LAST_LINE.exec(text)?.[1].length;
  return shifted(`\n${text}`, column - (closing ?? editor.source.column(region.start))).trimStart();
}

function editPart(editor: EditedDocument, part: FlowPart, edits: EditNode, old: unknown, style: FlowStyle): void {
  const isFilled = edits.insertions.length > 0 && old === null;
  const emptied = isEmptied(old, edits);
  if (!edits.replacement && !emptied && !isFilled) {
    editor.edit(part.value, edits, old);
    return;
  }
  const after = edits.replacement ? edits.replacement.value : emptied ? (Array.isArray(old) ? [] : {}) : editor.data.of(old, edits);
  if (sameJson(old, after)) {
    return;
  }
  editor.mustBeAlone(part.value, edits.path);
  const { isCollection, isScalar } = yaml();
  const detail = isCollection(part.value) ? difference(edits, old, after as never) : undefined;
  if (detail) {
    editor.edit(part.value, detail, old);
  } else if (typeof old === 'string' && typeof after === 'string' && isScalar(part.value) && !style.isJson) {
    replaceText(editor, part.value as Scalar, { column: 0, end: part.end, isFlow: true }, after);
  } else {
    const begin = valueStart(part.value);
    editor.splices.replace(begin ?? part.valueStart, part.end, (begin === undefined ? style.colonSpace : '') + newValue(after, style));
  }
}

function valueStart(value: Node | null): number | undefined {
  return value?.range && value.range[0] < value.range[1] ? value.range[0] : undefined;
}

function addedKey(editor: EditedDocument, parts: readonly FlowPart[], style: FlowStyle, child: EditNode): Addition {
  const key = String(child.path[child.path.length - 1]);
  const next = parts.findIndex(part => part.step === child.before);
  const previous = (child.after ?? []).map(sibling => parts.findIndex(part => part.step === sibling)).find(index => index >= 0);
  const at = next >= 0 ? next : previous === undefined ? parts.length : previous + 1;
  const { replacement, insertions } = child;
  if (replacement) {
    return { at, text: () => newPair(key, newValue(replacement.value, style), style) };
  }
  const texts = insertions.map(insertion => insertedText(editor, insertion, style.inner ?? style));
  const pad = style.inner?.lineBreak ?? '';
  return { at, text: () => newPair(key, `[${pad}${texts.map(text => text()).join(`,${pad === '' ? style.space : pad}`)}${pad === '' ? '' : style.lineBreak}]`, style) };
}

function insertedText(editor: EditedDocument, { from, value }: Insertion, style: FlowStyle): () => string {
  if (from === undefined) {
    return () => newValue(value, style);
  }
  const entry = editor.itemAt(from);
  if (!entry) {
    const comments = [...editor.comments.get(formatPath(from))?.texts ?? [], commentBehind(editor, from)];
    const comment = comments.filter(text => text !== '').join(style.lineBreak);
    if (style.lineBreak === undefined) {
      mustHoldComments(comment, from);
      return () => editor.splices.render(editor.regions.get(formatPath(from)));
    }
    return () => comment + (comment === '' ? '' : style.lineBreak) + flowBody(editor, from, style.column);
  }
  mustHoldComments(editor.source.text.slice(entry.start, entry.end), from);
  const number = longNumberIn(editor.data.inserted({ from }));
  if (number !== undefined) {
    throw new EditRefused(`${number} may have lost digits when it was read, so it cannot be written in another style`);
  }
  return () => newValue(editor.data.inserted({ from }), style);
}

function mustHoldComments(text: string, from: DataPath): void {
  if (text.includes('#')) {
    throw new EditRefused(`'${formatPath(from)}' has comments, which a list on one line cannot hold: write that list on several lines first`);
  }
}

/** The comment on the line on which an item of a flow list ends; empty when it has none. */
export function commentBehind({ source, regions }: EditedDocument, from: DataPath): string {
  const { end } = regions.get(formatPath(from))!;
  return /^[ \t]*(?:,[ \t]*)?(#[^\r\n]*)/.exec(source.text.slice(end, source.nextLine(end)))?.[1].trimEnd() ?? '';
}

/** A whole number in a value that has more digits than a number of JavaScript holds. */
function longNumberIn(value: unknown): number | undefined {
  if (typeof value === 'object' && value !== null) {
    return Object.values(value).map(longNumberIn).find(found => found !== undefined);
  }
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? value : undefined;
}

/** Cuts parts out, each from where it begins with its comments, and puts others in, so that a comma stands between any two. */
function rearrange(
  editor: EditedDocument, node: Node, parts: readonly FlowPart[],
  gone: ReadonlyMap<FlowPart, number>, additions: readonly Addition[], style: FlowStyle,
): void {
  const { splices } = editor;
  const staying = parts.filter(part => !gone.has(part));
  if (staying.length === 0) {
    if (gone.size > 0 || additions.length > 0) {
      fill(editor, node, additions, style);
    }
    return;
  }
  const separator = `,${style.lineBreak ?? style.space}`;
  const last: (() => string)[] = [];
  for (const { at, text } of additions) {
    const next = parts.slice(at).find(part => !gone.has(part));
    if (next) {
      splices.insert(next.start, () => text() + separator);
    } else {
      last.push(text);
    }
  }
  if (last.length > 0) {
    append(editor, staying[staying.length - 1], () => last.map(text => text()).join(separator), separator, style);
  }
  parts.forEach((part, index) => {
    if (gone.has(part)) {
      const next = parts.slice(index + 1).find(each => !gone.has(each));
      const previous = parts.slice(0, index).reverse().find(each => !gone.has(each));
      const start = gone.get(part)!;
      if (next) {
        splices.cut(start, behindComma(editor, part, next.start));
      } else {
        cutLast(editor, parts.slice(parts.indexOf(previous!), index + 1), start);
      }
    }
  });
}

/** Puts parts behind the last one; a comment behind that stays on its line. */
function append({ source, splices }: EditedDocument, last: FlowPart, text: () => string, separator: string, style: FlowStyle): void {
  const rest = REST_WITH_COMMENT.exec(source.text.slice(last.end, source.nextLine(last.end)));
  if (style.lineBreak === undefined || !rest) {
    splices.insert(last.end, () => separator + text());
    return;
  }
  const hasComma = rest[1] !== undefined;
  const margin = style.lineBreak.slice(source.eol.length);
  splices.insert(last.end, hasComma ? '' : ',');
  splices.insert(source.nextLine(last.end), () => margin + text() + (hasComma ? ',' : '') + source.eol);
}

/** Cuts the last part out, with the comments that move with it, and the comma in front of it: from the last part that stays on, all are given. */
function cutLast({ source, splices }: EditedDocument, parts: readonly FlowPart[], start: number): void {
  const [previous, part] = [parts[0], parts[parts.length - 1]];
  const lineEnd = source.nextLine(part.end);
  const isOnOwnLines = source.isFirstOnLine(part.start) && REST_OF_LINE.test(source.text.slice(part.end, lineEnd));
  const hasComments = parts.slice(1).some((each, index) => source.text.slice(parts[index].end, each.start).includes('#'));
  if (!isOnOwnLines && !hasComments) {
    splices.cut(previous.end, part.end);
    return;
  }
  const comma = previous.end + TO_COMMA.exec(source.text.slice(previous.end))![0].length;
  splices.cut(comma - 1, comma);
  const ownComma = /^[ \t]*,/.exec(source.text.slice(part.end, lineEnd))?.[0].length ?? 0;
  splices.cut(isOnOwnLines ? source.lineStart(start) : start, isOnOwnLines ? lineEnd : part.end + ownComma);
}

/** Where the next part begins, or the comments above it. */
function behindComma(editor: EditedDocument, part: FlowPart, next: number): number {
  const between = editor.source.text.slice(part.end, next);
  const comment = /^[ \t]*,[ \t]*(?:#[^\r\n]*)?\s*(?=#)/.exec(between);
  return comment ? part.end + comment[0].length : next;
}

function fill(editor: EditedDocument, node: Node, additions: readonly Addition[], style: FlowStyle): void {
  const [start, end] = node.range!;
  const lineBreak = additions.length === 0 ? undefined : style.lineBreak;
  const text = () => additions.map(addition => addition.text()).join(`,${lineBreak ?? style.space}`);
  const padding = additions.length === 0 ? '' : style.padding;
  editor.splices.insert(start + 1, () => (lineBreak ?? padding) + text() + (lineBreak === undefined ? padding : style.closeBreak ?? ''));
  editor.splices.cut(start + 1, end - 1);
}
