import { mustNotBeNeeded } from './anchors';
import type { EditedDocument } from './edited-document';
import { Entry } from './entries';
import { Source } from './source';
import { DataPath } from '../../data/path';

/** Takes keys or items out of a block, with their lines. */
export function removeEntries(
  editor: EditedDocument, entries: readonly Entry[], gone: ReadonlySet<Entry>, path: DataPath, moved?: ReadonlySet<Entry>,
): void {
  entries.forEach((entry, index) => {
    if (!gone.has(entry)) {
      return;
    }
    if (!moved?.has(entry)) {
      mustNotBeNeeded(editor, entry.value, [...path, entry.step]);
    }
    const next = entries.slice(index + 1).find(each => !gone.has(each));
    if (entry.isInline && next) {
      editor.splices.cut(entry.head, firstThingBehind(editor.source, entries, gone, index));
    } else {
      const start = entry.isInline ? entry.head : withBlankLines(editor.source, entry, entries[index - 1]?.end ?? 0, next === undefined);
      const previous = entries.slice(0, index).reverse().find(each => !gone.has(each));
      const isKept = previous !== undefined && editor.source.isKeeper(previous.value);
      editor.splices.cut(start, isKept ? editor.source.skipBlankLines(entry.end) : entry.end);
    }
  });
}

/** The key behind it takes the place of one that stands on the line of a dash; comments between them stay. */
function firstThingBehind(source: Source, entries: readonly Entry[], gone: ReadonlySet<Entry>, index: number): number {
  let last = index;
  while (gone.has(entries[last + 1]) && entries[last + 1].start <= entries[last].end) {
    last++;
  }
  const line = source.skipBlankLines(entries[last].end);
  return line + /^[ \t]*/.exec(source.text.slice(line, line + 500))![0].length;
}

/** Blank lines that would be left over, doubled or at the end of a list, go too. */
function withBlankLines(source: Source, { start, end }: Entry, limit: number, isLast: boolean): number {
  if (!isLast && end < source.text.length && !source.isBlankLine(end)) {
    return start;
  }
  let first = start;
  for (let line = source.previousLine(start); line !== undefined && line >= limit && source.isBlankLine(line); line = source.previousLine(line)) {
    first = line;
  }
  return first;
}
