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

/** A path that leads to one place, whatever stands there; undefined when it may lead to several. */
export function onlyPlaceOf(path: TemplatePath): DataPath | undefined {
  return path.some(step => step === ANY) ? undefined : path as DataPath;
}

/** The places of an object that a path leads to; none where a step is missing. */
export function placesAt(object: unknown, path: TemplatePath): DataPath[] {
  let places: { readonly path: DataPath; readonly value: unknown }[] = [{ path: [], value: object }];
  for (const step of path) {
    places = places.flatMap(place => next(place, step));
  }
  return places.map(place => place.path);
}

function next({ path, value }: { readonly path: DataPath; readonly value: unknown }, step: TemplatePath[number]) {
  if (step === ANY) {
    const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
    return entries.map(([key, inner]) => ({ path: [...path, key], value: inner }));
  }
  const inner = typeof step === 'number'
    ? (Array.isArray(value) ? value[step] : undefined)
    : (isObject(value) ? value[step] : undefined);
  return inner === undefined ? [] : [{ path: [...path, step], value: inner }];
}

/**
 * The first place of an object that a path leads to and where the wanted value stands; any value will do when none is wanted.
 *
 * Every pod is asked for many fields at synth and has few of them, so nothing is made until one is found.
 */
export function firstPlaceAt(
  object: unknown, path: TemplatePath, wanted: string | number | boolean | undefined, at = 0,
): (string | number)[] | undefined {
  if (object === undefined || object === null) {
    return undefined;
  }
  const step = path[at];
  if (step === undefined) {
    return wanted === undefined || object === wanted ? [] : undefined;
  }
  if (step !== ANY) {
    return below(object, step, path, wanted, at);
  }
  if (Array.isArray(object)) {
    for (let index = 0; index < object.length; index++) {
      const found = below(object, index, path, wanted, at);
      if (found) {
        return found;
      }
    }
    return undefined;
  }
  for (const key of isObject(object) ? Object.keys(object) : []) {
    const found = below(object, key, path, wanted, at);
    if (found) {
      return found;
    }
  }
  return undefined;
}

function below(
  object: unknown, step: string | number, path: TemplatePath, wanted: string | number | boolean | undefined, at: number,
): (string | number)[] | undefined {
  const inner: unknown = typeof object === 'object' && Array.isArray(object) === (typeof step === 'number') ? (object as any)[step] : undefined;
  const rest = firstPlaceAt(inner, path, wanted, at + 1);
  return rest && [step, ...rest];
}
