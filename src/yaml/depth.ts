/** How deep a document may nest: deeper than any manifest, but not deep enough to exhaust the stack of recursive code. */
export const MAX_DEPTH = 500;

/** Tells whether a value that was read from JSON is nested deeper than any manifest. */
export function isTooDeep(value: unknown, depth: number = 0): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  for (const part of Array.isArray(value) ? value : Object.values(value)) {
    if (depth === MAX_DEPTH || isTooDeep(part, depth + 1)) {
      return true;
    }
  }
  return false;
}
