import type { Document, Node, ParsedNode } from 'yaml';
import { EditRefused } from '../../edits/edit';
import { yaml } from '../lazy';

const COMMENT = /[ \t]*#/y;
const BLANK = /[ \t]*(?:\r\n|\n|\r|$)/y;
const KEEPER = /[|>]\d?\+/;
const KEEPER_HERE = /^[|>]\d?\+/;
const LINE_BREAK = /\r\n|\n|\r/g;

/** The text of one document, with its tree; the text always ends with a line break here. */
export class Source {
  public readonly text: string;
  public readonly tree: Document.Parsed;
  /** The line break that it uses. */
  public readonly eol: string;
  /** Whether the whole document is JSON. */
  public readonly isJson: boolean;
  /** Whether any block scalar keeps the blank lines behind it, so that a blank line more or less changes its value. */
  public readonly hasKeepers: boolean;

  private readonly hasLastBreak: boolean;
  /** Where each line begins, and the end of the text. */
  private readonly lines: readonly number[];

  public constructor(text: string, eol: string) {
    this.eol = /\r\n|\n|\r/.exec(text)?.[0] ?? eol;
    this.hasLastBreak = /[\r\n]$/.test(text);
    this.text = this.hasLastBreak ? text : text + this.eol;
    this.lines = [0, ...Array.from(this.text.matchAll(LINE_BREAK), found => found.index + found[0].length)];
    this.isJson = isJson(text);
    this.hasKeepers = KEEPER.test(text);
    // 1.1 reads keys as Kubernetes does.
    this.tree = yaml().parseDocument(this.text, { version: '1.1', keepSourceTokens: true, uniqueKeys: false, logLevel: 'silent' });
  }

  /** The root of the tree. */
  public get root(): ParsedNode {
    if (!this.tree.contents) {
      throw new EditRefused('the document is empty');
    }
    return this.tree.contents;
  }

  /** Whether blank lines behind a node would become a part of its value. */
  public isKeeper(node: Node | null | undefined): boolean {
    const { isCollection, isPair, isScalar } = yaml();
    if (isCollection(node)) {
      const last = node.flow ? undefined : node.items[node.items.length - 1];
      return this.isKeeper((isPair(last) ? last.value : last) as Node | null | undefined);
    }
    return isScalar(node) && node.range !== undefined && node.range !== null && KEEPER_HERE.test(this.text.slice(node.range[0], node.range[0] + 3));
  }

  /** Where the blank lines end that begin at an offset. */
  public skipBlankLines(start: number): number {
    let line = start;
    while (line < this.text.length && this.isBlankLine(line)) {
      line = this.nextLine(line);
    }
    return line;
  }

  /** Where the comments and blank lines end that begin at an offset. */
  public skipComments(start: number): number {
    let line = start;
    while (line < this.text.length && this.isBlankOrComment(line)) {
      line = this.nextLine(line);
    }
    return line;
  }

  /** Whether the last thing is a block scalar that ends with a line break: without one at the end of the file, some parsers read another value. */
  public get endsInBlock(): boolean {
    const { isCollection, isPair, isScalar } = yaml();
    let last: unknown = this.root;
    while (isCollection(last) && !last.flow) {
      const item: unknown = last.items[last.items.length - 1];
      last = isPair(item) ? item.value : item;
    }
    const [start, end] = isScalar(last) && last.range ? last.range : [0, 0];
    // A comment behind it takes the end of the file.
    return /^[|>]\d?(?![\d-])/.test(this.text.slice(start, start + 3)) && !/\S/.test(this.text.slice(end));
  }

  /** Takes back the line break that was added for the work. */
  public finish(edited: string): string {
    return this.hasLastBreak || !edited.endsWith(this.eol) ? edited : edited.slice(0, -this.eol.length);
  }

  public lineStart(offset: number): number {
    return this.lines[this.lineIndex(offset)];
  }

  /** Where the line behind the one of an offset begins. */
  public nextLine(offset: number): number {
    return this.lines[this.lineIndex(offset) + 1] ?? this.text.length;
  }

  /** Where the line before the one that begins at an offset begins; undefined for the first. */
  public previousLine(start: number): number | undefined {
    return this.lines[this.lineIndex(start) - 1];
  }

  public column(offset: number): number {
    return offset - this.lineStart(offset);
  }

  /** Whether only spaces stand before an offset on its line. */
  public isFirstOnLine(offset: number): boolean {
    return this.text.slice(this.lineStart(offset), offset).trim() === '';
  }

  public isBlankLine(start: number): boolean {
    BLANK.lastIndex = start;
    return start < this.text.length && BLANK.test(this.text);
  }

  public isBlankOrComment(start: number): boolean {
    return this.isBlankLine(start) || this.commentColumn(start) !== undefined;
  }

  /** The column of the comment of a line that holds nothing else; undefined when it is no such line. */
  public commentColumn(start: number): number | undefined {
    COMMENT.lastIndex = start;
    return COMMENT.test(this.text) ? COMMENT.lastIndex - 1 - start : undefined;
  }

  /** Where the value of a node ends; a trailing comment is not part of it. */
  public contentEnd(node: Node | null | undefined, otherwise: number): number {
    const { isCollection, isMap, isScalar, isSeq } = yaml();
    if (!node?.range || (isScalar(node) && node.range[0] === node.range[1])) {
      return otherwise;
    }
    if (isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED')) {
      return this.blockScalarEnd(node.range[0], node.range[1]);
    }
    if (!isCollection(node) || node.flow) {
      return node.range[1];
    }
    const last: any = node.items[node.items.length - 1];
    if (isMap(node) && last) {
      return this.contentEnd(last.value, indicatorEnd(last.srcToken.sep) ?? last.key.range[1]);
    }
    return isSeq(node) && last ? this.contentEnd(last, indicatorEnd(dashes(node)[node.items.length - 1].start)!) : node.range[1];
  }

  /** Which line an offset is on, found by halving. */
  private lineIndex(offset: number): number {
    let [low, high] = [0, this.lines.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.lines[middle] <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Blank lines behind a block scalar belong to it only when it keeps them. */
  private blockScalarEnd(start: number, end: number): number {
    const header = this.text.slice(start, this.nextLine(start));
    let last = end;
    for (let line = this.lineStart(end); !/^[|>][\d-]*\+/.test(header) && line > start; line = this.previousLine(line)!) {
      if (line < end && !this.isBlankLine(line)) {
        break;
      }
      last = line;
    }
    return Math.max(last, this.nextLine(start));
  }
}

interface Token {
  readonly type: string;
  readonly offset: number;
  readonly source: string;
}

/** The dashes of a block list, each with the tokens around it. */
export function dashes(list: unknown): { readonly start: Token[] }[] {
  const token = (list as { readonly srcToken: { readonly items: { readonly start: Token[] }[] } }).srcToken;
  return token.items.filter(item => item.start.some(({ type }) => type === 'seq-item-ind'));
}

/** Where a `-` or `:` ends, with the anchor and tag behind it. */
export function indicatorEnd(tokens: readonly Token[] | undefined): number | undefined {
  const last = tokens?.filter(({ type }) => ['seq-item-ind', 'map-value-ind', 'anchor', 'tag'].includes(type)).pop();
  return last && last.offset + last.source.length;
}

/** Where the first thing stands that is neither space nor comment. */
export function firstOffset(tokens: readonly Token[]): number | undefined {
  return tokens.find(({ type }) => !['space', 'newline', 'comment'].includes(type))?.offset;
}

/** Whether a text is JSON as a whole. */
export function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) {
    return false;
  }
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
