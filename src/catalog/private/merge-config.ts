import { Config, ConfigMapping } from './yaml';
import { refusal } from '../../caller/refusal';
import { shown } from '../../data/arguments';
import { follow, sameJson } from '../../data/json';
import { isPlain, sortedEntries } from '../../data/sorted';
import { authored, Subject } from '../../data/wording';

/** A configuration as a user writes it. */
export interface RawConfig { readonly [key: string]: any }

/** A part of a configuration that the sidecar relies on: its path, and what to do instead of changing it, for example `set 'healthPort'`. */
export type FixedPart = readonly [path: readonly string[], instead: string];

/**
 * The configuration of a preset with the one of the user. Mappings merge, scalars and lists replace, and null removes a key. The user's own keys are sorted.
 *
 * Refuses values that are no data, and a change to a part that the sidecar relies on.
 *
 * @param property the property that the raw configuration comes from, for example `'config' of 'otel'`
 * @param ignoresCase whether the program ignores the case of keys, so that `Grace` means `grace`
 */
export function mergeConfig(
  property: Subject, typed: ConfigMapping, raw: RawConfig | undefined | null, fixed: readonly FixedPart[], ignoresCase: boolean = false,
): ConfigMapping {
  if (!raw) {
    return typed;
  }
  const merged = merge({ property, fixed, ignoresCase }, [], typed, raw);
  for (const [path, instead] of fixed) {
    const [before, after] = [follow(typed, path), follow(merged, path)];
    if (!sameJson(before, after)) {
      throw refusal`${property} ${contradiction(path.join('.'), before, after)}: ${authored(instead)}`;
    }
  }
  return merged;
}

/** The longest text of values that still helps a reader. */
const LONGEST_VALUES = 300;

/** What a configuration changes, and what the sidecar relies on; without the values if they are long. */
function contradiction(path: string, before: unknown, after: unknown): string {
  const [old, given] = [JSON.stringify(before), JSON.stringify(after)];
  const change = after === undefined ? `removes ${path}` : `sets ${path} to ${given}`;
  const full = `${change}, but the sidecar ${before === undefined ? 'decides it' : `relies on ${old}`}`;
  return full.length <= LONGEST_VALUES ? full : `${after === undefined ? 'removes' : 'changes'} ${path}, which the sidecar decides`;
}

interface Merge {
  readonly property: Subject;
  readonly fixed: readonly FixedPart[];
  readonly ignoresCase: boolean;
}

function merge(how: Merge, path: readonly string[], typed: ConfigMapping, raw: RawConfig): ConfigMapping {
  const merged: { [key: string]: Config | undefined } = { ...typed };
  for (const [given, value] of sortedEntries(raw)) {
    const key = how.ignoresCase ? knownKey(how.fixed, path, typed, given) : given;
    const at = [...path, key];
    const before: unknown = Object.hasOwn(typed, key) ? typed[key] : undefined;
    if (value === null || value === undefined) {
      delete merged[key];
    } else {
      merged[key] = isPlain(value) ? merge(how, at, isPlain(before) ? before : {}, value) : leaf(how, at, value);
    }
  }
  return merged;
}

/** A key as the sidecar writes it, if it does or decides it. */
function knownKey(fixed: readonly FixedPart[], path: readonly string[], typed: ConfigMapping, given: string): string {
  const decided = fixed.filter(([at]) => at.length > path.length && path.every((step, index) => at[index] === step)).map(([at]) => at[path.length]);
  return [...Object.keys(typed), ...decided].find(key => key.toLowerCase() === given.toLowerCase()) ?? given;
}

/** A value that replaces another. */
function leaf(how: Merge, path: readonly string[], value: unknown): Config {
  if (Array.isArray(value)) {
    return value.map((item, index) => {
      const at = [...path, String(index)];
      return isPlain(item) ? merge(how, at, {}, item) : leaf(how, at, item);
    });
  }
  if (typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) {
    return value;
  }
  throw refusal`${how.property} has ${shown(value)} at ${path.join('.')}: use strings, numbers, booleans, lists and objects`;
}
