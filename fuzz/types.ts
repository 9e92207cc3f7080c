import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { Fuzzer } from './fuzzer';
import { survive } from './text';
import { parseText } from '../src/yaml/parse';

const FOLDERS = ['test/fixtures/manifests', 'test/fixtures/migrate', 'test/fixtures/check'];

function manifests(): unknown[] {
  return FOLDERS.flatMap(folder => readdirSync(folder).filter(name => /\.(ya?ml|json)$/.test(name))
    .flatMap(name => parseText(name, readFileSync(join(folder, name), 'utf8')).documents.map(({ value }) => value)));
}

/** Values of every type, and those that programs trip over. */
const ODD: readonly unknown[] = [
  null, true, false, 0, -1, 1.5, 1e300, -1e300, 9007199254740993, 2147483648, '', ' ', '\n', 'x', '1', 'true', '-', '/', '$(A)', '${A}', '{{ x }}', 'x'.repeat(5000), '\u0000', '\u202e', '*', '.',
  [], [null], [[]], [{}], ['x', 1], {}, { '': 1 }, { name: 1 }, { name: null }, { toString: 1 }, { __proto__: null, constructor: 'x' }, [[[[[]]]]], { items: [] }, 'sleep 99999999999999d', ['sh', '-c'], ['sh', '-c', ''], ['sh', '-c', '!'],
];

const change = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(ODD.length - 1));

const mutated = fc.tuple(fc.nat(), fc.array(change, { minLength: 1, maxLength: 4 }))
  .map(([which, changes]) => {
    const all = manifests();
    return changes.reduce<unknown>((value, [at, odd]) => replaced(value, Math.floor(at * count(value)), ODD[odd]), all[which % all.length]);
  });

function count(value: unknown): number {
  return typeof value === 'object' && value !== null ? 1 + Object.values(value).reduce((sum: number, part) => sum + count(part), 0) : 1;
}

/** The value with its part number `at` replaced. */
function replaced(value: unknown, at: number, odd: unknown): unknown {
  if (at === 0 || typeof value !== 'object' || value === null) {
    return odd;
  }
  let left = at - 1;
  const pairs = Object.entries(value).map(([key, part]): [string, unknown] => {
    const size = count(part);
    const mine = left >= 0 && left < size;
    const result = mine ? replaced(part, left, odd) : part;
    left -= size;
    return [key, result];
  });
  return Array.isArray(value) ? pairs.map(([, part]) => part) : Object.fromEntries(pairs);
}

/** Manifests in which values have another type than they should. */
export const types: Fuzzer = { name: 'types', property: () => fc.property(mutated, value => survive(`${JSON.stringify(value, undefined, 1)}\n`)) };
