/** Whether a text may hold an object with a key that JavaScript calls to turn the object into a text; escapes may spell one. */
export function mayNotPrint(text: string): boolean {
  return /toString|valueOf|\\/.test(text);
}

/**
 * Makes sure that every object of a value can become a part of a message. A manifest may have a key `toString`, and then JavaScript throws.
 *
 * Nobody else sees the difference: what is added is neither enumerated nor copied.
 */
export function printable<T>(value: T): T {
  const waiting: unknown[] = [value];
  const seen = new Set<object>();
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== 'object' || one === null || seen.has(one)) {
      continue;
    }
    seen.add(one);
    if (Object.hasOwn(one, 'toString') || Object.hasOwn(one, 'valueOf')) {
      Object.defineProperty(one, Symbol.toPrimitive, { value: () => '[object Object]' });
    }
    for (const part of Object.values(one)) {
      waiting.push(part);
    }
  }
  return value;
}

/** A copy of a value that shares nothing with it. */
export function copied<T>(value: T): T {
  return printable(structuredClone(value));
}
