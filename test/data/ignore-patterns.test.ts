import { IgnorePatterns } from '../../src/data/ignore-patterns';

/** What git itself says about these patterns. */
test.each([
  ['*.tmp.yaml', 'a/b.tmp.yaml', true],
  ['*.tmp.yaml', 'a/b.yaml', false],
  ['dist', 'a/dist/b.yaml', true],
  ['dist/', 'dist/b.yaml', true],
  ['dist/', 'dist', false],
  ['/dist', 'a/dist/b.yaml', false],
  ['a/dist', 'b/a/dist/c.yaml', false],
  ['a/**/c.yaml', 'a/c.yaml', true],
  ['a/**/c.yaml', 'a/b/b/c.yaml', true],
  ['a/**', 'a/b.yaml', true],
  ['**/a', 'b/a/c.yaml', true],
  ['a/*', 'a/b/c.yaml', true],
  ['a*/c.yaml', 'a/b/c.yaml', false],
  ['?.yaml', 'a.yaml', true],
  ['?.yaml', 'ab.yaml', false],
  ['[a-c].yaml', 'b.yaml', true],
  ['[!a-c].yaml', 'b.yaml', false],
  ['*a*b*.yaml', 'xaxb.yaml', true],
  ['[]a].yaml', '].yaml', true],
  ['[^]a].yaml', 'b.yaml', true],
  ['[^]a].yaml', 'a.yaml', false],
  ['\\[a.yaml', '[a.yaml', true],
  ['😀?.yaml', '😀😀.yaml', true],
  ['\\#a.yaml', '#a.yaml', true],
  ['# a comment', '# a comment', false],
  ['a.yaml   ', 'a.yaml', true],
  ['', 'a.yaml', false],
])('%j for %s: %s', (pattern, path, expected) => {
  expect(ignoresFile(pattern, path)).toBe(expected);
});

test('the last pattern that matches decides', () => {
  const patterns = IgnorePatterns.ofText('*.yaml\r\n!keep.yaml\r\n');

  expect([patterns.ignores('a.yaml', false), patterns.ignores('keep.yaml', false), patterns.ignores('a.json', false)]).toEqual([true, false, undefined]);
});

test('many stars take no longer than one', () => {
  const started = Date.now();

  expect(ignoresFile(`${'*a'.repeat(40)}b`, 'a'.repeat(2000))).toBe(false);
  expect(Date.now() - started).toBeLessThan(1000);
});

test('a class that does not end is looked for once, not once for each bracket and file', () => {
  const patterns = IgnorePatterns.ofText('['.repeat(100_000));
  const started = Date.now();
  for (let file = 0; file < 1000; file++) {
    expect(patterns.ignores(`${file}.yaml`, false)).toBeUndefined();
  }

  expect(Date.now() - started).toBeLessThan(1000);
});

/** Whether a pattern ignores a file, or a folder in which it is. */
function ignoresFile(pattern: string, path: string): boolean {
  const steps = path.split('/');
  return steps.some((_, index) => new IgnorePatterns([pattern]).ignores(steps.slice(0, index + 1).join('/'), index < steps.length - 1) === true);
}
