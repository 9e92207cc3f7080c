import * as fc from 'fast-check';
import { load } from 'js-yaml';
import { stringify } from 'yaml';
import { blockData } from '../../src/yaml/block-data';
import { withEmptyItems } from '../../src/yaml/empty-items';
import { ItemMemory } from '../../src/yaml/item-memory';
import { parseText } from '../../src/yaml/parse';
import { loadOptions } from '../../src/yaml/schema';
import { forAll } from '../for-all';

/** Remembers every item of all documents of this file. */
const memory = new ItemMemory(1);

/** What was read quickly must be what the library reads; to leave it to the library is always right. Tells whether it was read. */
function agrees(text: string): boolean {
  const quick = blockData(text);
  if (quick !== undefined) {
    [text, text.replaceAll('\n', '\r\n')].forEach(one => expect(JSON.stringify(withEmptyItems(one, own => load(own, loadOptions())))).toBe(JSON.stringify(quick)));
  }
  expect(JSON.stringify(blockData(text, memory))).toBe(JSON.stringify(quick));
  expect(JSON.stringify(blockData(text, memory))).toBe(JSON.stringify(quick));
  return quick !== undefined;
}

const KEYS = ['name', 'image', 'args', 'on', 'y', '0400', '1.5', 'null', 'a b', 'app.kubernetes.io/name', 'key:', 'f:spec', 'k:{"name":"web"}', 'a:[b]', 'a:b c', '.', '.5', '#', '- x', "it's", '"q"', '', '~', '<<', '_x', '__proto__', 'constructor'];
const TEXTS = [
  'web', 'a: b', '- x', '# no comment', "it's", '"q"', ' lead', 'trail ', 'two\nlines', 'key: x\n  - y\n# z\n', '\n\nlate\n\n', '  indented\nfirst\n', 'blank\n   \nwithin\n  ', '|', '>', '*x', '&x', '!x',
  '{', ']', '', '\t', 'a\r\nb', 'é', '\u00a0', 'x\u00a0', '\u2028', '😀', '\u0007', '---', '...', '$(X)', '${X}', '{{ x }}', 'x #y', 'x:', ':x', '-', '?', '? x', '%', '@', '`', '~', 'yes',
  '0400', '0o17', '0x1F', '1_000', '-0', '.5', '1e3', '.inf', '-.Inf', '.nan', '9007199254740993', '2024-01-01', '\\', 'a\\nb', '"\\', "''",
];
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const scalar = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ maxLength: 8 }), number, fc.boolean(), fc.constant(null));
const { value: valueArbitrary } = fc.letrec<{ value: unknown; object: object }>(tie => ({
  value: fc.oneof({ maxDepth: 5, withCrossShrink: true }, scalar, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
  object: fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 4 }),
}));
const objectArbitrary = fc.dictionary(fc.constantFrom(...KEYS), valueArbitrary, { minKeys: 1, maxKeys: 5 });
const style = fc.record({
  indent: fc.integer({ min: 1, max: 4 }),
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 20, 80),
  defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const, 'BLOCK_LITERAL' as const, 'BLOCK_FOLDED' as const),
  collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
});

test('generated documents are read as the library reads them', () => {
  let agreed = 0;
  forAll(fc.property(objectArbitrary, style, fc.constantFrom('', '---\n', '# a comment\n--- # more\n'), fc.boolean(), (value, options, head, isEnded) => {
    const text = head + stringify(value, { ...options, version: '1.1', aliasDuplicateObjects: false });
    agreed += Number(agrees(isEnded ? text : text.trimEnd()));
  }), { numRuns: 2_000 });

  expect(agreed).toBeGreaterThan(200);
});

