import { JsonValue } from '../data/json';
import { DataPath } from '../data/path';

/** Whether a list or an object that loses its last part stays as `[]` or `{}`, or goes with its key. */
export type WhenEmptied = 'stays' | 'goes';

/** What every edit says about itself, for reports. */
export interface EditReason {
  /** The id of the rule that asks for it. */
  readonly rule: string;
  /** Why it is made, as a sentence for people. */
  readonly why: string;
}

/** Moves an item of a list to another list of the same object, with its comments; edits inside of the item go with it. */
export interface MoveEdit extends EditReason {
  readonly kind: 'move';
  /** The item, such as `[..., 'containers', 1]`. */
  readonly path: DataPath;
  /** The key of the other list; it is made in front of the item's list when there is none. */
  readonly to: string;
  /** In front of which item of the other list, counted before any edit; behind all when absent. */
  readonly at?: number;
  /** What happens to the list that it leaves; it stays when absent. */
  readonly emptied?: WhenEmptied;
}

/** Sets a value: replaces what stands there, or adds the key. Objects around it that are missing are made. */
export interface SetEdit extends EditReason {
  readonly kind: 'set';
  readonly path: DataPath;
  readonly value: JsonValue;
  /** A new key is put behind the first of these siblings that exists; behind all when none does. */
  readonly after?: readonly string[];
  /** In front of which sibling a new key is put, or the outermost of the objects that are made around it. */
  readonly before?: string;
}

/** Removes a key of an object or an item of a list, with the comments that are about nothing else; an empty path is the whole document. */
export interface RemoveEdit extends EditReason {
  readonly kind: 'remove';
  readonly path: DataPath;
  /** What happens to the object or list around it; it stays when absent. */
  readonly emptied?: WhenEmptied;
}

/** Replaces a text by another, in the style in which it is written. */
export interface TextEdit extends EditReason {
  readonly kind: 'text';
  readonly path: DataPath;
  readonly value: string;
}

/** Adds items to a list; the list is made when there is none. */
export interface InsertEdit extends EditReason {
  readonly kind: 'insert';
  /** The list. */
  readonly path: DataPath;
  readonly items: readonly JsonValue[];
  /** In front of which item, counted before any edit; behind all when absent. */
  readonly at?: number;
  /** A new list is put behind the first of these siblings that exists; behind all when none does. */
  readonly after?: readonly string[];
}

/**
 * A change of a document, as data.
 *
 * The edits of a document are one change: all paths are those of the document before any of them, and their order only matters where several
 * things are put at one place. What stands inside of something that is removed is removed with it, edited or not.
 */
export type Edit = MoveEdit | SetEdit | RemoveEdit | TextEdit | InsertEdit;

/** An edit that cannot be made; nothing has been changed. */
export class EditRefused extends Error {}
