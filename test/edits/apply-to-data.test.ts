import { formatPath } from '../../src/data/path';
import { applyToData } from '../../src/edits/apply-to-data';
import { Edit } from '../../src/edits/edit';

const REASON = { rule: 'NS201', why: 'a helper is a sidecar' };

test('edits inside of an item go with it when it moves', () => {
  const before = { containers: [{ name: 'app' }, { name: 'proxy', args: ['a'] }], initContainers: [{ name: 'init' }] };
  const edits: Edit[] = [
    { ...REASON, kind: 'move', path: ['containers', 1], to: 'initContainers', at: 0 },
    { ...REASON, kind: 'set', path: ['containers', 1, 'restartPolicy'], value: 'Always' },
    { ...REASON, kind: 'insert', path: ['containers', 1, 'args'], items: ['b'], at: 0 },
    { ...REASON, kind: 'insert', path: ['containers', 0, 'env'], items: [{ name: 'A' }] },
  ];

  expect(applyToData(before, edits)).toEqual({
    containers: [{ name: 'app', env: [{ name: 'A' }] }],
    initContainers: [{ name: 'proxy', args: ['b', 'a'], restartPolicy: 'Always' }, { name: 'init' }],
  });
  expect(before.containers).toHaveLength(2);
});

test('what loses its last part stays empty, or goes', () => {
  const remove = (emptied?: 'stays' | 'goes'): Edit[] => [{ ...REASON, kind: 'remove', path: ['a', 'b', 0], emptied }];

  expect(applyToData({ a: { b: [1] } }, remove())).toEqual({ a: { b: [] } });
  expect(applyToData({ a: { b: [1] } }, remove('goes'))).toEqual({ a: {} });
  expect(applyToData({ a: { b: [1, 2] } }, remove('goes'))).toEqual({ a: { b: [2] } });
});

test('objects that are missing are made', () => {
  const set = (path: string[], value: number): Edit => ({ ...REASON, kind: 'set', path, value });

  expect(applyToData({ a: null }, [set(['a', 'b', 'c'], 1), set(['a', 'b', 'd'], 2)])).toEqual({ a: { b: { c: 1, d: 2 } } });
  expect(applyToData({}, [{ ...REASON, kind: 'insert', path: ['a', 'b'], items: [1] }])).toEqual({ a: { b: [1] } });
});

test('a document can be removed as a whole', () => {
  expect(applyToData({ a: 1 }, [{ ...REASON, kind: 'remove', path: [] }])).toBeUndefined();
});

test('a path reads as people write it', () => {
  expect(formatPath(['spec', 'containers', 1, 'image'])).toBe('spec.containers[1].image');
  expect(formatPath(['metadata', 'annotations', 'a.b/c'])).toBe("metadata.annotations['a.b/c']");
});
