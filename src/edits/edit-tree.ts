import { Edit, EditRefused, WrongType, InsertEdit, MoveEdit, SetEdit, TextEdit } from './edit';
import { follow, isObject, JsonValue } from '../data/json';
import { DataPath, formatPath } from '../data/path';
import { pushAll } from '../data/push-all';

/** An item that is inserted into a list: a new value, or an item moved from another list. */
export interface Insertion {
  /** The index of the item to insert it before, counted before any edit; at the end when absent. */
  readonly at?: number;
  readonly value?: JsonValue;
  /** Where the item is moved from; absent for a new value. */
  readonly from?: DataPath;
}

/** The edits of one part of a document, and of the parts below it. */
export interface EditNode {
  readonly path: DataPath;
  readonly children: Map<string | number, EditNode>;
  readonly insertions: Insertion[];
  /** The value that replaces it. */
  replacement?: { readonly value: JsonValue };
  /** When it is new: the siblings after which to put it. */
  after?: readonly string[];
  /** When it is new: the sibling before which to put it. */
  before?: string;
  removed?: boolean;
  moved?: boolean;
  /** Whether it is removed once all its parts are. */
  goesWhenEmptied?: boolean;
}

/** Sorts the edits of a document by the parts that they change; refuses edits that conflict or whose path does not exist. */
export function editTree(document: unknown, edits: readonly Edit[]): EditNode {
  const tree = new TreeBuilder(document);
  edits.forEach(edit => tree.add(edit));
  checkConflicts(tree.root);
  return tree.root;
}

/** Tells whether the edits remove all parts of a list or object. */
export function isEmptied(value: unknown, node: EditNode): boolean {
  const keys = Array.isArray(value) ? value.map((_, index) => index) : isObject(value) ? Object.keys(value) : [];
  const gone = (key: string | number) => isGone((value as any)[key], node.children.get(key));
  return keys.length > 0 && node.insertions.length === 0 && keys.every(gone)
    && [...node.children.keys()].every(key => Object.hasOwn(value as object, key));
}

/** Tells whether the edits remove a part or move it away. */
export function isGone(value: unknown, node: EditNode | undefined): boolean {
  return node !== undefined && (node.removed === true || node.moved === true || (node.goesWhenEmptied === true && isEmptied(value, node)));
}

class TreeBuilder {
  public readonly root: EditNode = emptyNode([]);

  public constructor(private readonly document: unknown) {}

  public add(edit: Edit): void {
    switch (edit.kind) {
      case 'move': return this.move(edit);
      case 'set': return this.set(edit);
      case 'text': return this.text(edit);
      case 'insert': return this.insert(edit);
      default:
        this.mustExist(edit.path);
        this.at(edit.path).removed = true;
        return this.mark(edit.path, edit.emptied === 'goes');
    }
  }

  private move({ path, to, at, emptied }: MoveEdit): void {
    const list = path.slice(0, -1);
    this.mustExist(path);
    if (path.length < 2 || !Array.isArray(follow(this.document, list))) {
      throw new EditRefused(`'${formatPath(path)}' is not an item of a list, so it cannot be moved`);
    }
    const source = this.at(path);
    if (source.moved) {
      throw new EditRefused(`'${formatPath(path)}' is moved twice`);
    }
    source.moved = true;
    this.mark(path, emptied === 'goes');
    const target = this.list([...list.slice(0, -1), to]);
    target.before ??= String(list[list.length - 1]);
    target.insertions.push({ at, from: path });
  }

  private set({ path, value, after, before }: SetEdit): void {
    const parent = path.slice(0, -1);
    const around = this.nearest(parent);
    if (path.length === 0 || around.length === parent.length) {
      const step = path[path.length - 1];
      const holder = follow(this.document, parent);
      if (path.length > 0 && (Array.isArray(holder) ? !(Number(step) < holder.length) : !isObject(holder))) {
        throw new EditRefused(`there is no '${formatPath(path)}' to set`);
      }
      const node = this.graft(path, value);
      node.after ??= after;
      node.before ??= before;
      return;
    }
    this.graft(path.slice(0, around.length + 1), nest(path.slice(around.length + 1), value)).before ??= before;
  }

