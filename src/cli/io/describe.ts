import { ManifestInput } from '../../core/manifest-input';
import { objectsOf } from '../../core/pods';
import { isObject } from '../../data/json';
import { describeManifest } from '../../kubernetes/manifest';

/** How many objects a message names. */
const MOST_NAMED = 5;

/** Describes input without a pod: the files, and the objects in them. */
export function describeInput(input: ManifestInput): string {
  const names = input.documents.flatMap(document => objectsOf(document.value)).map(({ value }) => nameOf(value));
  return describeObjects(input.files.map(({ file }) => file), names.length, names);
}

/**
 * Describes input without a pod.
 *
 * @param names the names of the first objects
 */
export function describeObjects(files: readonly string[], objects: number, names: readonly string[]): string {
  const where = files.length === 1 ? files[0] : `${files.length} files`;
  if (objects === 0) {
    return `${where}: no objects found`;
  }
  const more = objects > MOST_NAMED ? [`${objects - MOST_NAMED} more`] : [];
  return `${where}: no pod found, only ${[...names.slice(0, MOST_NAMED), ...more].join(', ')}`;
}

/** The name of an object in a message. */
export function nameOf(value: unknown): string {
  return isObject(value) ? describeManifest(value) : 'a value';
}
