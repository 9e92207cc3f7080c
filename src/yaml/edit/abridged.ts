import { DataPath } from '../../data/path';
import { Edit } from '../../edits/edit';

/** Shorter documents are edited as they are. */
const LONG_TEXT = 2 ** 16;
/** Shorter values stay. */
const LONG_VALUE = 200;

/** A JSON text without the long values that no edit is about, and how to put them back. */
export interface Abridged {
  readonly text: string;
  /** Puts the values back into the edited text; undefined when one of them is lost. */
  readonly restored: (edited: string) => string | undefined;
}

/**
 * Shortens a long JSON text for its edits: a tree of all of its tokens takes some sixty times the memory of the text. What an edit moves, replaces or removes stays, and so
 * do line breaks behind and before brackets, because what is added is written as its neighbors are.
 *
 * @param text valid JSON
 * @returns undefined for a text that is short
 */
export function abridged(text: string, edits: readonly Edit[]): Abridged | undefined {
  if (text.length < LONG_TEXT) {
    return undefined;
  }
  const mark = markFor(text);
  const cuts = new Walk(text).cuts(edits.map(edit => edit.kind === 'insert' ? [...edit.path, -1] : edit.path));
  const parts: string[] = [];
  let at = 0;
  cuts.forEach(({ start, end }, index) => {
    parts.push(text.slice(at, start), standIn(text.slice(start, end), `${mark}${index}`));
    at = end;
  });
  parts.push(text.slice(at));
  const kept = cuts.map(({ start, end }) => text.slice(start, end));
  return { text: parts.join(''), restored: edited => restore(edited, mark, kept) };
}

/** A word that the text does not have. */
function markFor(text: string): string {
  let mark = 'value-';
  while (text.includes(mark)) {
    mark = `x${mark}`;
  }
  return mark;
}

/** A short value of the same type. */
function standIn(value: string, word: string): string {
  const inside = value.slice(1, -1);
  const before = /^\s*/.exec(inside)![0];
  const after = inside.slice(inside.trimEnd().length);
  const colon = inside.includes('":') && !inside.includes('": ') ? ':' : ': ';
  return value.startsWith('{') ? `{${before}"${word}"${colon}0${after}}` : value.startsWith('[') ? `[${before}"${word}"${after}]` : `"${word}"`;
}

function restore(edited: string, mark: string, kept: readonly string[]): string | undefined {
  const found = new Set<number>();
  const pattern = new RegExp(String.raw`\{\s*"${mark}(\d+)": ?0\s*\}|\[\s*"${mark}(\d+)"\s*\]|"${mark}(\d+)"`, 'g');
  const text = edited.replace(pattern, (_, object: string | undefined, list: string | undefined, word: string | undefined) => {
    const index = Number(object ?? list ?? word);
    found.add(index);
    return kept[index];
  });
  return found.size === kept.length ? text : undefined;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Walks through a JSON text to the places of edits. */
class Walk {
  private at = 0;
  private readonly found: Range[] = [];

  public constructor(private readonly text: string) {}

  public cuts(paths: readonly DataPath[]): readonly Range[] {
    this.skipSpace();
    this.value(paths);
    return this.found;
  }

  /** Goes behind a value that some paths lead into. */
  private value(paths: readonly DataPath[]): void {
    const start = this.at;
    const first = this.text[start];
    const isCollection = first === '{' || first === '[';
    if (paths.length === 0 || !isCollection || paths.some(path => path.length === 0)) {
      this.skip();
      if (paths.length === 0 && this.at - start > LONG_VALUE && (isCollection || first === '"')) {
        this.found.push({ start, end: this.at });
      }
      return;
    }
    this.at++;
    this.skipSpace();
    for (let index = 0; this.text[this.at] !== '}' && this.text[this.at] !== ']'; index++) {
      const step = first === '{' ? this.key() : index;
      this.value(paths.filter(path => path[0] === step).map(path => path.slice(1)));
      this.skipSpace();
      this.at += this.text[this.at] === ',' ? 1 : 0;
      this.skipSpace();
    }
    this.at++;
  }

  private key(): string {
    const start = this.at;
    this.skipString();
    const key = JSON.parse(this.text.slice(start, this.at)) as string;
    this.skipSpace();
    this.at++;
    this.skipSpace();
    return key;
  }

  private skip(): void {
    let depth = 0;
    do {
      switch (this.text.charCodeAt(this.at)) {
        case 0x22:
          this.skipString();
          break;
        case 0x5b:
        case 0x7b:
          depth++;
          this.at++;
          break;
        case 0x5d:
        case 0x7d:
          depth--;
          this.at++;
          break;
        default:
          this.skipPlain(depth > 0);
      }
    } while (depth > 0);
  }

  /** Numbers and words; inside of a collection also what stands between its values. */
  private skipPlain(isInside: boolean): void {
    const end = isInside ? INSIDE : PLAIN;
    end.lastIndex = this.at;
    end.test(this.text);
    this.at = end.lastIndex;
  }

  private skipString(): void {
    let end = this.at;
    do {
      end = this.text.indexOf('"', end + 1);
    } while (this.isEscaped(end));
    this.at = end + 1;
  }

  private isEscaped(quote: number): boolean {
    let first = quote;
    while (this.text[first - 1] === '\\') {
      first--;
    }
    return (quote - first) % 2 === 1;
  }

  private skipSpace(): void {
    SPACE.lastIndex = this.at;
    SPACE.test(this.text);
    this.at = SPACE.lastIndex;
  }
}

const INSIDE = /[^"{}[\]]+/y;
const PLAIN = /[^\s,\]}]+/y;
const SPACE = /\s*/y;
