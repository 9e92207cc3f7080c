import { isObject } from '../data/json';
import { DataPath } from '../data/path';

/** Stands for every item of a list, and for every value of an object. */
const ANY = Symbol('any');

/** Where pod templates stand in the objects of a kind, step by step. */
export type TemplatePath = readonly (string | number | typeof ANY)[];

const STEP = /^(?:\.?(\*|[A-Za-z_][\w-]*)|\[(\*|\d+)\])/;

/** Reads a path such as `spec.template`, `spec.tasks[*].template` or `spec.replicaSpecs.*.template`; throws a sentence when it is none. */
export function parseTemplatePath(text: string): TemplatePath {
  const path: (string | number | typeof ANY)[] = [];
  let rest = text;
  while (rest !== '') {
    const [all, key, index] = STEP.exec(rest) ?? [];
    if (all === undefined || (path.length === 0 && (rest.startsWith('.') || index !== undefined))) {
      throw new Error(`'${text}' is not a path: write it like spec.template, or spec.tasks[*].template where * stands for every item`);
    }
    path.push(key === '*' || index === '*' ? ANY : key ?? Number(index));
    rest = rest.slice(all.length);
  }
  return path;
}

/** The places of an object that a path leads to. A step that is missing is kept when `always` is set, so that it can be named; else it leads nowhere. */
export function placesAt(object: unknown, path: TemplatePath, always: boolean): DataPath[] {
  let places: { readonly path: DataPath; readonly value: unknown }[] = [{ path: [], value: object }];
  for (const step of path) {
    places = places.flatMap(place => next(place, step, always));
  }
  return places.map(place => place.path);
}

function next({ path, value }: { readonly path: DataPath; readonly value: unknown }, step: TemplatePath[number], always: boolean) {
  if (step === ANY) {
    const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
    return entries.map(([key, inner]) => ({ path: [...path, key], value: inner }));
  }
  const inner = typeof step === 'number'
    ? (Array.isArray(value) ? value[step] : undefined)
    : (isObject(value) ? value[step] : undefined);
  return inner === undefined && !always ? [] : [{ path: [...path, step], value: inner }];
}
