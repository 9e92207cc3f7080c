import { ManifestInput } from '../../core/manifest-input';
import { objectsOf } from '../../core/pods';
import { isObject } from '../../data/json';
import { describeManifest } from '../../kubernetes/manifest';

/** How many objects a message names. */
const MOST_NAMED = 5;

/** Describes input without a pod: the files, and the objects in them. */
export function describeInput(input: ManifestInput): string {
  const where = input.files.length === 1 ? input.files[0].file : `${input.files.length} files`;
  const names = input.documents.flatMap(document => objectsOf(document.value)).map(({ value }) => isObject(value) ? describeManifest(value) : 'a value');
  if (names.length === 0) {
    return `${where}: no objects found`;
  }
  const more = names.length > MOST_NAMED ? [`${names.length - MOST_NAMED} more`] : [];
  return `${where}: no pod found, only ${[...names.slice(0, MOST_NAMED), ...more].join(', ')}`;
}
