import type { Document, LineCounter, Node, YAMLMap } from 'yaml';
import { yaml } from './lazy';
import type { DataPath } from '../data/path';

/** Finds lines with the library that knows where everything stands: right for every document, and slow. */
export class LibraryLines {
  private readonly tree: Document;
  private readonly counter: LineCounter;

  public constructor(text: string) {
    const library = yaml();
    this.counter = new library.LineCounter();
    // 1.1 reads keys as Kubernetes does.
    this.tree = library.parseDocument(text, { version: '1.1', lineCounter: this.counter, uniqueKeys: false, logLevel: 'silent' });
  }

  /** The line of the text, from 0, of the last part of a path that exists; undefined when not even its first step exists. */
  public lineOf(path: DataPath): number | undefined {
    let node: unknown = this.tree.contents;
    let line: number | undefined;
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
    return range ? this.counter.linePos(range[0]).line - 1 : undefined;
  }
}

function keyText(key: unknown): string | undefined {
  const scalar = yaml().isScalar(key) ? key : undefined;
  // A merge key has no text as its value.
  return scalar && (scalar.source === '<<' ? '<<' : String(scalar.value));
}
