import { grouped } from '../../data/grouped';
import { Edit } from '../../edits/edit';

/** Shorter documents are edited as a whole. */
const LONG_TEXT = 2 ** 16;

/** The edits inside of one item of a `List`, and the lines of that item as a document of its own. */
export interface ItemPart {
  /** Where the lines of the item begin and end. */
  readonly start: number;
  readonly end: number;
  /** The item as the only one of a `List`: `HEAD` and its lines. */
  readonly text: string;
  readonly edits: readonly Edit[];
}

/** What stands before the lines of an item in a document of its own. */
export const HEAD = 'items:\n';

const ITEMS = /^items:[ ]*(?:#.*)?\n/m;
/** Line breaks and spaces that this does not count. */
const UNUSUAL = /[\r\t\u0085\u2028\u2029]/;
const LINE = /([ ]*)(.?).*\n?/y;

/**
 * Takes a long `List` apart, because the tree of all its tokens takes some sixty times the memory of the text, and that of one item at a time does not.
 *
 * The lines of an item are found by their indentation alone. Whether that was right shows when the result is compared with the edited data.
 *
 * @returns the items with edits, in their order; undefined when an edit is not inside of an item, or the document is short
 */
export function itemParts(text: string, edits: readonly Edit[]): ItemPart[] | undefined {
  const isInItem = ({ path }: Edit) => path.length > 2 && path[0] === 'items' && typeof path[1] === 'number';
  if (text.length < LONG_TEXT || UNUSUAL.test(text) || !edits.every(isInItem)) {
    return undefined;
  }
  const ranges = itemRanges(text);
  const parts = [...grouped(edits, ({ path }) => path[1] as number)].sort(([a], [b]) => a - b).map(([index, own]) => ({ range: ranges[index], own }));
  return ranges.length < 2 || parts.some(({ range }) => !range) ? undefined : parts.map(({ range, own }) => ({
    ...range,
    text: HEAD + text.slice(range.start, range.end),
    edits: own.map(edit => ({ ...edit, path: ['items', 0, ...edit.path.slice(2)] })),
  }));
}

/** Where the items begin and end; comments and blank lines behind the last line of one belong to none. */
function itemRanges(text: string): { readonly start: number; readonly end: number }[] {
  const items = ITEMS.exec(text);
  const ranges: { readonly start: number; end: number }[] = [];
  let column: number | undefined;
  for (let at = items ? items.index + items[0].length : text.length; at < text.length; at = LINE.lastIndex) {
    LINE.lastIndex = at;
    const [, { length: indent }, first] = LINE.exec(text)!;
    if (first === '' || (first === '#' && indent <= (column ?? indent))) {
      continue;
    }
    column ??= indent;
    if (indent < column || (indent === column && first !== '-')) {
      break;
    }
    if (indent === column) {
      ranges.push({ start: at, end: at });
    }
    ranges[ranges.length - 1].end = LINE.lastIndex;
  }
  return ranges;
}
