import { DataPath } from './path';

/** A plain JSON object. */
export type JsonObject = { readonly [key: string]: any };

/** A value that a manifest can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Whether a value is a JSON object, and not a list, a scalar or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of a list; empty when the value is not a list. */
export function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Follows a path: keys through objects, indexes through lists; undefined where it ends early. */
export function follow(value: unknown, path: DataPath): unknown {
  let here = value;
  for (const step of path) {
    if (Array.isArray(here) ? typeof step !== 'number' : !isObject(here) || !Object.hasOwn(here, step)) {
      return undefined;
    }
    here = (here as JsonObject)[step];
  }
  return here;
}

/** Whether two JSON values are equal; the order of keys does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
  }
  return Object.is(a, b);
}
