import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { composedPatterns, literalPatterns, pathological, Pattern } from '../../fuzz/patterns';

/** The rooms whose patterns see text of users. */
const ROOMS = ['data', 'shell', 'kubernetes', 'knowledge', 'recognition', 'rules', 'edits', 'migration', 'yaml', 'core', 'cli'];

function slowOnes(patterns: readonly Pattern[]): string[] {
  return patterns.flatMap(one => {
    const text = pathological(one);
    // Growth is found again and again; what another program took of the time is not.
    const isSure = text !== undefined && pathological(one) !== undefined && pathological(one) !== undefined;
    return !isSure ? [] : [`${one.place} ${one.pattern}: ${text}`];
  });
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]);
}

test('no pattern of the sources takes more than linear time on a string made to slow it down', () => {
  const patterns = literalPatterns('src');

  expect(patterns.length).toBeGreaterThan(500);
  expect(slowOnes(patterns)).toEqual([]);
}, 300_000);

test('nor does one that is put together', () => {
  const patterns = composedPatterns(() => jest.isolateModules(() => {
    ROOMS.flatMap(room => filesIn(join('src', room))).filter(file => file.endsWith('.ts')).forEach(file => jest.requireActual(resolve(file)));
  }));
  const own = [...new Map(patterns.map(one => [one.place, one])).values()];

  expect(own.length).toBeGreaterThan(10);
  expect(slowOnes(own)).toEqual([]);
}, 300_000);

test('the search for such strings finds them', () => {
  const find = (pattern: RegExp) => pathological({ place: '', pattern });

  expect([/\s+$/, /^\s*x/m, /(a+)+b/, /x/, /\s+x?/].map(pattern => find(pattern) !== undefined)).toEqual([true, true, true, false, false]);
  // The first match is found at once, but each of them looks to the end of the text.
  expect([/a(?=a*)/g, /a+b|a/g, /a(?=a*)/, /a+|b/g].map(pattern => find(pattern) !== undefined)).toEqual([true, true, false, false]);
  expect(pathological({ place: '', pattern: /a+b|a/, isRepeated: true })).toBeDefined();
  expect(find(/\bpsql\b[^;]*-h/)).toContain('psql');
});
