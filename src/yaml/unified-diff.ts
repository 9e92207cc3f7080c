import type { StructuredPatchHunk } from 'diff';
import { diff } from './lazy';
import { compareLines, DiffLine } from './line-diff';
import { safeLine } from '../data/safe-text';

/** How many lines are shown around a change. */
const CONTEXT = 3;

/**
 * A line that begins a document, or an item of a List. Comparing piece by piece keeps the time linear: for 10,800 lines in 400 documents 0.28 s of processor
 * time, against 23 s with `createTwoFilesPatch` of the same library, whose time grows with lines times changes. See docs/decisions/own-diff.md.
 */
const CHUNK_START = /^(?:---|- | +- (?:apiVersion|kind|metadata)\b|(?: {4}| {8}|\t\t)\{\r?\n)/;

/**
 * Returns the changes from one text to another in the format of `diff -u` and `git apply`; empty when there are none.
 *
 * @param file the path below `a/` and `b/`, with forward slashes
 */
export function unifiedDiff(file: string, before: string, after: string): string {
  if (before === after) {
    return '';
  }
  const path = safeLine(file.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, ''));
  const { formatPatch, FILE_HEADERS_ONLY } = diff();
  const hunks = hunksOf([...compareTexts(before, after)].flat());
  const names = { oldFileName: `a/${path}`, newFileName: `b/${path}`, oldHeader: undefined, newHeader: undefined };
  return formatPatch({ ...names, hunks }, FILE_HEADERS_ONLY);
}

function chunksOf(text: string): string[] {
  const chunks: string[][] = [[]];
  for (const line of linesOf(text)) {
    if (CHUNK_START.test(line)) {
      chunks.push([]);
    }
    chunks[chunks.length - 1].push(line);
  }
  return chunks.map(chunk => chunk.join(''));
}

/** Compares two texts piece by piece; pieces that have no counterpart are compared together. */
export function* compareTexts(before: string, after: string): Generator<DiffLine[]> {
  const [old, now] = [chunksOf(before), chunksOf(after)];
  if (old.length === now.length) {
    for (const [index, chunk] of old.entries()) {
      yield comparePieces(chunk, now[index]);
    }
    return;
  }
  let pieces: { readonly '-': string[]; readonly '+': string[] } = { '-': [], '+': [] };
  for (const { sign, text } of compareLines(old, now)) {
    if (sign !== ' ') {
      pieces[sign].push(text);
      continue;
    }
    yield comparePieces(pieces['-'].join(''), pieces['+'].join(''));
    yield comparePieces(text, text);
    pieces = { '-': [], '+': [] };
  }
  yield comparePieces(pieces['-'].join(''), pieces['+'].join(''));
}

function comparePieces(before: string, after: string): DiffLine[] {
  return compareLines(linesOf(before), linesOf(after));
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/**
 * The changes with their context.
 *
 * @param firstOld the number of the first line in the text before
 * @param firstNew the same in the text after
 */
export function hunksOf(lines: readonly DiffLine[], firstOld = 1, firstNew = 1): StructuredPatchHunk[] {
  const hunks: StructuredPatchHunk[] = [];
  let [oldLine, newLine, at] = [firstOld, firstNew, 0];
  for (const { start, end } of spans(lines)) {
    // Everything between two hunks stays.
    oldLine += start - at;
    newLine += start - at;
    const part = lines.slice(start, end);
    const [oldLines, newLines] = ['-', '+'].map(sign => part.filter(line => line.sign === ' ' || line.sign === sign).length);
    hunks.push({ oldStart: oldLine, oldLines, newStart: newLine, newLines, lines: part.flatMap(patchLines) });
    oldLine += oldLines;
    newLine += newLines;
    at = end;
  }
  return hunks;
}

/** The ranges of lines with changes and their context. */
function spans(lines: readonly DiffLine[]): { readonly start: number; end: number }[] {
  const found: { readonly start: number; end: number }[] = [];
  lines.forEach(({ sign }, index) => {
    if (sign === ' ') {
      return;
    }
    const last = found[found.length - 1];
    const end = Math.min(index + 1 + CONTEXT, lines.length);
    if (last && index - CONTEXT <= last.end) {
      last.end = end;
    } else {
      found.push({ start: Math.max(index - CONTEXT, 0), end });
    }
  });
  return found;
}

function patchLines({ sign, text }: DiffLine): string[] {
  return text.endsWith('\n') ? [sign + text.slice(0, -1)] : [sign + text, '\\ No newline at end of file'];
}
