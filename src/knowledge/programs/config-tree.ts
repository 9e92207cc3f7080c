import { JsonObject } from '../../data/json';

/** A line of a configuration without its comment. */
interface Line {
  readonly indent: number;
  readonly content: string;
}

/** Deeper configurations are not read. */
const MOST_LEVELS = 60;
const KEY = /^("[^"]*"|'[^']*'|[^\s"'{}[\]#&*!|>-][^:]*|-[^\s:][^:]*):(?:[ ]+(.*))?$/;
/** What a word begins with that is no plain word: an anchor, an alias, a tag. */
const SPECIAL = /^[&*!%@`]/;

/** Reads a configuration in YAML or JSON, as far as people write it for programs: maps, lists and words. Undefined where it holds anything else. */
export function configTree(text: string): unknown {
  const lines = text.split('\n').map(lineOf).filter(({ content }) => content !== '' && content !== '---');
  const reader = new TreeReader(lines);
  // Quotes inside of quotes, and tabs before what is indented, are not read.
  const isUsual = !text.includes('\\"') && (!text.includes('\t') || /^\s*[{[]/.test(text));
  const tree = isUsual ? reader.value(0, 0) : undefined;
  return reader.isWhole ? tree : undefined;
}

function lineOf(text: string): Line {
  const plain = text.trimEnd();
  const comment = plain.includes('#') ? commentAt(plain) : -1;
  const content = (comment < 0 ? plain : plain.slice(0, comment)).trimEnd();
  return { indent: content.length - content.trimStart().length, content: content.trimStart() };
}

/** Where a comment begins: behind a blank, and outside of quotes. */
function commentAt(text: string): number {
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (quote !== '') {
      quote = char === quote ? '' : quote;
    } else if (char === '"' || char === "'") {
      quote = char;
    } else if (char === '#' && (at === 0 || /\s/.test(text[at - 1]))) {
      return at;
    }
  }
  return -1;
}

class TreeReader {
  private at = 0;
  private isClear = true;

  public constructor(private readonly lines: Line[]) {}

  /** Whether all of it was read and understood. */
  public get isWhole(): boolean {
    return this.isClear && this.at >= this.lines.length;
  }

  /** What begins at the next line, in that column or further to the right. */
  public value(column: number, level: number): unknown {
    const line = this.lines[this.at];
    if (line === undefined || line.indent < column || level > MOST_LEVELS) {
      return this.unclear(level > MOST_LEVELS, null);
    }
    if (isItem(line)) {
      return this.list(line.indent, level);
    }
    return KEY.test(line.content) ? this.map(line.indent, level) : this.inline(line.content, line.indent);
  }

  private list(column: number, level: number): unknown[] {
    const items: unknown[] = [];
    for (let line = this.lines[this.at]; line?.indent === column && isItem(line); line = this.lines[this.at]) {
      const rest = line.content.slice(1).trimStart();
      if (rest === '') {
        this.at++;
        items.push(this.value(column + 1, level + 1));
      } else {
        const indent = column + line.content.length - rest.length;
        this.lines[this.at] = { indent, content: rest };
        items.push(this.value(indent, level + 1));
      }
    }
    return items;
  }

  private map(column: number, level: number): JsonObject {
    const found: { [key: string]: unknown } = {};
    for (let line = this.lines[this.at]; line?.indent === column && !isItem(line); line = this.lines[this.at]) {
      const [, key, rest = ''] = KEY.exec(line.content) ?? [];
      const name = key === undefined ? undefined : unquoted(key.trimEnd());
      if (name === undefined || Object.hasOwn(found, name)) {
        this.unclear(true, null);
        return found;
      }
      found[name] = rest === '' ? this.below(column, level) : this.inline(rest, column);
    }
    return found;
  }

  /** What stands below a key: also a list in the column of the key. */
  private below(column: number, level: number): unknown {
    this.at++;
    const next = this.lines[this.at];
    return next !== undefined && next.indent === column && isItem(next) ? this.list(column, level + 1) : this.value(column + 1, level + 1);
  }

  /** What stands behind a key or a dash, and goes to the line behind it. */
  private inline(text: string, column: number): unknown {
    this.at++;
    if (/^[{[]/.test(text)) {
      return this.flow(text, column);
    }
    if (/^[|>][-+\d]*$/.test(text)) {
      while ((this.lines[this.at]?.indent ?? -1) > column) {
        this.at++;
      }
      return '';
    }
    return this.unclear(SPECIAL.test(text), unquoted(text));
  }

  /** A list or a map in brackets, which may go on in the next lines. */
  private flow(first: string, column: number): unknown {
    const parts = [first];
    let depth = depthOf(first);
    while (depth > 0 && this.at < this.lines.length) {
      const { content, indent } = this.lines[this.at++];
      parts.push(content);
      depth += depthOf(content);
      this.unclear(indent < column, null);
    }
    const reader = new FlowReader(parts.join('\n'));
    const value = reader.value(0);
    return this.unclear(!reader.isWhole, value);
  }

  private unclear<T>(isUnclear: boolean, value: T): T {
    this.isClear &&= !isUnclear;
    return value;
  }
}

/** How many brackets a text opens that it does not close. */
function depthOf(text: string): number {
  const plain = text.replace(/"[^"]*"|'[^']*'/g, '');
  return (plain.match(/[{[]/g)?.length ?? 0) - (plain.match(/[}\]]/g)?.length ?? 0);
}

class FlowReader {
  private readonly tokens: readonly string[];
  private at = 0;

  public constructor(text: string) {
    this.tokens = text.match(/[{}[\],]|(?<=["']):|:(?=[\s{["']|$)|"[^"]*"|'[^']*'|(?:[^\s{}[\],:"']|:(?![\s{["']|$))+/g) ?? [];
  }

  public get isWhole(): boolean {
    return this.at === this.tokens.length;
  }

  public value(level: number): unknown {
    const token = this.tokens[this.at++];
    if (level > MOST_LEVELS) {
      this.at = Infinity;
      return undefined;
    }
    return token === '{' ? this.map(level) : token === '[' ? this.list(level) : unquoted(token ?? '');
  }

  private list(level: number): unknown[] {
    const items: unknown[] = [];
    while (this.at < this.tokens.length && this.tokens[this.at] !== ']') {
      items.push(this.value(level + 1));
      this.at += this.tokens[this.at] === ',' ? 1 : 0;
    }
    this.at++;
    return items;
  }

  private map(level: number): JsonObject {
    const found: { [key: string]: unknown } = {};
    while (this.at < this.tokens.length && this.tokens[this.at] !== '}') {
      const key = unquoted(this.tokens[this.at++]);
      if (this.tokens[this.at] === ':') {
        this.at++;
      } else {
        this.at = Infinity;
        return found;
      }
      found[key] = this.value(level + 1);
      this.at += this.tokens[this.at] === ',' ? 1 : 0;
    }
    this.at++;
    return found;
  }
}

function isItem({ content }: Line): boolean {
  return content === '-' || content.startsWith('- ');
}

function unquoted(text: string): string {
  return /^(".*"|'.*')$/.test(text) ? text.slice(1, -1) : text;
}
