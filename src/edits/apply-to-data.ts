import { Edit } from './edit';
import { EditNode, editTree, Insertion, isEmptied, isGone, nodeAt } from './edit-tree';
import { follow, isObject, JsonObject } from '../data/json';

/**
 * Applies the edits to a document's data and returns the result; the document itself does not change.
 *
 * Returns undefined when the edits remove the whole document. The edited text must parse to the same data.
 */
export function applyToData(document: unknown, edits: readonly Edit[]): unknown {
  const root = editTree(document, edits);
  return root.removed ? undefined : new EditedData(document, root).of(document, root);
}

/** The parts of a document after its edits. */
export class EditedData {
  public constructor(private readonly document: unknown, private readonly root: EditNode) {}

  /** The value after the edits of its node. */
  public of(value: unknown, node: EditNode | undefined): unknown {
    if (!node) {
      return value;
    }
    if (node.replacement) {
      return node.replacement.value;
    }
    if (Array.isArray(value) || node.insertions.length > 0) {
      return this.list(Array.isArray(value) ? value : [], node);
    }
    return isObject(value) ? this.object(value, node) : value;
  }

  /** The item that is inserted into a list. */
  public inserted({ from, value }: Insertion): unknown {
    return from === undefined ? value : this.of(follow(this.document, from), nodeAt(this.root, from));
  }

  private list(list: readonly unknown[], node: EditNode): unknown[] {
    const waiting = new Map<number, unknown[]>();
    for (const insertion of node.insertions) {
      const at = Math.min(insertion.at ?? list.length, list.length);
      waiting.set(at, [...(waiting.get(at) ?? []), this.inserted(insertion)]);
    }
    const kept = list.flatMap((item, index) => {
      const child = node.children.get(index);
      return [...(waiting.get(index) ?? []), ...(isGone(item, child) ? [] : [this.part(item, child)])];
    });
    return [...kept, ...(waiting.get(list.length) ?? [])];
  }

  private object(object: JsonObject, node: EditNode): JsonObject {
    const result: { [key: string]: unknown } = {};
    for (const [key, value] of Object.entries(object)) {
      const child = node.children.get(key);
      if (!isGone(value, child)) {
        result[key] = this.part(value, child);
      }
    }
    for (const [key, child] of node.children) {
      if (!Object.hasOwn(object, key)) {
        result[key] = this.of(undefined, child);
      }
    }
    return result;
  }

  private part(value: unknown, node: EditNode | undefined): unknown {
    if (node && isEmptied(value, node)) {
      return Array.isArray(value) ? [] : {};
    }
    return this.of(value, node);
  }
}
