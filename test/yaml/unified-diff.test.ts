import { applyPatch } from 'diff';
import * as fc from 'fast-check';
import { unifiedDiff } from '../../src/yaml/unified-diff';
import { forAll } from '../for-all';

test('no change, no diff', () => {
  expect(unifiedDiff('a.yaml', 'a\n', 'a\n')).toBe('');
});

test('shows what changes, as git does', () => {
  expect(unifiedDiff('./dir/a.yaml', 'one\ntwo\nthree\n', 'one\n2\nthree\n'))
    .toBe('--- a/dir/a.yaml\n+++ b/dir/a.yaml\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n');
});

test('says where the line break at the end is missing', () => {
  expect(unifiedDiff('a.yaml', 'one\ntwo', 'one\n2'))
    .toBe('--- a/a.yaml\n+++ b/a.yaml\n@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+2\n\\ No newline at end of file\n');
});

test('keeps Windows line ends', () => {
  expect(unifiedDiff('a.yaml', 'one\r\ntwo\r\n', 'one\r\n2\r\n')).toBe('--- a/a.yaml\n+++ b/a.yaml\n@@ -1,2 +1,2 @@\n one\r\n-two\r\n+2\r\n');
});

test('writes a path of Windows with forward slashes', () => {
  expect(unifiedDiff('C:\\x\\a b.yaml', '', 'a\n')).toContain('--- a/C:/x/a b.yaml\n+++ b/C:/x/a b.yaml\n@@ -0,0 +1,1 @@\n+a\n');
});

test('whoever applies it gets the other text', () => {
  const text = fc.array(fc.constantFrom('---\n', 'a\n', 'b\n', 'b\r\n', '- c\n', '\n', '    {\n', 'end'), { maxLength: 30 }).map(lines => lines.join(''));
  forAll(fc.property(text, text, (before, after) => {
    fc.pre(before !== after);

    expect(applyPatch(before, unifiedDiff('a.yaml', before, after), { autoConvertLineEndings: false })).toBe(after);
  }), { numRuns: 500 });
});

test('texts with very many changes also give a patch that applies', () => {
  const items = (count: number, from: number) => Array.from({ length: count }, (_, index) => [`  - name: c${from + 2 * index}\n`, '    image: app\n', '    ports: []\n']).flat();
  const before = ['a:\n', ...Array.from({ length: 400 }, (_, index) => items(1, index)).flat()].join('');
  const after = ['init:\n', ...items(200, 0), 'a:\n', ...items(200, 1)].join('');

  const patch = unifiedDiff('a.yaml', before, after);

  expect(applyPatch(before, patch)).toBe(after);
  // Containers that move show as such, and the others stay.
  expect(patch.match(/^[-+]  - name/gm)!.length).toBeLessThanOrEqual(400);
});

test('texts with nothing in common give a patch that applies', () => {
  const lines = (name: string) => Array.from({ length: 1000 }, (_, index) => `${name}${index}\n`).join('');

  expect(applyPatch(lines('a'), unifiedDiff('a.yaml', lines('a'), lines('b')))).toBe(lines('b'));
});
