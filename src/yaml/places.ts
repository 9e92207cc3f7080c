import { blockPlaces } from './block-places';
import { beginningOf } from './document-beginning';
import { jsonPlaces } from './flow-places';
import { LibraryPlaces } from './library-places';
import { LineStarts, TextRegion } from './line-starts';
import { ManifestDocument } from './parse';
import { pathPlace } from './path-places';
import { PlaceFinder, rangeOf } from './place-node';
import { InputProblem } from './problem';
import { sourceRange } from './scalar-source';
import { TreePlaces } from './tree-places';
import { follow } from '../data/json';
import { DataPath, DataPlace } from '../data/path';

/** The text of a document, looked through once. */
interface Places {
  readonly text: string;
  readonly find: PlaceFinder;
  readonly lines: LineStarts;
}

/** The document that was asked about last: findings come document by document, and all trees together would take too much memory. */
let latest: Places | undefined;

/**
 * Tells where a part of a document stands in its file.
 *
 * Of an entry of an object this is its key, with its value where that is a word beside it; of an item of a list its first line; of a span the span. What does
 * not exist stands where the nearest thing around it does. The text is looked through once, however often it is asked in a row.
 *
 * @param document the document
 * @param place from the document to the part
 */
export function regionIn(document: ManifestDocument, { path, span }: DataPlace): TextRegion {
  if (path.length === 0) {
    return beginningOf(document);
  }
  if (latest?.text !== document.text) {
    latest = placesOf(document);
  }
  const { text, find, lines } = latest;
  const found = unlessTooLong(() => find(path));
  if (!found) {
    return beginningOf(document);
  }
  const value = span && found.isWhole ? follow(document.value, path) : undefined;
  const exact = typeof value === 'string' ? sourceRange(text, found.node, value, span!) : undefined;
  return lines.region(exact ?? rangeOf(text, found.node), document.firstLine);
}

/** Tells on which line a part of a document stands, from 1. */
export function lineIn(document: ManifestDocument, path: DataPath): number {
  return regionIn(document, { path }).line;
}

/** A problem with a part of a document. */
export function problemAt(document: ManifestDocument, path: DataPath, message: string): InputProblem {
  const { line, column } = regionIn(document, { path });
  return { file: document.file, line, column, message };
}

/** Longer documents, such as a `List`, are looked through once for all their places; in shorter ones it is faster to go to each place. */
const SHORT = 2 ** 15;

function placesOf({ text, isBlock }: ManifestDocument): Places {
  const lines = new LineStarts(text);
  if (!isBlock || text.length > SHORT) {
    return { text, find: finderOf(withLineFeeds(text)), lines };
  }
  let tree: PlaceFinder | undefined;
  const inTree: PlaceFinder = path => {
    tree ??= finderOf(text);
    return tree(path);
  };
  return { text, find: path => pathPlace(text, path, inTree), lines };
}

/** The parsers know no line that ends with a carriage return alone, though YAML does. Offsets stay the same. */
function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
}

/** A text of many megabytes can need more stack than there is; then nothing is known of it. */
function unlessTooLong<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof RangeError) {
      return undefined;
    }
    throw error;
  }
}

/** Most documents are in block style or JSON, of which places are found quickly; the library is asked about all others. */
function finderOf(text: string): PlaceFinder {
  const root = unlessTooLong(() => /^\s*[{[]/.test(text) ? jsonPlaces(text) : blockPlaces(text));
  let library: LibraryPlaces | undefined;
  const inLibrary: PlaceFinder = path => {
    library ??= new LibraryPlaces(text);
    return library.find(path);
  };
  const tree = root && new TreePlaces(text, root, inLibrary);
  return tree ? path => tree.find(path) : inLibrary;
}
