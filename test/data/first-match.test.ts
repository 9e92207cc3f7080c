import * as fc from 'fast-check';
import { firstMatch } from '../../src/data/first-match';
import { APP_IMAGES } from '../../src/knowledge/programs/app-images';
import { KNOWN_PROGRAMS } from '../../src/knowledge/programs/program-list';
import { forAll } from '../for-all';

const ITEMS = [{ name: 'a', pattern: /a/ }, { name: 'none', pattern: undefined }, { name: 'b', pattern: /b|ab$/ }, { name: 'c', pattern: /^c/ }];
const find = firstMatch(ITEMS, item => item.pattern);

test.each([
  ['xa', 'a'],
  ['ab', 'a'],
  ['xb', 'b'],
  ['cb', 'b'],
  ['c', 'c'],
  ['xc', undefined],
  ['', undefined],
])('%j is found by the first pattern that matches it', (text, name) => {
  expect(find(text)?.name).toBe(name);
});

test('an item that is not meant is passed over', () => {
  expect(find('ab', item => item.name !== 'a')?.name).toBe('b');
});

test('without patterns nothing is found', () => {
  expect(firstMatch([{ pattern: undefined }], item => item.pattern)('')).toBeUndefined();
});

const PATTERNS = [
  ...KNOWN_PROGRAMS.flatMap(({ repositories, command }) => (command ? [repositories, command] : [repositories])),
  ...APP_IMAGES.map(({ repositories }) => repositories),
];

test('known programs have patterns that can be joined: without flags, and without references to groups', () => {
  expect(PATTERNS.filter(({ flags, source }) => flags !== '' || /\\[1-9k]/.test(source))).toEqual([]);
});

test('all patterns together match what each of them matches', () => {
  const joined = firstMatch(PATTERNS, pattern => pattern);
  const part = fc.constantFrom('ghcr.io/', 'acme/', 'docker', 'datadog/', 'agent', 'nginx', '-unprivileged', 'vault', ' agent', 'redis', '_exporter', 'statsd', 'envoy', '-alpine', 'opa run', 'ssh', '-');

  forAll(fc.property(fc.array(part, { maxLength: 5 }), parts => {
    const text = parts.join('');
    expect(joined(text)).toBe(PATTERNS.find(pattern => pattern.test(text)));
  }), { numRuns: 2_000 });
});
