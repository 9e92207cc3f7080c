import type { Document, LineCounter, Node, YAMLMap } from 'yaml';
import { yaml } from '../lazy';
import { ManifestDocument } from './parse';
import { splitDocuments } from './split';

/** From a document to a part of it: keys of objects and indexes of lists. */
export type ManifestPath = readonly (string | number)[];

const finders = new WeakMap<ManifestDocument, LineFinder>();

/**
 * Tells on which line a part of a document stands, from 1: the line of its key, or of the list's item.
 *
 * What does not exist is taken to stand where the nearest thing around it does. Undefined when there is no such document.
 *
 * @param text the whole file
 * @param documentIndex which of its documents, from 0
 * @param path from the document to the part
 */
export function lineOf(text: string, documentIndex: number, path: ManifestPath): number | undefined {
  const document = splitDocuments(text)[documentIndex];
  return document && new LineFinder(document.text, document.firstLine, document.contentLine ?? document.firstLine).lineOf(path);
}

/** As lineOf, for a document that was read; its text is looked through once, however often it is asked. */
export function lineIn(document: ManifestDocument, path: ManifestPath): number {
  if (path.length === 0) {
    return document.line;
  }
  let finder = finders.get(document);
  if (!finder) {
    finder = new LineFinder(document.text, document.firstLine, document.line);
    finders.set(document, finder);
  }
  return finder.lineOf(path);
}

class LineFinder {
  private readonly tree: Document;
  private readonly counter: LineCounter;

  public constructor(text: string, private readonly firstLine: number, private readonly contentLine: number) {
    const library = yaml();
    this.counter = new library.LineCounter();
    // 1.1 reads keys as Kubernetes does.
    this.tree = library.parseDocument(text, { version: '1.1', lineCounter: this.counter, uniqueKeys: false, logLevel: 'silent' });
  }

  public lineOf(path: ManifestPath): number {
    let node: unknown = this.tree.contents;
    let line = this.contentLine;
    for (const step of path) {
      const found = this.enter(node, step);
      if (!found) {
        break;
      }
      node = found.value;
      line = this.lineAt(found.at) ?? line;
    }
    return line;
  }

  private enter(from: unknown, step: string | number): { readonly at: unknown; readonly value: unknown } | undefined {
    const { isAlias, isMap, isSeq } = yaml();
    const node = isAlias(from) ? from.resolve(this.tree) : from;
    if (isSeq(node)) {
      const item = node.items[Number(step)];
      return item === undefined ? undefined : { at: item, value: item };
    }
    return isMap(node) ? this.enterMap(node, String(step)) : undefined;
  }

  private enterMap(map: YAMLMap, step: string): { readonly at: unknown; readonly value: unknown } | undefined {
    const pair = map.items.find(candidate => keyText(candidate.key) === step);
    if (pair) {
      return { at: pair.key, value: pair.value };
    }
    const { isAlias, isSeq } = yaml();
    const merged = map.items.find(candidate => keyText(candidate.key) === '<<')?.value;
    const list = isAlias(merged) ? merged.resolve(this.tree) : merged;
    for (const source of isSeq(list) ? list.items : [list]) {
      const found = this.enter(source, step);
      if (found) {
        return found;
      }
    }
    return undefined;
  }

  private lineAt(node: unknown): number | undefined {
    const range = (node as Node | null)?.range;
    return range ? this.firstLine + this.counter.linePos(range[0]).line - 1 : undefined;
  }
}

function keyText(key: unknown): string | undefined {
  const scalar = yaml().isScalar(key) ? key : undefined;
  // A merge key has no text as its value.
  return scalar && (scalar.source === '<<' ? '<<' : String(scalar.value));
}
