import type { Node } from 'yaml';
import { usedAnchors } from './anchors';
import { Entry, entriesOf, keyText } from './entries';
import type { CommentsAbove } from './flow-parts';
import { Source } from './source';
import { Region, Splices } from './splices';
import { Style, styleOf } from './style';
import { follow } from '../../data/json';
import { DataPath, formatPath } from '../../data/path';
import { EditedData } from '../../edits/apply-to-data';
import { EditRefused } from '../../edits/edit';
import { EditNode } from '../../edits/edit-tree';
import { yaml } from '../lazy';

/** A document that is being edited: its text, how it is written, and the changes so far. */
export abstract class EditedDocument {
  public readonly splices: Splices;
  public readonly style: Style;
  public readonly data: EditedData;
  /** The anchors that aliases repeat. */
  public readonly anchors: ReadonlySet<string>;
  /** What moves, by its path. */
  public readonly regions = new Map<string, Region>();
  /** The comments above an item of a flow list that move with it, by its path. */
  public readonly comments = new Map<string, CommentsAbove>();

  private readonly known = new Map<unknown, Entry[]>();

  public constructor(public readonly source: Source, protected readonly document: unknown, protected readonly root: EditNode) {
    this.splices = new Splices(source.text);
    this.style = styleOf(source);
    this.data = new EditedData(document, root);
    this.anchors = usedAnchors(source);
  }

  /** Edits what is inside of a node. */
  public abstract edit(node: Node | null, edits: EditNode, value: unknown): void;

  /** Refuses to change a value that an alias repeats elsewhere. */
  public mustBeAlone(node: Node | null | undefined, path: DataPath): void {
    const anchor = (node as { readonly anchor?: string } | null | undefined)?.anchor;
    if (anchor !== undefined && this.anchors.has(anchor)) {
      throw new EditRefused(`'${formatPath(path)}' has the anchor '${anchor}', so the edit would also change other places: replace the aliases with their values first`);
    }
  }

  /** The node at a path; undefined where the text has none. */
  public nodeAt(path: DataPath): Node | null | undefined {
    const { isMap, isSeq } = yaml();
    return path.reduce<Node | null | undefined>((node, step) => {
      if (isMap(node)) {
        return node.items.find(pair => keyText(pair.key) === step)?.value as Node | null | undefined;
      }
      return isSeq(node) ? node.items[step as number] as Node | null : undefined;
    }, this.source.root);
  }

  /** The value at a path before any edit. */
  public valueAt(path: DataPath): unknown {
    return follow(this.document, path);
  }

  /** The lines of an item of a block list; undefined when its list is written otherwise. */
  public itemAt(path: DataPath): Entry | undefined {
    const list = this.nodeAt(path.slice(0, -1));
    return yaml().isSeq(list) && !list.flow ? this.entries(list, path.slice(0, -1))[path[path.length - 1] as number] : undefined;
  }

  /** The parts of a block object or list at a path. */
  public entries(collection: Parameters<typeof entriesOf>[1], path: DataPath): Entry[] {
    let entries = this.known.get(collection);
    if (!entries) {
      const key = path[path.length - 1];
      entries = entriesOf(this.source, collection, yaml().isSeq(collection) && typeof key === 'string' ? key : undefined);
      this.known.set(collection, entries);
    }
    return entries;
  }
}
