import { abridged } from './abridged';
import { Editor } from './editor';
import { HEAD, itemParts } from './item-parts';
import { isJson, Source } from './source';
import { sameJson } from '../../data/json';
import { applyToData } from '../../edits/apply-to-data';
import { Edit, EditRefused } from '../../edits/edit';
import { editTree } from '../../edits/edit-tree';
import { parseText } from '../parse';
import { DocumentText, splitDocuments } from '../split';

/**
 * Applies edits to the text of a file; everything else stays byte for byte.
 *
 * Parses only the documents with edits. The result is parsed again and compared with the edited data: if an edit cannot be made, or the result
 * differs, this throws EditRefused and changes nothing.
 *
 * @param text the whole file
 * @param edits the edits of each document, by its index in the file as `splitDocuments` counts
 */
export function applyEdits(text: string, edits: ReadonlyMap<number, readonly Edit[]>): string {
  if (text.includes('\r') && !text.includes('\n')) {
    // Lines that end with a carriage return alone: the YAML library does not know them.
    return applyEdits(text.replaceAll('\r', '\n'), edits).replaceAll('\n', '\r');
  }
  const documents = splitDocuments(text);
  const parts: string[] = [];
  let at = 0;
  for (const document of documents) {
    const start = text.indexOf(document.text, at);
    const own = edits.get(document.index) ?? [];
    parts.push(text.slice(at, start), own.length === 0 ? document.text : editDocument(document.text, own, eolOf(text)));
    at = start + document.text.length;
  }
  mustExist(edits, documents);
  parts.push(text.slice(at));
  const result = parts.join('');
  mustKeepOthers(documents, edits, result);
  return result;
}

/** Applies edits to the text of one document, with its `---`. */
export function editDocument(text: string, edits: readonly Edit[], eol = '\n'): string {
  const before = read(text);
  const expected = applyToData(before, edits);
  if (expected === undefined) {
    return commentsBefore(text);
  }
  const isRight = (candidate: string) => sameJson(tryRead(candidate), expected);
  const result = [joined(text, edits, eol)].find(one => one !== undefined && isRight(one)) ?? candidates(text, before, edits, eol).find(isRight);
  if (result === undefined) {
    throw new EditRefused(text.includes('&') && text.includes('*')
      ? 'the edits conflict with the anchors and aliases of the document: replace the aliases with their values first'
      : 'the document is written in a way that the edits do not fit: edit it by hand');
  }
  return result;
}

/** A long List with each of its items edited alone; undefined when that cannot be done, for example because one item repeats an anchor of another. */
function joined(text: string, edits: readonly Edit[], eol: string): string | undefined {
  const parts = itemParts(text, edits);
  const texts: string[] = [];
  let at = 0;
  try {
    for (const part of parts ?? []) {
      texts.push(text.slice(at, part.start), editDocument(part.text, part.edits, eol).slice(HEAD.length));
      at = part.end;
    }
  } catch (error) {
    if (error instanceof EditRefused) {
      return undefined;
    }
    throw error;
  }
  return parts && [...texts, text.slice(at)].join('');
}

/** What the edited document may be. */
function candidates(text: string, before: unknown, edits: readonly Edit[], eol: string): string[] {
  const short = isJson(text) ? abridged(text, edits) : undefined;
  const source = new Source(short?.text ?? text, eol);
  const data = short ? read(short.text) : before;
  const edited = run(new Editor(source, data, editTree(data, edits)), source);
  // A block scalar that is now at the end may need the line break, or its value would be another one for some parsers.
  const finished = source.finish(edited);
  const both = finished !== edited && !source.endsInBlock && new Source(edited, eol).endsInBlock ? [edited, finished] : [finished, edited];
  return short ? both.flatMap(one => short.restored(one) ?? []) : both;
}

/** A document that only one of the two libraries accepts may leave holes in the tree: the edit is tried, and compared like any other. */
function run(editor: Editor, source: Source): string {
  try {
    return editor.run();
  } catch (error) {
    if (error instanceof EditRefused || source.tree.errors.length === 0) {
      throw error;
    }
    throw new EditRefused('not every YAML parser accepts this document: fix it, or edit it by hand');
  }
}

function read(text: string): unknown {
  const { documents, problems } = parseText('', text);
  if (documents.length !== 1) {
    throw new EditRefused(problems[0]?.message ?? 'the document is empty');
  }
  return documents[0].value;
}

function tryRead(text: string): unknown {
  return parseText('', text).documents[0]?.value;
}

/** The comments before the `---` of the first document describe the file, so they stay when the document is removed. */
function commentsBefore(text: string): string {
  return /^(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*(?=---)/.exec(text)?.[0] ?? '';
}

function eolOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
}

function mustExist(edits: ReadonlyMap<number, readonly Edit[]>, documents: readonly DocumentText[]): void {
  const missing = [...edits.keys()].find(index => !documents[index]);
  if (missing !== undefined) {
    throw new EditRefused(`the file has no document ${missing}`);
  }
}

/** No edit may add another document, or change one. */
function mustKeepOthers(documents: readonly DocumentText[], edits: ReadonlyMap<number, readonly Edit[]>, result: string): void {
  const isRemoved = (index: number) => edits.get(index)?.some(edit => edit.kind === 'remove' && edit.path.length === 0);
  const expected = documents.filter(({ index }) => !isRemoved(index));
  const found = splitDocuments(result);
  const same = found.length === expected.length && expected.every(({ index, text }, place) => edits.has(index) || found[place].text.endsWith(text));
  if (!same) {
    throw new EditRefused('the edits would change another document of the file: edit it by hand');
  }
}
