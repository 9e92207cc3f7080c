import type { DataPath } from '../data/path';

/** A part of a document, and on which line of the document's text it stands, from 0: the line of its key, or of the list's item. */
export interface LineNode {
  readonly line: number;
  /** What stands below it, when it is an object. Only what was looked at; nothing where all of it stands on this line. */
  keys?: Map<string, LineNode>;
  /** What stands below it, when it is a list. */
  items?: LineNode[];
}

/** Follows a path as far as it exists, and tells the line there; undefined when not even its first step exists. */
export function lineBelow(root: LineNode, path: DataPath): number | undefined {
  let node = root;
  for (const step of path) {
    const next = node.items ? node.items[Number(step)] : node.keys?.get(String(step));
    if (!next) {
      break;
    }
    node = next;
  }
  return node === root ? undefined : node.line;
}
