import { PlaceNode } from './place-node';

/** An object or a list whose parts are still being read. */
interface OpenBlock {
  /** The column of its keys, or of its dashes. */
  readonly column: number;
  readonly node: PlaceNode;
  readonly isList: boolean;
  /** The part that was begun last and has no value yet; a deeper block would be its value. */
  slot: PlaceNode | undefined;
}

/**
 * Builds the tree of a block-style document from its keys and dashes, in the order in which they stand, by their columns.
 *
 * Each method tells whether it understood.
 */
export class BlockTree {
  public readonly root: PlaceNode = { start: 0 };

  private readonly open: OpenBlock[] = [{ column: -1, node: this.root, isList: false, slot: this.root }];

  /** A key; what follows on deeper columns is its value. */
  public key(text: string, column: number, start: number, keyEnd: number): boolean {
    let top = this.closeDownTo(column);
    if (top.isList && top.column === column) {
      // A list may stand in the column of the key that it belongs to; this is the next key there.
      this.open.pop();
      top = this.open[this.open.length - 1];
    }
    const block = top.column === column ? top : this.begin(top, column, false);
    if (!block || block.isList || block.column !== column) {
      return false;
    }
    const node: PlaceNode = { start, keyEnd };
    if (block.node.keys!.has(text)) {
      // Rare, so it is left to the library.
      return false;
    }
    block.node.keys!.set(text, node);
    block.slot = node;
    return true;
  }

  /** The dash of a list's item, by its column; the item begins behind it. */
  public dash(column: number, start: number): boolean {
    const top = this.closeDownTo(column);
    const block = top.isList && top.column === column ? top : this.begin(top, column, true);
    if (!block) {
      return false;
    }
    const node: PlaceNode = { start };
    block.node.items!.push(node);
    block.slot = node;
    return true;
  }

  /** A value that stands beside its key or dash. */
  public value(start: number, end: number): void {
    const top = this.open[this.open.length - 1];
    if (top.slot) {
      top.slot.valueStart = start;
      top.slot.valueEnd = end;
      top.slot = undefined;
    }
  }

  private closeDownTo(column: number): OpenBlock {
    while (this.open[this.open.length - 1].column > column) {
      this.open.pop();
    }
    return this.open[this.open.length - 1];
  }

  private begin(around: OpenBlock, column: number, isList: boolean): OpenBlock | undefined {
    const node = around.slot;
    if (!node) {
      return undefined;
    }
    around.slot = undefined;
    if (isList) {
      node.items = [];
    } else {
      node.keys = new Map();
    }
    const block: OpenBlock = { column, node, isList, slot: undefined };
    this.open.push(block);
    return block;
  }
}
