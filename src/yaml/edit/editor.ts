import type { Node } from 'yaml';
import { follow } from '../../data/json';
import { yaml } from '../lazy';
import { usedAnchors } from './anchors';
import { editBlockList } from './block-list';
import { editBlockMap } from './block-map';
import { Entry, entriesOf, keyText } from './entries';
import { editFlow } from './flow';
import { takeOut } from './moves';
import { Source } from './source';
import { Region, Splices } from './splices';
import { Style, styleOf } from './style';
import { DataPath, formatPath } from '../../data/path';
import { EditedData } from '../../edits/apply-to-data';
import { EditRefused } from '../../edits/edit';
import { EditNode, isEmptied } from '../../edits/edit-tree';

/** The work on one document: its text, how it is written, and the changes so far. */
export class Editor {
  public readonly splices: Splices;
  public readonly style: Style;
  public readonly data: EditedData;
  /** The anchors that aliases repeat. */
  public readonly anchors: ReadonlySet<string>;
  /** What moves, by its path. */
  public readonly regions = new Map<string, Region>();

  private readonly known = new Map<unknown, Entry[]>();

  public constructor(public readonly source: Source, private readonly document: unknown, private readonly root: EditNode) {
    this.splices = new Splices(source.text);
    this.style = styleOf(source);
    this.data = new EditedData(document, root);
    this.anchors = usedAnchors(source);
  }

  /** The text of the document after all edits. */
  public run(): string {
    if (isEmptied(this.document, this.root)) {
      return `${this.source.text.slice(0, this.source.root.range[0])}{}${this.source.eol}`;
    }
    takeOut(this, this.root);
    this.edit(this.source.root, this.root, this.document);
    return this.splices.render();
  }

  /** Edits what is inside of a node. */
  public edit(node: Node | null, edits: EditNode, value: unknown): void {
    const { isAlias, isMap, isSeq } = yaml();
    if (isAlias(node)) {
      throw new EditRefused(`'${formatPath(edits.path)}' is an alias, so the edit would also change another place: replace the alias with its value first`);
    }
    this.mustBeAlone(node, edits.path);
    if ((isMap(node) || isSeq(node)) && node.flow) {
      editFlow(this, node, edits, value);
    } else if (isMap(node)) {
      editBlockMap(this, node, edits, value);
    } else if (isSeq(node)) {
      editBlockList(this, node, edits, value);
    } else {
      throw new EditRefused(`'${formatPath(edits.path)}' is written in a style that cannot be edited: edit it by hand`);
    }
  }

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
