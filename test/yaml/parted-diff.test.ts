import { partedDiff } from '../../src/yaml/parted-diff';

const BEFORE = ['items:', '- a: 1', '  b: 2', '- a: 3', '  b: 4', '- a: 5', '  b: 6', ''].join('\n');

test('changes belong to the part in which they are, with the lines of the whole text', () => {
  const after = BEFORE.replace('  b: 2\n', '  b: 2\n  c: new\n').replace('  b: 6', '  b: 7');

  expect([...partedDiff(BEFORE, after, [2, 4, 6])]).toEqual([
    [2, ['@@ -2,2 +2,3 @@', ' - a: 1', '   b: 2', '+  c: new']],
    [6, ['@@ -6,2 +7,2 @@', ' - a: 5', '-  b: 6', '+  b: 7']],
  ]);
});

test('what stands before the first part is a part of its own', () => {
  expect([...partedDiff(BEFORE, BEFORE.replace('items', 'things'), [2, 4, 6]).keys()]).toEqual([1]);
});

test('equal texts have no changes', () => {
  expect(partedDiff(BEFORE, BEFORE, [2]).size).toBe(0);
});
