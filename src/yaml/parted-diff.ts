import { DiffLine } from './line-diff';
import { compareTexts, hunksOf } from './unified-diff';

/**
 * The changes from one text to another, apart for each part of the text.
 *
 * @param starts the lines on which the parts begin, from 1, in any order
 * @returns for each part with changes, by the line on which it begins, the lines of its diff in the format of `diff -u`
 */
export function partedDiff(before: string, after: string, starts: readonly number[]): Map<number, string[]> {
  const diffs = new Map<number, string[]>();
  if (before === after) {
    return diffs;
  }
  const isStart = new Set(starts);
  let part: { readonly start: number; readonly newStart: number; readonly lines: DiffLine[] } = { start: 1, newStart: 1, lines: [] };
  let [oldLine, newLine] = [1, 1];
  const finish = () => {
    const lines = part.lines.some(({ sign }) => sign !== ' ') ? hunkLines(part.lines, part.start, part.newStart) : [];
    if (lines.length > 0) {
      diffs.set(part.start, lines);
    }
  };
  for (const piece of compareTexts(before, after)) {
    for (const line of piece) {
      // A line that is added after the last line of a part belongs to it: the first line of a part never changes.
      if (line.sign !== '+' && isStart.has(oldLine) && oldLine !== part.start) {
        finish();
        part = { start: oldLine, newStart: newLine, lines: [] };
      }
      part.lines.push(line);
      oldLine += line.sign === '+' ? 0 : 1;
      newLine += line.sign === '-' ? 0 : 1;
    }
  }
  finish();
  return diffs;
}

function hunkLines(lines: readonly DiffLine[], firstOld: number, firstNew: number): string[] {
  return hunksOf(lines, firstOld, firstNew).flatMap(({ oldStart, oldLines, newStart, newLines, lines: own }) =>
    [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...own]);
}
