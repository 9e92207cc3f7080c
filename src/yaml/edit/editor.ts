import type { Node } from 'yaml';
import { editBlockList } from './block-list';
import { editBlockMap } from './block-map';
import { EditedDocument } from './edited-document';
import { editFlow } from './flow';
import { takeOut } from './moves';
import { formatPath } from '../../data/path';
import { EditRefused } from '../../edits/edit';
import { EditNode, isEmptied } from '../../edits/edit-tree';
import { yaml } from '../lazy';

/** Makes the edits of one document. */
export class Editor extends EditedDocument {
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
}
