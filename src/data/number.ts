/** A value that is a whole number; undefined when it is something else. */
export function wholeNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}
