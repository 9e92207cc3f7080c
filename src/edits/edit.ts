import { JsonValue } from '../data/json';
import { DataPath } from '../data/path';

/** Whether a list or an object that loses its last part stays as `[]` or `{}`, or is removed with its key. */
export type WhenEmptied = 'stays' | 'goes';

/** The reason for an edit, for reports. */
export interface EditReason {
  /** The id of the rule that requires it. */
  readonly rule: string;
  /** Why it is made, as a sentence for the user. */
  readonly why: string;
}

/** Moves an item of a list to another list of the same object, with its comments and with the edits inside it. */
export interface MoveEdit extends EditReason {
  readonly kind: 'move';
  /** The item, such as `[..., 'containers', 1]`. */
  readonly path: DataPath;
  /** The key of the other list; if missing, the list is created before the item's list. */
  readonly to: string;
  /** The index in the other list to insert it before, counted before any edit; at the end when absent. */
  readonly at?: number;
  /** What happens to the list that it leaves when that is empty; it stays when absent. */
  readonly emptied?: WhenEmptied;
}

/** Sets a value: replaces the present value, or adds the key. Creates the missing objects around it. */
export interface SetEdit extends EditReason {
  readonly kind: 'set';
  readonly path: DataPath;
  readonly value: JsonValue;
  /** A new key is put after the first of these siblings that exists; at the end when none does. */
  readonly after?: readonly string[];
  /** The sibling before which to put a new key, or the outermost object that is created around it. */
  readonly before?: string;
}

/** Removes a key of an object or an item of a list, with the comments that belong to it; an empty path is the whole document. */
export interface RemoveEdit extends EditReason {
  readonly kind: 'remove';
  readonly path: DataPath;
  /** What happens to the object or list around it when that is empty; it stays when absent. */
  readonly emptied?: WhenEmptied;
}

/** Replaces a string, and keeps the style in which it is written. */
export interface TextEdit extends EditReason {
  readonly kind: 'text';
  readonly path: DataPath;
  readonly value: string;
}

/** Adds items to a list, and creates the list if it is missing. */
export interface InsertEdit extends EditReason {
  readonly kind: 'insert';
  /** The list. */
  readonly path: DataPath;
  readonly items: readonly JsonValue[];
  /** The index of the item to insert them before, counted before any edit; at the end when absent. */
  readonly at?: number;
  /** A new list is put after the first of these siblings that exists; at the end when none does. */
  readonly after?: readonly string[];
}

/**
 * A change to a document, as data.
 *
 * The edits of a document are one change: all paths are those of the document before any edit, and their order matters only where several items are
 * inserted at one place. Removing a part removes everything inside it, edited or not.
 */
export type Edit = MoveEdit | SetEdit | RemoveEdit | TextEdit | InsertEdit;

/** Thrown for an edit that cannot be made; nothing has changed. */
export class EditRefused extends Error {}

/** Thrown when a value of the manifest has another type than an edit needs: the manifest is malformed. */
export class WrongType extends EditRefused {}
