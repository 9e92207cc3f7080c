import * as fc from 'fast-check';
import { dump } from 'js-yaml';
import { configTree } from '../../../src/knowledge/programs/config-tree';
import { forAll } from '../../for-all';

const word = fc.stringMatching(/^[a-z][a-z0-9_./-]{0,12}$/).filter(text => !/^(y|n|yes|no|on|off|true|false|null)$/.test(text));
const { tree } = fc.letrec(tie => ({
  tree: fc.oneof({ depthSize: 'small' }, word, fc.array(tie('tree'), { minLength: 1, maxLength: 4 }), fc.dictionary(word, tie('tree'), { minKeys: 1, maxKeys: 4, noNullPrototype: true })),
}));

test('a configuration reads as a library for YAML reads it', () => {
  forAll(fc.property(fc.dictionary(word, tree, { minKeys: 1, maxKeys: 4, noNullPrototype: true }), value => {
    const asYaml = [dump(value), dump(value, { indent: 4, noArrayIndent: true }), dump(value, { flowLevel: 2 })];
    const asJson = [JSON.stringify(value), JSON.stringify(value, undefined, 2)];
    for (const text of [...asYaml, ...asJson]) {
      expect(configTree(text)).toEqual(value);
    }
  }));
});

test('comments, quotes and numbers are read, too', () => {
  expect(configTree('# head\n"@type": a.b/c # tail\nlist:\n- {port: 80, names: ["*", \'x\']}\n-\n  deep: "a # b"\ntext: |\n  any: thing\nlast: 1\n')).toEqual({
    '@type': 'a.b/c', 'list': [{ port: '80', names: ['*', 'x'] }, { deep: 'a # b' }], 'text': '', 'last': '1',
  });
});

test.each([
  ['an anchor', 'a: &x\n  b: 1\nc: *x\n'],
  ['a key twice', 'a: 1\na: 2\n'],
  ['a line that is none', 'a: 1\n  b\n'],
  ['an open bracket', 'a: {b: 1\n'],
  ['tabs', 'a:\n\tb: 1\n'],
  ['quotes inside of quotes', '{"a": "\\"b\\""}'],
  ['too many levels', '- '.repeat(100)],
  ['too many brackets', `a: ${'['.repeat(100)}${']'.repeat(100)}`],
])('what is not understood is not read: %s', (_name, text) => {
  expect(configTree(text)).toBeUndefined();
});

test.each([
  ['open quotes', `a: {${'"\\"'.repeat(50_000)}`],
  ['open brackets', `a: ${'{a: '.repeat(50_000)}`],
  ['blanks', `a:${' '.repeat(200_000)}b\n`.repeat(3)],
  ['lines', 'a: {\n'.repeat(50_000)],
])('a hostile configuration takes no long time: %s', (_name, text) => {
  const start = process.hrtime.bigint();
  configTree(text);

  expect(Number(process.hrtime.bigint() - start) / 1e6).toBeLessThan(2000);
});
