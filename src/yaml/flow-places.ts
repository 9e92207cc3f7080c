import { MAX_DEPTH } from './depth';
import { PlaceNode } from './place-node';

const SPACE = /[ \t\r\n]*/y;
const BETWEEN = /[-+.,:\w \t\r\n]*/y;
// The loops of these patterns run over many characters at once: one turn for each needs more stack than a long text leaves.
const DOUBLE_QUOTED = /"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"/y;
const SINGLE_QUOTED = /'[^'\r\n]*(?:''[^'\r\n]*)*'/y;
/** A key that YAML reads as its own text. Others, such as `on` or `0400`, have another value. */
const PLAIN_KEY = /(?!(?:y|yes|n|no|on|off|true|false|null)[ ]*:)[a-z_][\w./-]*(?=[ ]*:[ \r\n])/iy;
const PLAIN = /(?![-?:](?:[\s,[\]{}]|$))[^\s,[\]{}"'#&*!|>%@`](?:[^\s,[\]{}:]|:(?![\s,[\]{}]|$)|[ \t]+(?![\s,[\]{}:#]|$))*/y;

/** Finds places in a JSON text, some twenty times faster than the YAML library; undefined when it is no JSON, so that the library must look. */
export function jsonPlaces(text: string): PlaceNode | undefined {
  return attempt(() => new FlowScanner(text, 0, LOOKED_AT).document());
}

/** Finds the places below a list or an object in brackets that begins at an offset; undefined when they are not understood. */
export function flowPlaces(text: string, at: number): PlaceNode | undefined {
  return attempt(() => new FlowScanner(text, at, Infinity).value(0));
}

/** How deep a JSON text is looked into at once: to the items of a List. What is below them is only looked into when a path leads there. */
const LOOKED_AT = 1;

const NOT_UNDERSTOOD = new Error('not understood');

function attempt(scan: () => PlaceNode): PlaceNode | undefined {
  try {
    return scan();
  } catch (error) {
    if (error === NOT_UNDERSTOOD || error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Reads lists and objects in brackets: JSON, and most of what YAML allows there.
 *
 * What is not understood: anchors and aliases, tags, comments, keys without a value, words over several lines, and keys that are no plain words.
 */
class FlowScanner {
  public constructor(private readonly text: string, private at: number, private readonly deepest: number) {}

  public document(): PlaceNode {
    this.skipSpace();
    const root = this.value(0);
    this.skipSpace();
    return this.at === this.text.length ? root : this.giveUp();
  }

  public value(depth: number, start = this.at, keyEnd?: number): PlaceNode {
    const node: PlaceNode = keyEnd === undefined ? { start, valueStart: this.at } : { start, keyEnd, valueStart: this.at };
    const char = this.text[this.at];
    if (depth > MAX_DEPTH) {
      return this.giveUp();
    }
    if (depth > this.deepest && (char === '{' || char === '[')) {
      this.skip();
    } else if (char === '{') {
      node.keys = new Map();
      this.list('}', () => this.pair(node.keys!, depth));
    } else if (char === '[') {
      node.items = [];
      this.list(']', () => node.items!.push(this.value(depth + 1)));
    } else {
      this.take(char === '"' ? DOUBLE_QUOTED : char === "'" ? SINGLE_QUOTED : PLAIN);
    }
    node.valueEnd = this.at;
    return node;
  }

  /** Passes over a list or an object of JSON. Whether it is JSON is seen when somebody looks into it. */
  private skip(): void {
    let open = 0;
    do {
      const char = this.text[this.at];
      if (char === '"') {
        this.take(DOUBLE_QUOTED);
      } else {
        open += char === '{' || char === '[' ? 1 : char === '}' || char === ']' ? -1 : this.giveUp();
        this.at++;
      }
      if (open > 0) {
        this.take(BETWEEN);
      }
    } while (open > 0);
  }

  private pair(keys: Map<string, PlaceNode>, depth: number): void {
    const start = this.at;
    const key = this.key();
    const keyEnd = this.at;
    this.skipSpace();
    this.expect(':');
    this.skipSpace();
    // Of two equal keys the last one counts, and tells the place.
    keys.set(key, this.value(depth + 1, start, keyEnd));
  }

  private key(): string {
    const char = this.text[this.at];
    if (char === '"') {
      return JSON.parse(this.take(DOUBLE_QUOTED));
    }
    return char === "'" ? this.take(SINGLE_QUOTED).slice(1, -1).replaceAll("''", "'") : this.take(PLAIN_KEY);
  }

  private list(end: string, readOne: () => void): void {
    this.at++;
    this.skipSpace();
    while (this.text[this.at] !== end) {
      readOne();
      this.skipSpace();
      if (this.text[this.at] !== end) {
        this.expect(',');
        this.skipSpace();
      }
    }
    this.at++;
  }

  private expect(char: string): void {
    if (this.text[this.at] !== char) {
      this.giveUp();
    }
    this.at++;
  }

  private skipSpace(): void {
    this.take(SPACE);
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) {
      return this.giveUp();
    }
    this.at += found.length;
    return found;
  }

  private giveUp(): never {
    throw NOT_UNDERSTOOD;
  }
}
