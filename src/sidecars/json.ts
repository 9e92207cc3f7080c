import { isObject } from '../data/json';

/** Lays one JSON value over another: objects are merged key by key, null takes a key away, everything else replaces. */
export function overlayJson(base: unknown, overlay: unknown): any {
  if (!isObject(overlay)) {
    return overlay;
  }
  const result: { [key: string]: unknown } = isObject(base) ? { ...base } : {};
  for (const [key, value] of Object.entries(overlay)) {
    if (value === null) {
      delete result[key];
    } else if (value !== undefined) {
      result[key] = overlayJson(result[key], value);
    }
  }
  return result;
}

/** Copies a JSON value as cdk8s does: null and undefined fields are left out, and keys are sorted unless CDK8S_DISABLE_SORT forbids it. */
export function cleanJson(value: any): any {
  return clean(value, !process.env.CDK8S_DISABLE_SORT);
}

function clean(value: any, sort: boolean): any {
  if (Array.isArray(value)) {
    return value.map(item => clean(item, sort));
  }
  if (!isObject(value)) {
    return value;
  }
  const result: { [key: string]: any } = {};
  const keys = Object.keys(value);
  for (const key of sort ? keys.sort() : keys) {
    if (value[key] !== undefined && value[key] !== null) {
      result[key] = clean(value[key], sort);
    }
  }
  return result;
}

/** Sorts the keys of one object, but not of what is in it. */
export function sortOwnKeys(value: { [key: string]: any }): { [key: string]: any } {
  return process.env.CDK8S_DISABLE_SORT ? value : withSortedKeys(value);
}

/** The same object if its keys are sorted already, otherwise a copy. */
export function withSortedKeys(value: { [key: string]: any }): { [key: string]: any } {
  if (areSorted(Object.keys(value))) {
    return value;
  }
  const result: { [key: string]: any } = {};
  for (const key of Object.keys(value).sort()) {
    result[key] = value[key];
  }
  return result;
}

function areSorted(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index++) {
    if (keys[index] < keys[index - 1]) {
      return false;
    }
  }
  return true;
}

/** Sets a key of an object and keeps its keys sorted; the object stays the same one, because a manifest holds it. */
export function setSorted(object: { [key: string]: any }, key: string, value: unknown): void {
  if (key in object) {
    object[key] = value;
    return;
  }
  for (const [name, content] of Object.entries(sortOwnKeys({ ...object, [key]: value }))) {
    delete object[name];
    object[name] = content;
  }
}