  private text({ path, value }: TextEdit): void {
    if (typeof follow(this.document, path) !== 'string') {
      throw new EditRefused(`'${formatPath(path)}' is not a string, so its text cannot be replaced`);
    }
    this.graft(path, value);
  }

  private insert({ path, items, at, after }: InsertEdit): void {
    const around = this.nearest(path.slice(0, -1));
    if (around.length < path.length - 1) {
      this.graft(path.slice(0, around.length + 1), nest(path.slice(around.length + 1), items));
      return;
    }
    const target = this.list(path);
    target.after ??= after;
    pushAll(target.insertions, items.map(value => ({ at, value })));
  }

  /** The node of a list that exists or that the edits create. */
  private list(path: DataPath): EditNode {
    const list = follow(this.document, path) ?? undefined;
    if (list === undefined ? !isObject(follow(this.document, path.slice(0, -1))) : !Array.isArray(list)) {
      throw new EditRefused(`'${formatPath(path)}' is not a list`);
    }
    return this.at(path);
  }

  /** Creates a value, or merges it into one that an earlier edit created. */
  private graft(path: DataPath, value: JsonValue): EditNode {
    const node = this.at(path);
    node.replacement = { value: node.replacement ? merge(node.replacement.value, value, path) : value };
    return node;
  }

  /** The longest prefix of a path that exists and is a list or an object. */
  private nearest(path: DataPath): DataPath {
    for (let length = 0; length <= path.length; length++) {
      const value = follow(this.document, path.slice(0, length)) ?? undefined;
      if (value === undefined) {
        return path.slice(0, length - 1);
      }
      if (typeof value !== 'object') {
        throw new WrongType(`'${formatPath(path.slice(0, length))}' is neither an object nor a list`);
      }
    }
    return path;
  }

  private mark(path: DataPath, goes: boolean): void {
    if (goes && path.length > 1) {
      this.at(path.slice(0, -1)).goesWhenEmptied = true;
    }
  }

  private mustExist(path: DataPath): void {
    if (follow(this.document, path) === undefined) {
      throw new EditRefused(`there is no '${formatPath(path)}'`);
    }
  }

  private at(path: DataPath): EditNode {
    return path.reduce<EditNode>((node, step, index) => {
      let child = node.children.get(step);
      if (!child) {
        child = emptyNode(path.slice(0, index + 1));
        node.children.set(step, child);
      }
      return child;
    }, this.root);
  }
}

function emptyNode(path: DataPath): EditNode {
  return { path, children: new Map(), insertions: [] };
}

function nest(path: DataPath, value: JsonValue): JsonValue {
  return path.reduceRight<JsonValue>((inner, step) => {
    if (typeof step === 'number') {
      throw new EditRefused(`there is no list for the item '${formatPath(path)}'`);
    }
    return { [step]: inner };
  }, value);
}

function merge(a: JsonValue, b: JsonValue, path: DataPath): JsonValue {
  if (isObject(a) && isObject(b)) {
    const merged: { [key: string]: JsonValue } = { ...(a as { readonly [key: string]: JsonValue }) };
    for (const [key, value] of Object.entries(b)) {
      merged[key] = Object.hasOwn(merged, key) ? merge(merged[key], value, [...path, key]) : value;
    }
    return merged;
  }
  if (JSON.stringify(a) !== JSON.stringify(b)) {
    throw new EditRefused(`two edits set different values for '${formatPath(path)}'`);
  }
  return a;
}

function checkConflicts(node: EditNode): void {
  if (node.removed && !node.moved) {
    return;
  }
  if (node.removed || (node.replacement && (node.children.size > 0 || node.insertions.length > 0))) {
    throw new EditRefused(`two edits conflict at '${formatPath(node.path)}'`);
  }
  node.children.forEach(checkConflicts);
}

/** The node of a path; undefined when no edit is there or below. */
export function nodeAt(root: EditNode, path: DataPath): EditNode | undefined {
  return path.reduce<EditNode | undefined>((node, step) => node?.children.get(step), root);
}
