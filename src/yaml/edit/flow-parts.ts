import type { Node, Pair, YAMLMap, YAMLSeq } from 'yaml';
import { yaml } from '../lazy';
import { keyText } from './entries';
import { indicatorEnd, Source } from './source';

/** A key with its value, or an item, of a flow collection. */
export interface FlowPart {
  readonly step: string | number;
  readonly value: Node | null;
  readonly start: number;
  /** Where its `:` ends; its start when it has none. */
  readonly valueStart: number;
  readonly end: number;
}

/** Comments that stand above a part, each on a line of its own. */
export interface CommentsAbove {
  /** Where the first of them begins. */
  readonly start: number;
  readonly texts: readonly string[];
}

/** What begins as data does is commented out, and no remark on the part below it. */
const COMMENTED_OUT = /^#+[ \t]*(?:[{["'-]|[\w./-]+:(?:\s|$))/;

/** The remarks directly above a part that begins a line; undefined when there are none. */
export function commentsAbove(source: Source, part: FlowPart, limit: number): CommentsAbove | undefined {
  const texts: string[] = [];
  let start = part.start;
  for (let line = source.isFirstOnLine(start) ? source.previousLine(source.lineStart(start)) : undefined; line !== undefined && line >= limit;) {
    const column = source.commentColumn(line);
    const text = source.text.slice(line, source.nextLine(line)).trim();
    if (column === undefined || COMMENTED_OUT.test(text)) {
      break;
    }
    texts.unshift(text);
    start = line + column;
    line = source.previousLine(line);
  }
  return texts.length === 0 ? undefined : { start, texts };
}

const BETWEEN = ['space', 'newline', 'comment', 'comma'];

const read = new WeakMap<YAMLMap | YAMLSeq, readonly FlowPart[]>();

/** The parts of a flow collection, in the order of the text; read once, because each item that moves asks for them. */
export function partsOf(source: Source, node: YAMLMap | YAMLSeq): readonly FlowPart[] {
  const known = read.get(node) ?? readParts(source, node);
  read.set(node, known);
  return known;
}

function readParts(source: Source, node: YAMLMap | YAMLSeq): readonly FlowPart[] {
  const tokens: any[] = (node.srcToken as any).items;
  return node.items.map((item: any, index) => {
    const token = tokens[index];
    const props = token.start.find(({ type }: { readonly type: string }) => !BETWEEN.includes(type));
    const start: number = props?.offset ?? token.key?.offset ?? token.value.offset;
    const isPair = yaml().isPair(item);
    const value = (isPair ? (item as Pair).value : item) as Node | null;
    const step = isPair && yaml().isMap(node) ? keyText((item as Pair).key) : index;
    const valueStart = isPair ? indicatorEnd(token.sep) ?? ((item as Pair).key as Node).range![1] : start;
    return { step, value, start, valueStart, end: source.contentEnd(value, valueStart) };
  });
}
