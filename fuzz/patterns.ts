import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

/** A pattern in the sources. */
export interface Pattern {
  readonly place: string;
  readonly pattern: RegExp;
  /** It looks for all of its matches in a text, not only for the first one; by default, its flag tells. */
  readonly isRepeated?: boolean;
}

/** Every pattern that the sources write as a literal. */
export function literalPatterns(folder: string): Pattern[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? literalPatterns(path) : path.endsWith('.ts') ? patternsIn(path) : [];
  });
}

function patternsIn(file: string): Pattern[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ place: `${file}:${line}`, pattern: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)), ...(splits(node) ? { isRepeated: true } : {}) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Whether a pattern is given to `split`, which needs no flag to look for all matches. */
function splits(node: ts.Node): boolean {
  const { parent } = node;
  return ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression) && parent.expression.name.text === 'split';
}

/** Every pattern that the sources put together when they are loaded. */
export function composedPatterns(load: () => void): Pattern[] {
  const found: Pattern[] = [];
  const { RegExp: original } = globalThis;
  globalThis.RegExp = new Proxy(original, {
    construct: (target, args, self) => {
      const pattern: RegExp = Reflect.construct(target, args, self);
      found.push({ place: String(pattern), pattern });
      return pattern;
    },
  });
  try {
    load();
  } finally {
    globalThis.RegExp = original;
  }
  return found;
}

const UNITS = [' ', '\n', '\t', 'a', 'A', '0', '/', '-', '.', '_', '"', "'", '\\', '{', '(', '[', '$', ':', ',', '=', '#', '*', '%', ' \n', 'a ', 'a/', '- ', '0.', '\n ', ': ', '\\n'];
/** A pattern that takes longer is suspicious: what is linear takes a thousandth of it. */
const SUSPICIOUS_MS = 5;
/** Short enough to end when the time doubles with each character, or grows with its fourth power, and long enough to notice its square. */
const LENGTHS = [24, 200, 6000];

/** A string on which a pattern takes more than linear time; undefined if none is found. */
export function pathological(given: Pattern): string | undefined {
  const pattern = withFlag(given);
  const repeats = /[*+]|\{\d+,\}/.test(pattern.source);
  for (const { prefix, unit } of repeats ? attacksOn(pattern) : []) {
    const attack = (length: number) => `${prefix}${unit.repeat(length)}\u0001`;
    const slow = LENGTHS.find(length => time(pattern, attack(length)) > SUSPICIOUS_MS);
    // A busy machine may take its time once, but not three times.
    if (slow !== undefined && [1, 2, 3].every(() => time(pattern, attack(slow)) > SUSPICIOUS_MS) && grows(pattern, attack, slow)) {
      return `${JSON.stringify(prefix)} and ${slow} times ${JSON.stringify(unit)}`;
    }
  }
  return undefined;
}

function withFlag({ pattern, isRepeated }: Pattern): RegExp {
  return isRepeated && !pattern.global ? new RegExp(pattern.source, `${pattern.flags}g`) : pattern;
}

/** What may be slow: characters, alone and behind what the pattern wants to see first, and its own words, each of which may begin a search of all that follows. */
function attacksOn(pattern: RegExp): { readonly prefix: string; readonly unit: string }[] {
  const units = unitsOf(pattern);
  const behind = ['', ...wordsOf(pattern).flatMap(word => [word, `${word}:\n`, `${word}: `])].flatMap(prefix => units.map(unit => ({ prefix, unit })));
  const words = wordsOf(pattern).flatMap(word => [word, `${word} `, ` ${word}=`, `\n${word}`, `"${word}`].map(unit => ({ prefix: '', unit })));
  return [...behind, ...words];
}

/** Whether a quarter of the length takes less than an eighth of the time: a quarter would be linear, and a sixteenth is the square. */
function grows(pattern: RegExp, attack: (length: number) => string, length: number): boolean {
  const fastest = (text: string) => Math.min(...[1, 2, 3, 4, 5].map(() => time(pattern, text)));
  return fastest(attack(Math.floor(length / 4))) < fastest(attack(length)) / 8;
}

/** How much of the processor's time it takes to find the first match, or all of them where the pattern is for all: a busy machine does not count. */
function time(pattern: RegExp, text: string): number {
  const own = new RegExp(pattern.source, pattern.flags);
  const { user } = process.cpuUsage();
  if (own.global) {
    text.replace(own, '');
  } else {
    own.exec(text);
  }
  return (process.cpuUsage().user - user) / 1000;
}

/** The first words of a pattern, as they are written in it. */
function wordsOf({ source }: RegExp): string[] {
  return [...new Set(source.replace(/\\[a-zA-Z]/g, ' ').match(/[\w/-]{2,}/g) ?? [])].slice(0, 4);
}

function unitsOf({ source }: RegExp): string[] {
  const own = [...new Set(source.replace(/\\[a-zA-Z]/g, '').replace(/[\\^$()?|]/g, ''))].slice(0, 12);
  return [...new Set([...UNITS, ...own])];
}
