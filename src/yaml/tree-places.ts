import { flowPlaces } from './flow-places';
import { FoundPlace, isInBrackets, PlaceFinder, PlaceNode } from './place-node';
import { DataPath } from '../data/path';

/** Finds places in a tree. Lists and objects in brackets that were passed over are looked into when a path leads there. */
export class TreePlaces {
  /** What was looked into last: findings come object by object, and the parts of all of them would take too much memory. */
  private latest?: PlaceNode;

  /** @param otherwise who is asked about what is not understood */
  public constructor(private readonly text: string, private readonly root: PlaceNode, private readonly otherwise: PlaceFinder) {}

  public find(path: DataPath): FoundPlace | undefined {
    let node = this.root;
    for (const step of path) {
      const below = node.keys || node.items || !isInBrackets(this.text, node) ? node : this.lookInto(node);
      if (!below) {
        return this.otherwise(path);
      }
      const next = below.items ? below.items[Number(step)] : below.keys?.get(String(step));
      if (!next) {
        return node === this.root ? undefined : { node, isWhole: false };
      }
      node = next;
    }
    return node === this.root ? undefined : { node, isWhole: true };
  }

  /** What stands in brackets, with all below it; undefined when it is not understood. */
  private lookInto({ valueStart, valueEnd }: PlaceNode): PlaceNode | undefined {
    if (this.latest?.valueStart !== valueStart) {
      this.latest = flowPlaces(this.text, valueStart!);
    }
    return this.latest?.valueEnd === valueEnd ? this.latest : undefined;
  }
}