/** Lines as people and accidents write them; most such documents are no YAML, and those must be left to the library. */
const LINES = [
  'a:', 'b: 1', 'c: "x', 'y"', "d: 'x", "e'", '- a', '- b: 1', '-', '- - a', '- - b: 2', 'f: |', 'f: |-', 'f: | # c', 'g: >-', 'h: |2', 'h: |+', 'text', '# comment', '', ' ', 'i: [1,', '2]', ']', 'j: [1, 2]',
  'k: { l: 1, m: [2] }', 'k: {l: 1}', 'k: {l:1}', 'k: { "l": 1, }', 'j: []', 'k: {}', 'j: [a b]', 'j: [a:b]', 'j: [a: b]', 'j: [-, x]', 'j: [--x=1, -y]', 'j: ["a, b", \'c\']', 'j: [a]b', 'n: &x', 'o: *x',
  '<<: *x', '? p', ': q', 'r: x # y: z', '"s": 1', "'t': 1", 'u : 1', 'v: !!str x', 'w: a b', 'yes: 1', '0x1: 2', '- "z": 1', '- {a: 1}', 'a: # c', '- # c', '- |', '- |-', '-  x: 1', 'x: - y', 'x: [{a: [1]}]',
  "x: it's", "x: 'it''s'", "x: [it's]", 'x: a:b', 'key:x: 1', 'f:a: {}', 'k:{"b":"c"}: 1', 'k:{"b": 1}: 1', "k:'a': 1", 'k::a: 1', 'k:: 1', 'k: {a:b: 1}', 'f:a #: 1', 'f:a#: 1', '- f:a: 1', '- f:a', '- k:{"b":"c"}:', '.: 1', '.5: 1', '.: .', 'x: "a" # c', 'x: "a"# c', 'x: a# c', '{', '}', '\ta: 1', 'x:\ty', '--- x', '---', '...', '%YAML 1.1', 'x: "\\u00e9\\n"', 'x: "\\x41"', 'x: "a\\\\"',
  'x: "a\\"b"', 'x: ~', 'x: -', 'x: -1', 'x: - 1', 'x: :y', 'x: ?y', 'x: =', 'x: <<', 'x: !', 'x: é',
];

test('documents that are thrown together are read as the library reads them', () => {
  let agreed = 0;
  const line = fc.tuple(fc.constantFrom(0, 0, 1, 2, 2, 4, 4, 6), fc.constantFrom(...LINES)).map(([indent, text]) => ' '.repeat(indent) + text);
  forAll(fc.property(fc.array(line, { minLength: 1, maxLength: 9 }), fc.boolean(), (lines, isEnded) => {
    agreed += Number(agrees(lines.join('\n') + (isEnded ? '\n' : '')));
  }), { numRuns: 20_000 });

  expect(agreed).toBeGreaterThan(400);
});

test.each([
  ['an anchor', 'a: &x\n  b: 1\n'],
  ['an alias', 'a: 1\nb: *x\n'],
  ['a merge key', 'b:\n  <<: x\n'],
  ['a tag', 'a: !!str 1\n'],
  ['a tab', 'a:\t1\n'],
  ['a carriage return', 'a: 1\r\n'],
  ['an explicit key', '? a\n: 1\n'],
  ['a list over several lines', 'a: [1,\n2]\n'],
  ['a quoted text over several lines', 'a: "x\n  b: 1"\n'],
  ['a plain text over several lines', 'a: x\n  y\n'],
  ['a text that says its indentation', 'a: |2\n    x\n'],
  ['a text with blanks before its first line', 'a: |\n    \n  x\n'],
  ['a key that is a number', '1: a\n'],
  ['a key that is true', 'on: a\n'],
  ['a key that is there twice', 'a: 1\na: 2\n'],
  ['a prototype', '__proto__: 1\n'],
  ['a line that belongs to nothing', 'a:\n    b: 1\n  c: 1\n'],
  ['a number that JSON does not have', 'a: .inf\n'],
  ['minus zero, whose sign a copy would lose', 'a:\n- b: -0.0\n'],
  ['a list', '- a\n'],
  ['nothing', '# nothing\n'],
  ['deep nesting', Array.from({ length: 80 }, (_, level) => `${' '.repeat(level)}a:`).join('\n')],
])('%s is left to the library', (_what, text) => {
  expect(blockData(text)).toBeUndefined();
});

test.each([
  ['a plain Deployment', 'kind: Deployment\nspec:\n  containers:\n  - name: a\n    args: ["x", "y"]\n  - name: b # here\n'],
  ['a script', 'a:\n- |\n  key: no key\n\n  - no item\n# comment\nb: 1\n'],
  ['words with a meaning', 'a: yes\nb: ~\nc: 0400\nd: 1_000\ne: "yes"\nf: 1e3\ng: 2024-01-01\n'],
  ['placeholders', 'image: ${IMAGE}\nport: "{{ port }}"\nmetadata: { name: web, labels: { a: b } }\n'],
  ['nothing behind a key', 'a:\nb:\n  c:\nd:\n- e\n'],
  ['a line separator, which ends no line', 'a:\n- \u2028x\n- "\u2028"\nb: 1\n'],
  ['managed fields', 'fieldsV1:\n  f:spec:\n    k:{"name":"web","protocol":"TCP"}:\n      .: {}\n      f:name: {}\n'],
  ['escapes of JSON', 'a: "{\\"b\\": \\"c\\\\n\\"}"\n'],
])('%s is read without it', (_what, text) => {
  expect(agrees(text)).toBe(true);
});

