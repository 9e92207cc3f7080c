import * as fc from 'fast-check';
import { DataPath, formatPath, parsePath } from '../../src/data/path';
import { forAll } from '../for-all';

const step = fc.oneof(
  fc.nat(), fc.string({ maxLength: 8 }), fc.constantFrom('spec', 'a.b/c', "it's", '\\', "\\'", '', '0', '-', '[0]', "['x']", 'two\nlines', 'x]', '__proto__'),
);

test('a path that is written can be read back', () => {
  forAll(fc.property(fc.array(step, { maxLength: 6 }), path => {
    expect(parsePath(formatPath(path))).toEqual(path);
  }), { numRuns: 2_000 });
});

test.each<[DataPath, string]>([
  [[], ''],
  [['spec', 'containers', 1, 'lifecycle', 'preStop'], 'spec.containers[1].lifecycle.preStop'],
  [['metadata', 'annotations', 'a.b/c'], "metadata.annotations['a.b/c']"],
  [['data', "it's"], "data['it\\'s']"],
  [[0, 0], '[0][0]'],
  [['0', 0], '0[0]'],
])('%j is written as %s', (path, text) => {
  expect(formatPath(path)).toBe(text);
});

test.each(['.spec', 'spec.', 'spec..x', 'spec x', '[', "['x'", '[-1]', '[x]', 'a/b', 'spec.containers[1]image'])('%s is not a path', text => {
  expect(parsePath(text)).toBeUndefined();
});
