/** How deep a document may nest: deeper than any manifest, but not deep enough to exhaust the stack of recursive code. */
export const MAX_DEPTH = 500;

/** Tells whether a value is nested deeper than any manifest. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    level = level.flatMap(part => typeof part === 'object' && part !== null ? Object.values(part) : []);
    if (level.length === 0) {
      return false;
    }
  }
  return true;
}
