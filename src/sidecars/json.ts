import { isObject } from '../lifecycle/manifest';

/** Whether two JSON values say the same; the order of keys does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every(key => key in b && sameJson(a[key], b[key]));
  }
  return a === b;
}

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

/** Sorts the keys of an object and of everything in it, as cdk8s does, unless CDK8S_DISABLE_SORT forbids it. */
export function sortKeys(value: any): any {
  return process.env.CDK8S_DISABLE_SORT ? value : sorted(value, true);
}

/** Sorts the keys of one object, but not of what is in it. */
export function sortOwnKeys(value: { [key: string]: any }): { [key: string]: any } {
  return process.env.CDK8S_DISABLE_SORT ? value : sorted(value, false);
}

function sorted(value: any, deep: boolean): any {
  if (Array.isArray(value)) {
    return value.map(item => sorted(item, deep));
  }
  if (!isObject(value)) {
    return value;
  }
  const result: { [key: string]: any } = {};
  for (const key of Object.keys(value).sort()) {
    result[key] = deep ? sorted(value[key], deep) : value[key];
  }
  return result;
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
