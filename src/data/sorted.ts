import { isObject, JsonObject } from './json';

/**
 * The entries of a user's mapping by key, because a mapping has no order of its own: that of Java's `Map.of` differs from one process to the next, so that every apply
 * would roll out new pods.
 */
export function sortedEntries<T>(mapping: { readonly [key: string]: T }): [string, T][] {
  return Object.entries(mapping).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** The same data with sorted keys, at every depth. Lists keep their order, and values that are no data stay what they are. */
export function sortedData<T>(value: T): T;
export function sortedData(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(item => sortedData<unknown>(item));
  }
  return isPlain(value) ? Object.fromEntries(sortedEntries(value).map(([key, inner]) => [key, sortedData<unknown>(inner)])) : value;
}

/** Whether a value is an object without a class, as data is. */
export function isPlain(value: unknown): value is JsonObject {
  return isObject(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}
