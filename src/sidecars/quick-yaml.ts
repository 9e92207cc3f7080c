import { Yaml } from 'cdk8s';

type Stringify = typeof Yaml.stringify;

/** Has every way in which collections are nested. */
const PROBE = { 'map': { list: ['text', { first: 1, second: [], third: [{}] }, [1, [true, { a: null }]], {}], empty: {} }, 'a/b.c': '0x1f', 'none': null };
/** Text whose form depends on where it stands. */
const DEPENDS_ON_PLACE = /[\n\r]|^(?:%|---|\.\.\.)/;
/** Longer than `false`, so it is no word that YAML reads as something else, and without any character that needs quotes. Names are such text. */
const PLAIN = /^[A-Za-z][\w./-]{4,}[A-Za-z0-9]$/;

const ofCdk8s: Stringify = Yaml.stringify;
let isSame: boolean | undefined;

/**
 * Synthesizes with a quicker writer of YAML, which writes what cdk8s would write.
 *
 * The text of each key and scalar is that of cdk8s, asked once for each distinct value of a synth, but for text that is certainly plain. Documents with other values than plain data, with text whose form
 * depends on its place, or with an object in two places, are left to cdk8s; all are, if it nests collections in another way than this writer, or if it was replaced.
 */
export function withQuickYaml<T>(synth: () => T): T {
  if (Yaml.stringify !== ofCdk8s || !isSameAsOfCdk8s()) {
    return synth();
  }
  const writer = new QuickWriter();
  Yaml.stringify = (...docs: any[]) => docs.map(doc => writer.write(doc) ?? ofCdk8s.call(Yaml, doc)).join('---\n');
  try {
    return synth();
  } finally {
    Yaml.stringify = ofCdk8s;
  }
}

/** A newer cdk8s may write otherwise. */
function isSameAsOfCdk8s(): boolean {
  return isSame ??= new QuickWriter().write(PROBE) === ofCdk8s.call(Yaml, PROBE);
}

/** Thrown, and caught here, for a document that is left to cdk8s. */
const OTHER = Symbol('not plain data');

class QuickWriter {
  private readonly keys = new Map<string, string>();
  private readonly scalars = new Map<unknown, string>();
  private readonly seen = new Set<object>();
  private text = '';

  /** Returns undefined for a document that is left to cdk8s. */
  public write(doc: unknown): string | undefined {
    this.text = '';
    this.seen.clear();
    try {
      return isFilledMap(doc) ? this.document(doc) : undefined;
    } catch (error) {
      if (error !== OTHER) {
        throw error;
      }
      return undefined;
    }
  }

  private document(doc: object): string {
    this.collection(doc, '', '');
    return this.text;
  }

  /** @param first what stands before the first line, in place of its indentation */
  private collection(value: any, indent: string, first: string): void {
    this.see(value);
    if (Array.isArray(value)) {
      this.list(value, indent, first);
    } else {
      this.map(value, indent, first);
    }
  }

  private map(map: any, indent: string, first: string): void {
    let before = first;
    for (const key of Object.keys(map)) {
      const value = map[key];
      this.text += before + this.key(key);
      before = indent;
      if (isFilled(value)) {
        this.text += ':\n';
        this.collection(value, `${indent}  `, `${indent}  `);
      } else {
        this.text += `: ${this.leaf(value)}\n`;
      }
    }
  }

  private list(list: any[], indent: string, first: string): void {
    let before = first;
    for (const item of list) {
      if (isFilled(item)) {
        this.collection(item, `${indent}  `, `${before}- `);
      } else {
        this.text += `${before}- ${this.leaf(item)}\n`;
      }
      before = indent;
    }
  }

  private leaf(value: any): string {
    if (typeof value !== 'object' || value === null) {
      return this.scalar(value);
    }
    this.see(value);
    return Array.isArray(value) ? '[]' : '{}';
  }

  /** cdk8s writes an object that it has seen before as an alias. */
  private see(value: object): void {
    if (this.seen.has(value)) {
      throw OTHER;
    }
    this.seen.add(value);
  }

  private scalar(value: unknown): string {
    if (typeof value === 'string' && PLAIN.test(value)) {
      return value;
    }
    return this.scalars.get(value) ?? remember(this.scalars, value, isLeftToCdk8s(value) ? undefined : afterFirst(': ', ofCdk8s.call(Yaml, { a: value })));
  }

  private key(key: string): string {
    return this.keys.get(key) ?? remember(this.keys, key, isLeftToCdk8s(key) ? undefined : keyOf(ofCdk8s.call(Yaml, { [key]: 1 })));
  }
}

function remember<K>(known: Map<K, string>, key: K, text: string | undefined): string {
  if (text === undefined || text.includes('\n')) {
    throw OTHER;
  }
  known.set(key, text);
  return text;
}

function afterFirst(separator: string, line: string): string {
  return line.slice(line.indexOf(separator) + separator.length, -1);
}

/** A long key is written as `? key`. */
function keyOf(line: string): string | undefined {
  return line.startsWith('? ') ? undefined : line.slice(0, -': 1\n'.length);
}

/** Zero and minus zero are the same key of a map. */
function isLeftToCdk8s(value: unknown): boolean {
  switch (typeof value) {
    case 'string': return DEPENDS_ON_PLACE.test(value);
    case 'number': return Object.is(value, -0);
    case 'boolean': return false;
    default: return value !== null;
  }
}

function isFilled(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  return Array.isArray(value) ? value.length > 0 : isFilledMap(value);
}

function isFilledMap(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype || 'toJSON' in value) {
    throw OTHER;
  }
  return Object.keys(value).length > 0;
}
