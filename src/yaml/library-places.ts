import type { Document, Node, Pair, YAMLMap } from 'yaml';
import { yaml } from './lazy';
import { FoundPlace, PlaceNode } from './place-node';
import type { DataPath } from '../data/path';

/** A step along a path: where it stands, and what stands below it. */
interface Step {
  readonly node: PlaceNode;
  readonly value: unknown;
}

/** Finds places with the library that knows where everything stands: right for every document, and slow. */
export class LibraryPlaces {
  private readonly tree: Document;

  public constructor(text: string) {
    // 1.1 reads keys as Kubernetes does.
    this.tree = yaml().parseDocument(text, { version: '1.1', uniqueKeys: false, logLevel: 'silent' });
  }

  /** What a path leads to, as far as it exists; undefined when not even its first step exists. */
  public find(path: DataPath): FoundPlace | undefined {
    let value: unknown = this.tree.contents;
    let node: PlaceNode | undefined;
    for (const step of path) {
      const found = this.enter(value, step);
      if (!found) {
        return node && { node, isWhole: false };
      }
      ({ value, node } = found);
    }
    return node && { node, isWhole: true };
  }

  private enter(from: unknown, step: string | number): Step | undefined {
    const { isAlias, isMap, isSeq } = yaml();
    const node = isAlias(from) ? from.resolve(this.tree) : from;
    if (isSeq(node)) {
      const item = node.items[Number(step)];
      return item === undefined ? undefined : { node: itemPlace(item), value: item };
    }
    return isMap(node) ? this.enterMap(node, String(step)) : undefined;
  }

  private enterMap(map: YAMLMap, step: string): Step | undefined {
    // Of two equal keys the last one counts.
    const pair = map.items.filter(candidate => keyText(candidate.key) === step).at(-1);
    if (pair) {
      return { node: pairPlace(pair), value: pair.value };
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
}

function pairPlace({ key, value }: Pair): PlaceNode {
  const [start, keyEnd] = (key as Node).range!;
  return { start, keyEnd, ...valuePlace(value) };
}

/** Of an item that is an object or a list, what stands in it first is where it begins. */
function itemPlace(item: unknown): PlaceNode {
  const { isMap, isPair, isSeq } = yaml();
  if (isPair(item)) {
    return pairPlace(item);
  }
  const node = item as Node;
  const place = { start: node.range![0], ...valuePlace(node) };
  if ((!isMap(node) && !isSeq(node)) || node.flow || node.items.length === 0) {
    return place;
  }
  return isMap(node) ? { ...place, keys: new Map([['', pairPlace(node.items[0])]]) } : { ...place, items: [itemPlace(node.items[0])] };
}

function valuePlace(value: unknown): Pick<PlaceNode, 'valueStart' | 'valueEnd'> {
  const range = (value as Node | null)?.range;
  return range ? { valueStart: range[0], valueEnd: range[1] } : {};
}

function keyText(key: unknown): string | undefined {
  const scalar = yaml().isScalar(key) ? key : undefined;
  // A merge key has no text as its value.
  return scalar && (scalar.source === '<<' ? '<<' : String(scalar.value));
}
