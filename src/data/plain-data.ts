import { Kind, OBJECT, refused } from './arguments';
import { Caller } from './language';
import { Subject, wording } from './wording';

/** Deeper than any configuration, but not deep enough to exhaust the stack. */
const MAX_LEVELS = 500;

/** An object that goes into a file or a manifest as it is: it must end somewhere. */
export const DATA: Kind = { ...OBJECT, checkInside: refuseEndless };

function refuseEndless(name: Subject, value: unknown, caller: Caller): void {
  if (isEndless(value, new Set(), 0)) {
    throw refused(wording`${name} contains itself, or nests deeper than ${MAX_LEVELS} levels: set plain data`, caller);
  }
}

function isEndless(value: unknown, around: Set<object>, level: number): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  if (around.has(value) || level > MAX_LEVELS) {
    return true;
  }
  around.add(value);
  const found = Object.values(value).some(part => isEndless(part, around, level + 1));
  around.delete(value);
  return found;
}
