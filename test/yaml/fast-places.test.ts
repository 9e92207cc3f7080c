import * as fc from 'fast-check';
import { stringify } from 'yaml';
import type { DataPath } from '../../src/data/path';
import { blockData } from '../../src/yaml/block-data';
import { blockPlaces } from '../../src/yaml/block-places';
import { jsonPlaces } from '../../src/yaml/flow-places';
import { LibraryPlaces } from '../../src/yaml/library-places';
import { parseText } from '../../src/yaml/parse';
import { pathPlace } from '../../src/yaml/path-places';
import { PlaceFinder, PlaceNode, rangeOf } from '../../src/yaml/place-node';
import { TreePlaces } from '../../src/yaml/tree-places';
import { forAll } from '../for-all';

/** Every path of a value, also to parts that do not exist. */
function pathsOf(value: unknown, path: DataPath = []): DataPath[] {
  const below = Array.isArray(value)
    ? value.flatMap((part, index) => pathsOf(part, [...path, index]))
    : typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...path, key])) : [];
  return [path, [...path, 'missing'], ...below];
}

/** What each path leads to, as it is written. */
function textsBy(text: string, find: PlaceFinder, paths: readonly DataPath[]): (readonly [string, number | undefined, string | undefined])[] {
  return paths.map(path => {
    const found = find(path);
    const range = found && rangeOf(text, found.node);
    return [path.join('.'), range?.start, range && text.slice(range.start, range.end)] as const;
  });
}

function fail(path: DataPath): never {
  throw new Error(`the library was asked for ${path.join('.')}`);
}

/** Places that were found quickly must be those of the library; to leave them to the library is always right. */
function agrees(text: string, find: (text: string) => PlaceNode | undefined, mayAsk = true): boolean {
  const [document] = parseText('a.yaml', text).documents;
  const root = document && find(document.text);
  if (!root) {
    return false;
  }
  const paths = pathsOf(document.value);
  const library = new LibraryPlaces(document.text);
  const fast = new TreePlaces(document.text, root, other => mayAsk ? library.find(other) : fail(other));
  expect(textsBy(document.text, path => fast.find(path), paths)).toEqual(textsBy(document.text, path => library.find(path), paths));
  return true;
}

/** The same for places that are gone to one by one. */
function agreesOnPaths(text: string, mayAsk = true): boolean {
  const [document] = parseText('a.yaml', text).documents;
  if (!document || blockData(document.text) === undefined) {
    return false;
  }
  const paths = pathsOf(document.value).filter(path => path.length > 0);
  const library = new LibraryPlaces(document.text);
  const find: PlaceFinder = path => pathPlace(document.text, path, other => mayAsk ? library.find(other) : fail(other));
  expect(textsBy(document.text, find, paths)).toEqual(textsBy(document.text, path => library.find(path), paths));
  expect(paths.map(path => find(path)?.isWhole)).toEqual(paths.map(path => library.find(path)?.isWhole));
  return true;
}

const KEYS = ['name', 'image', 'args', 'on', 'y', '0400', '1.5', 'null', 'a b', 'app.kubernetes.io/name', 'key:', '#', '- x', "it's", '"q"', '', '~', '<<', '_x'];
const TEXTS = ['web', 'a: b', '- x', '# no comment', "it's", '"q"', ' lead', 'two\nlines', 'key: x\n  - y\n# z\n', '|', '>', '*x', '&x', '!x', '{', ']', '', '\t', 'a\r\nb', 'é', '---', '$(X)', '${X}', '{{ x }}', 'x #y', 'x:', ':x', '-', '?', '? x', '%', '@', '`', '~', 'yes'];

const scalar = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ maxLength: 8 }), fc.integer(), fc.boolean(), fc.constant(null));
const { value: valueArbitrary } = fc.letrec<{ value: unknown; object: object }>(tie => ({
  value: fc.oneof({ maxDepth: 5, withCrossShrink: true }, scalar, fc.array(tie('value'), { maxLength: 3 }), tie('object')),
  object: fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 4 }),
}));
const objectArbitrary = fc.dictionary(fc.constantFrom(...KEYS), valueArbitrary, { minKeys: 1, maxKeys: 5 });

test('the places of generated documents are those of the library', () => {
  const style = fc.record({
    indent: fc.integer({ min: 1, max: 4 }),
    indentSeq: fc.boolean(),
    lineWidth: fc.constantFrom(0, 20, 80),
    defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const, 'BLOCK_LITERAL' as const, 'BLOCK_FOLDED' as const),
    collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
  });
  forAll(fc.property(objectArbitrary, style, fc.constantFrom('\n', '\r\n'), fc.constantFrom('', '---\n', '# a comment\n--- # more\n'), (value, options, lineBreak, head) => {
    const text = head + stringify(value, { ...options, version: '1.1', aliasDuplicateObjects: false });
    agrees(text.replaceAll('\n', lineBreak), blockPlaces);
    agreesOnPaths(text.replaceAll('\n', lineBreak));
  }), { numRuns: 600 });
});

