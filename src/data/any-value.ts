/** A value of any type as a text for a message: not everything can become one. */
export function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return Array.isArray(value) ? 'a list' : 'an object';
  }
}

/** A value of any type as JSON for a message; what JSON cannot hold is a text. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? textOf(value);
  } catch {
    return textOf(value);
  }
}