test.each([
  ['- l:\n  - a\n  -\n- b\n', [{ l: ['a', null] }, 'b']],
  ['- l:\n  - a\n  - # none\n  # none\n- b\n', [{ l: ['a', null] }, 'b']],
  ['- - # none\n- b\n', [[null], 'b']],
])('an empty item ends its list as in kubectl, and not as in the library: %j', (list, expected) => {
  expect(blockData(`k:\n${list}`)).toEqual({ k: expected });
});

test('a line separator of Unicode ends neither a line nor the comment behind an empty item', () => {
  const text = 'kind: List\nx: &x 1\nk:\n- -\n# one\u2028two\n- a\n- \u2028\n';

  expect(parseText('a.yaml', text).documents[0].value).toEqual({ kind: 'List', x: 1, k: [[null], 'a', '\u2028'] });
});

test.each([
  ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
  ['a folded text', (text: string) => `${text}folded: >\n  a\n  -\n  b\n\n  - -\n`],
  ['an anchor', (text: string) => `x: &x [1]\ny: *x\n${text}`],
])('so it does in a document that is left to the library: %s', (_name, change) => {
  const text = change('kind: A\nk:\n- l:\n  - a\n  -\n- b\n- - # none\n- - -\n-\n  m: 1\n- |\n  -\n  - -\n');
  const { documents, problems } = parseText('a.yaml', text);

  expect(problems).toEqual([]);
  expect(documents[0].value.k).toEqual([{ l: ['a', null] }, 'b', [null], [[null]], { m: 1 }, '-\n- -\n']);
  expect(documents[0].value.folded ?? 'a - b\n- -\n').toBe('a - b\n- -\n');
});

test.each([
  ['quotes', 'k: "\n  - -\n - b"\n', ' - - - b'],
  ['a line separator that is no line feed', 'k:\n  - - \u2028x\n  - b\n', [['\u2028x'], 'b']],
  ['a word that stands for empty items', 'k:\n  - - empty-item\n    -\n  - b\n', [['empty-item', null], 'b']],
])('what looks like an empty item and is a text stays as it is: %s', (_name, text, expected) => {
  expect(withEmptyItems(text, own => load(own, loadOptions()))).toEqual({ k: expected });
});

const CONTAINER = '- name: web\n    image: ghcr.io/acme/web:1\n    args: ["--port", "8080"]\n    env:\n    - name: LOG_LEVEL\n      value: info\n    - name: MODE\n      value: fast';

test('documents share the items that they have in common, and an item is never twice in one document', () => {
  const shared = new ItemMemory();
  const [one, other] = ['a', 'b'].map(name => blockData(`name: ${name}\ncontainers:\n  ${CONTAINER}\n`, shared)!);
  const twice = blockData(`containers:\n  ${CONTAINER}\n  ${CONTAINER}\n`, shared)!;

  expect(other.containers[0]).toBe(one.containers[0]);
  expect(twice.containers[0]).toBe(one.containers[0]);
  expect(twice.containers[1]).not.toBe(one.containers[0]);
  expect(twice.containers[1]).toEqual(one.containers[0]);
});

test('a memory holds a bounded amount of text', () => {
  const small = new ItemMemory();
  const first = blockData(`a:\n  ${CONTAINER}\n`, small)!;
  for (let index = 0; index < 5_000; index++) {
    blockData(`a:\n  ${CONTAINER.replace('web', `web-${index}`)}\n`, small);
  }

  expect(blockData(`a:\n  ${CONTAINER}\n`, small)!.a[0]).not.toBe(first.a[0]);
});

test('documents share items again after very many that none of them has in common', () => {
  const changing = new ItemMemory();
  const read = (name: string) => blockData(`a:\n  ${CONTAINER.replace('web', name)}\n`, changing)!.a[0];
  for (let index = 0; index < 1_000; index++) {
    read(`web-${index}`);
  }
  const unlike = [read('web-1'), read('web-1')];
  for (let index = 0; index < 2_000; index++) {
    read('web');
  }

  expect(unlike[0]).not.toBe(unlike[1]);
  expect(read('web')).toBe(read('web'));
});