/** Lines as people and accidents write them; most such documents are no YAML, and of those that are the places must be right. */
const LINES = [
  'a:', 'b: 1', 'c: "x', 'y"', "d: 'x", "e'", '- a', '- b: 1', '-', '- - a', '- - b: 2', 'f: |', 'g: >-', 'h: |2', 'text', '# comment', '', 'i: [1,', '2]', ']', 'j: [1, 2]',
  'k: { l: 1, m: [2] }', 'n: &x', 'o: *x', '<<: *x', '? p', ': q', 'r: x # y: z', '"s": 1', "'t': 1", 'u : 1', 'v: !!str x', 'w: a b', 'yes: 1', '0x1: 2', '- "z": 1', '- {a: 1}', 'a: # c',
  '- # c', '- |', '-  x: 1', 'x: - y', 'x: [{a: [1]}]', "x: it's", "x: [it's]", 'x: a:b', 'key:x: 1', 'x: "a" # c', '{', '}', '\ta: 1', 'x:\ty', '--- x', '%YAML 1.1',
];

test('the places of documents that are thrown together are those of the library', () => {
  let [agreed, gone] = [0, 0];
  const line = fc.tuple(fc.constantFrom(0, 0, 1, 2, 2, 4, 4, 6), fc.constantFrom(...LINES)).map(([indent, text]) => ' '.repeat(indent) + text);
  forAll(fc.property(fc.array(line, { minLength: 1, maxLength: 9 }), lines => {
    agreed += Number(agrees(lines.join('\n'), blockPlaces));
    gone += Number(agreesOnPaths(lines.join('\n')));
  }), { numRuns: 8_000 });

  expect(agreed).toBeGreaterThan(200);
  expect(gone).toBeGreaterThan(200);
});

test('the places of JSON are those of the library', () => {
  forAll(fc.property(objectArbitrary, fc.constantFrom(0, 1, 2, 8), fc.constantFrom('\n', '\r\n'), (value, indent, lineBreak) =>
    agrees(`\n${JSON.stringify(value, null, indent).replaceAll('\n', lineBreak)}\n`, jsonPlaces, false)), { numRuns: 200 });
});

test.each([
  ['an anchor', 'a: &x\n  b: 1\n'],
  ['an alias', 'a: &x 1\nb: *x\n'],
  ['a merge key', 'a: &x { c: 1 }\nb:\n  <<: *x\n'],
  ['a tag', 'a: !!str 1\n'],
  ['a tab', 'a:\t1\n'],
  ['an explicit key', '? a\n: 1\n'],
  ['a list over several lines', 'a: [1,\n2]\n'],
  ['a quoted text over several lines', 'a: "x\n  b: 1"\n'],
  ['a plain text over several lines', 'a: x\n  y\n'],
  ['a text that says its indentation', 'a: |2\n    x\n'],
  ['a key that is a number', '1: a\n'],
  ['a key that is true', 'on: a\n'],
])('%s is left to the library', (_what, text) => {
  expect(blockPlaces(text)).toBeUndefined();
});

test.each([
  ['a plain Deployment', 'kind: Deployment\nspec:\n  containers:\n  - name: a\n    args: ["x", "y"]\n  - name: b # here\n'],
  ['a script', 'a:\n- |\n  key: no key\n\n  - no item\n# comment\nb: 1\n'],
  ['what only looks like a placeholder', 'image: ${IMAGE}\nport: "{{ port }}"\nmetadata: { name: web, labels: { a: b } }\n'],
  ['nothing behind a key', 'a:\nb:\n  c:\nd:\n- e\n'],
])('%s is understood without it', (_what, text) => {
  expect(agrees(text, blockPlaces)).toBe(true);
  expect(agreesOnPaths(text)).toBe(true);
});

test('a place in an ordinary manifest is found without looking through all of it', () => {
  expect(agreesOnPaths(`---
# a comment
kind: Deployment
metadata:
  labels:
    app.kubernetes.io/name: "web" # quoted
  annotations:
spec:
  template:
    spec:
      containers:
      - name: web
        command: # none
        args:
        - |
          key: no key
          # no comment

        - --flag
        image: web
      # in between
      -   name: db
          ports:
            - containerPort: 80
              'name': http
      volumes: ~
      nodeSelector:
`, false)).toBe(true);
});
