import { compareLines } from '../line-diff';

/** A block scalar, taken apart. */
interface Block {
  /** The style, and an indentation indicator if there is one: `|`, `>2`. */
  readonly style: string;
  /** What stands behind the indicators on the first line. */
  readonly comment: string;
  readonly pad: string;
  /** The lines as they stand in the text, without line breaks. */
  readonly lines: string[];
  readonly endsWithBreak: boolean;
}

/**
 * The text of a `|` scalar after its content has changed: lines that say the same stay byte for byte.
 *
 * @param source the scalar as it stands, from its `|`
 * @param before its old value; without it, every line is written anew
 */
export function literalBody(source: string, before: string | undefined, after: string, eol: string): string | undefined {
  const block = takeApart(source, before);
  const body = after.replace(/(?<!\n)\n+$/, '');
  if (body === '') {
    return undefined;
  }
  const fresh = body.split('\n');
  const old = before === undefined ? [] : before.replace(/(?<!\n)\n+$/, '').split('\n');
  const lines = align(old, fresh, block.lines.slice(0, old.length)).map(({ value, kept }) => kept ?? (value === '' ? '' : block.pad + value));
  return putTogether(block, lines, after, eol);
}

/** The text of a `>` scalar after its content has changed; undefined when its lines are too unusual to be matched. */
export function foldedBody(source: string, before: string, after: string, eol: string): string | undefined {
  const block = takeApart(source, before);
  const groups = paragraphs(block);
  const old = before.replace(/(?<!\n)\n+$/, '').split('\n');
  if (!groups || groups.length !== old.length) {
    return undefined;
  }
  const fresh = after.replace(/(?<!\n)\n+$/, '').split('\n');
  const texts = align(old, fresh, groups).map(({ value, kept, replaced }) => kept ?? refold(value, replaced, block.pad));
  return putTogether(block, texts.flatMap((text, index) => index === 0 ? text : ['', ...text]), after, eol);
}

function takeApart(source: string, before: string | undefined): Block {
  const lines = source.split(/\r\n|\n|\r/);
  const endsWithBreak = lines[lines.length - 1] === '' && lines.length > 1;
  const content = lines.slice(1, endsWithBreak ? -1 : undefined);
  const [, style, digit, comment] = /^([|>])[-+]?(\d?)[-+]?(.*)$/.exec(lines[0])!;
  const first = content.find(line => line.trim() !== '') ?? '';
  // An indentation indicator allows the first line to begin with spaces of its own.
  const own = /^\n*( *)/.exec(before ?? '')![1].length;
  const pad = /^ */.exec(first)![0].slice(own);
  return { style: style + digit, comment, pad, lines: content, endsWithBreak };
}

function putTogether(block: Block, lines: readonly string[], after: string, eol: string): string {
  const breaks = /(?<!\n)\n*$/.exec(after)![0].length;
  const chomp = breaks === 0 ? '-' : breaks === 1 ? '' : '+';
  const all = [...lines, ...Array<string>(Math.max(breaks - 1, 0)).fill('')];
  return [block.style + chomp + block.comment, ...all].join(eol) + (block.endsWithBreak ? eol : '');
}

interface Aligned<T> {
  readonly value: string;
  /** How the value stands in the text already. */
  readonly kept?: T;
  /** How the value stood that it takes the place of. */
  readonly replaced?: T;
}

/** Finds for each new value the old one that is equal, in order. */
function align<T>(old: readonly string[], fresh: readonly string[], texts: readonly T[]): Aligned<T>[] {
  const result: Aligned<T>[] = [];
  let at = 0;
  let removed: T[] = [];
  let taken = 0;
  for (const { sign, text: value } of compareLines(old, fresh)) {
    if (sign === '-') {
      removed.push(texts[at++]);
    } else if (sign === '+') {
      result.push({ value, replaced: removed[taken++] });
    } else {
      result.push({ value, kept: texts[at++] });
      removed = [];
      taken = 0;
    }
  }
  return result;
}

/** The lines of each paragraph; undefined when a line is indented deeper, or paragraphs are more than a blank line apart. */
function paragraphs({ lines, pad }: Block): string[][] | undefined {
  const groups: string[][] = [[]];
  const end = lines.length - [...lines].reverse().findIndex(line => line.trim() !== '');
  for (const line of lines.slice(0, end)) {
    if (line.trim() === '') {
      groups.push([]);
    } else if (/^[ \t]/.test(line.slice(pad.length))) {
      return undefined;
    } else {
      groups[groups.length - 1].push(line);
    }
  }
  return groups.every(group => group.length > 0) ? groups : undefined;
}

/** A paragraph with another text: the lines at its beginning and its end that still fit stay as they are. */
function refold(text: string, lines: readonly string[] | undefined, pad: string): string[] {
  let rest = text;
  const head: string[] = [];
  const tail: string[] = [];
  const waiting = [...lines ?? []];
  while (waiting.length > 0 && rest.startsWith(`${waiting[0].slice(pad.length)} `)) {
    rest = rest.slice(waiting[0].length - pad.length + 1);
    head.push(waiting.shift()!);
  }
  while (waiting.length > 0 && rest.endsWith(` ${waiting[waiting.length - 1].slice(pad.length)}`)) {
    const line = waiting.pop()!;
    rest = rest.slice(0, -(line.length - pad.length + 1));
    tail.unshift(line);
  }
  const exact = waiting.find(line => line.slice(pad.length) === rest);
  return [...head, exact ?? pad + rest, ...tail];
}
