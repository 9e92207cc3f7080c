import { blockLines } from './block-lines';
import { jsonLines } from './json-lines';
import { LibraryLines } from './library-lines';
import { lineBelow } from './line-node';
import { ManifestDocument } from './parse';
import { splitDocuments } from './split';
import { DataPath } from '../data/path';

/** Tells on which line of a text, from 0, a part of it stands; undefined when nothing of the path exists. */
type LineFinder = (path: DataPath) => number | undefined;

/** The document that was asked about last: findings come document by document, and all trees together would take too much memory. */
let latest: { readonly text: string; readonly find: LineFinder } | undefined;

/**
 * Tells on which line a part of a document stands, from 1: the line of its key, or of the list's item.
 *
 * What does not exist is taken to stand where the nearest thing around it does. Undefined when there is no such document.
 *
 * @param text the whole file
 * @param documentIndex which of its documents, from 0
 * @param path from the document to the part
 */
export function lineOf(text: string, documentIndex: number, path: DataPath): number | undefined {
  const document = splitDocuments(text)[documentIndex];
  if (!document) {
    return undefined;
  }
  const line = lineFinder(document.text)(path);
  return line === undefined ? document.contentLine ?? document.firstLine : document.firstLine + line;
}

/** As lineOf, for a document that was read; its text is looked through once, however often it is asked in a row. */
export function lineIn(document: ManifestDocument, path: DataPath): number {
  if (path.length === 0) {
    return document.line;
  }
  if (latest?.text !== document.text) {
    latest = { text: document.text, find: lineFinder(document.text) };
  }
  const line = latest.find(path);
  return line === undefined ? document.line : document.firstLine + line;
}

/** Most documents are in block style or JSON, of which lines are found quickly; the library is asked about all others. */
function lineFinder(text: string): LineFinder {
  const root = /^\s*[{[]/.test(text) ? jsonLines(text) : blockLines(text);
  if (root) {
    return path => lineBelow(root, path);
  }
  const library = new LibraryLines(text);
  return path => library.lineOf(path);
}
