import { IConstruct, Node } from 'constructs';
import { swapClass } from './class-swap';

/** What was found in a tree, by what it was asked for, until a construct is added to the tree or removed from it. */
const found = new WeakMap<Node, Map<unknown, readonly IConstruct[]>>();
const watched = new WeakSet<Node>();

/** The constructs of a kind below a root. The same list as before, if the tree has not changed since then. */
export function objectsBelow<T extends IConstruct>(root: IConstruct, isOfKind: (construct: IConstruct) => construct is T): readonly T[] {
  const known = found.get(root.node);
  const objects = known?.get(isOfKind) as readonly T[] | undefined;
  if (known && objects) {
    return objects;
  }
  const all = root.node.findAll();
  const now = all.filter(isOfKind);
  if (all.every(construct => isWatched(construct.node))) {
    found.set(root.node, new Map(known).set(isOfKind, now));
  }
  return now;
}

/** Makes a construct forget what was found in its tree when it gets or loses a child. Returns whether it could. */
function isWatched(node: Node): boolean {
  if (watched.has(node)) {
    return true;
  }
  const methods = node as unknown as { readonly [method: string]: unknown };
  // A construct calls 'addChild' of its scope, which is private.
  if (typeof methods.addChild !== 'function' || typeof methods.tryRemoveChild !== 'function') {
    return false;
  }
  swapClass(node, 'watched-tree', { addChild: forgetAnd, tryRemoveChild: forgetAnd });
  watched.add(node);
  return true;
}

function forgetAnd(node: Node, change: () => unknown): unknown {
  found.delete(node.root.node);
  return change();
}
