import * as fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { follow, isObject } from '../../src/data/json';
import { DataPath, DataPlace } from '../../src/data/path';
import { ManifestDocument, parseText } from '../../src/yaml/parse';
import { regionIn } from '../../src/yaml/places';
import { forAll } from '../for-all';

/** What a region covers, as it is written. */
function covered(text: string, { line, column, endLine, endColumn }: ReturnType<typeof regionIn>): string {
  const lines = text.split(/\r\n|\n|\r/).slice(line - 1, endLine);
  lines[lines.length - 1] = lines[lines.length - 1].slice(0, endColumn - 1);
  lines[0] = lines[0].slice(column - 1);
  return lines.join('\n');
}

function documentOf(text: string, index = 0): ManifestDocument {
  return parseText('a.yaml', text).documents[index];
}

/** Where a part stands, and what is written there: `LINE:COLUMN text`. */
function at(text: string, place: DataPlace, index = 0): string {
  const region = regionIn(documentOf(text, index), place);
  return `${region.line}:${region.column} ${covered(text, region)}`;
}

const BLOCK = `apiVersion: v1
kind: Pod # a comment
metadata:
  annotations:
    "a.b/c": 'x' # why
spec:
  terminationGracePeriodSeconds:   30
  containers:
  - name: web   # the app
    command: [sh, -c, "sleep 10; exec ./serve"]
    securityContext: { runAsNonRoot: true, capabilities: { drop: [ALL] } }
    args:
      - --port=80
      - |
        set -e
        sleep 5
    lifecycle:
      preStop: {}
  -   image: x
      name: late
`;

test.each<[string, DataPath, string]>([
  ['the object', [], '1:1 apiVersion: v1'],
  ['a key with its value', ['kind'], '2:1 kind: Pod'],
  ['a key of an object', ['metadata', 'annotations'], '4:3 annotations'],
  ['a quoted key', ['metadata', 'annotations', 'a.b/c'], "5:5 \"a.b/c\": 'x'"],
  ['a number', ['spec', 'terminationGracePeriodSeconds'], '7:3 terminationGracePeriodSeconds:   30'],
  ['the first line of an item', ['spec', 'containers', 0], '9:5 name: web'],
  ['an item that is indented further', ['spec', 'containers', 1], '19:7 image: x'],
  ['a word of a list in brackets', ['spec', 'containers', 0, 'command', 1], '10:19 -c'],
  ['a quoted word of a list in brackets', ['spec', 'containers', 0, 'command', 2], '10:23 "sleep 10; exec ./serve"'],
  ['a key in braces', ['spec', 'containers', 0, 'securityContext', 'runAsNonRoot'], '11:24 runAsNonRoot: true'],
  ['a list in braces', ['spec', 'containers', 0, 'securityContext', 'capabilities', 'drop'], '11:60 drop'],
  ['an item below braces', ['spec', 'containers', 0, 'securityContext', 'capabilities', 'drop', 0], '11:67 ALL'],
  ['a list in brackets', ['spec', 'containers', 0, 'command'], '10:5 command'],
  ['a word that is an item', ['spec', 'containers', 0, 'args', 0], '13:9 --port=80'],
  ['a script, by how it begins', ['spec', 'containers', 0, 'args', 1], '14:9 |'],
  ['what is missing, by what is around it', ['spec', 'containers', 0, 'lifecycle', 'preStop', 'exec'], '18:7 preStop'],
  ['what is missing at the root, by the object', ['status', 'x'], '1:1 apiVersion: v1'],
])('the region of %s', (_what, path, expected) => {
  expect(at(BLOCK, { path })).toBe(expected);
  expect(at(BLOCK.replaceAll('\n', '\r\n'), { path })).toBe(expected);
  expect(at(BLOCK.replaceAll('\n', '\r'), { path })).toBe(expected);
  expect(at(`kind: Service\n---\n${BLOCK}`, { path }, 1).replace(/^\d+/, '')).toBe(expected.replace(/^\d+/, ''));
});

test.each<[string, string, DataPath, string]>([
  ['JSON', '{\n  "kind": "Pod",\n  "spec": {\n\t"containers": [{ "name": "web" }, {\n "name": "é" }]\n  }\n}\n', ['spec', 'containers', 0, 'name'], '4:19 "name": "web"'],
  ['an item of JSON', '{"spec": {"containers": [{ "name": "web" }, {\n "name": "b" }]}}', ['spec', 'containers', 0], '1:26 { "name": "web" }'],
  ['an item of JSON over several lines', '{"spec": {"containers": [{ "name": "web" }, {\n "name": "b" }]}}', ['spec', 'containers', 1], '1:45 {'],
  ['braces over several lines', 'metadata: {name: web,\n  labels: {app: web}}\n', ['metadata', 'labels', 'app'], '2:12 app: web'],
  ['what an alias stands for', 'base: &base\n  image: web\nspec:\n  a: *base\n', ['spec', 'a', 'image'], '2:3 image: web'],
  ['an alias', 'base: &base x\nspec:\n  a: *base\n', ['spec', 'a'], '3:3 a: *base'],
  ['a merged key', 'base: &base\n  image: web\nspec:\n  - <<: *base\n    name: a\n', ['spec', 0, 'image'], '2:3 image: web'],
  ['a value behind an anchor', 'a: &x 5\nb: *x\n', ['a'], '1:1 a: &x 5'],
  ['a value behind a tag', 'a: !!str 5\n', ['a'], '1:1 a: !!str 5'],
  ['columns in UTF-16 units', 'a: { "é😀": { b: 1 } }\n', ['a', 'é😀', 'b'], '1:15 b: 1'],
  ['a tab as one column', 'a:\t{ b: 1 }\n', ['a', 'b'], '1:6 b: 1'],
  ['a word over several lines, by its key', 'a: one\n  two\n', ['a'], '1:1 a'],
  ['an item below its dash', 'a:\n-\n  b: 1\n', ['a', 0], '3:3 b: 1'],
  ['a list in a list', 'a:\n- - b\n  - c\n', ['a', 0], '2:5 b'],
  ['nothing as a value', 'a:\nb:\n', ['a'], '1:1 a'],
  ['a trailing comma', 'a: [\n  { b: 1, },\n]\n', ['a', 0, 'b'], '2:5 b: 1'],
  ['a document behind its marker', '--- # first\n# comment\nkind: Pod\n', [], '3:1 kind: Pod'],
  ['a document beside its marker', '--- {kind: Pod}\n', [], '1:5 {kind: Pod}'],
])('%s', (_what, text, path, expected) => {
  expect(at(text, { path })).toBe(expected);
});

const SCRIPT = 'set -e\nsleep 10; exec ./serve\n';
const SLEEP = { start: SCRIPT.indexOf('sleep'), end: SCRIPT.indexOf(';') };

test.each<[string, string, string]>([
  ['a literal block', 'a: |\n  set -e\n  sleep 10; exec ./serve\nb: 1\n', '3:3 sleep 10'],
  ['a literal block without an end', 'a: |-\n    set -e\n    sleep 10; exec ./serve', '3:5 sleep 10'],
  ['a literal block that says its indentation', 'a: |1\n set -e\n sleep 10; exec ./serve\n', '3:2 sleep 10'],
  ['a folded block', 'a: >\n  set -e\n\n  sleep 10; exec\n  ./serve\n', '4:3 sleep 10'],
  ['double quotes', 'a: "set -e\\nsleep 10; exec ./serve\\n"\n', '1:13 sleep 10'],
  ['double quotes over several lines', 'a: "set -e\\n\\\n   sleep\n   10; exec ./serve\\n"\n', '2:4 sleep\n   10'],
  ['JSON', '{ "a": "set\\u0020-e\\nsleep 10; exec ./serve\\n" }', '1:22 sleep 10'],
  ['brackets', 'a: "set -e\\nsleep 10; exec ./serve\\n" # [x]\n', '1:13 sleep 10'],
  ['single quotes', "a: 'set -e\n\n  sleep 10; exec ./serve\n\n  '\n", '3:3 sleep 10'],
  ['CRLF', 'a: |\r\n  set -e\r\n  sleep 10; exec ./serve\r\n', '3:3 sleep 10'],
])('a span in %s', (_what, text, expected) => {
  expect(documentOf(text).value.a.trimEnd()).toBe(SCRIPT.trimEnd());
  expect(at(text, { path: ['a'], span: SLEEP })).toBe(expected);
});

test.each<[string, string, string]>([
  ['with an item of a command', 'a: [sh, -c, \'sleep 1; echo "it\'\'s"\']\n', "echo \"it''s\""],
  ['with spaces around it', 'a: [sh, -c, "  sleep 1;   echo x  "]\n', 'echo x'],
])('a span %s', (_what, text, expected) => {
  const path = ['a', 2];
  const value = follow(documentOf(text).value, path) as string;
  const start = value.indexOf(';') + 1;

  expect(at(text, { path, span: { start, end: value.length } }).replace(/^\S+ /, '')).toBe(expected);
});

test('a span that cannot be found again stands where its text does', () => {
  expect(at('a: word\n', { path: ['a'], span: { start: 40, end: 50 } })).toBe('1:1 a: word');
  expect(at('a: word\n', { path: ['a', 'b'], span: { start: 0, end: 1 } })).toBe('1:1 a: word');
  expect(at('a: 5\n', { path: ['a'], span: { start: 0, end: 1 } })).toBe('1:1 a: 5');
});

const WORDS = ['web', 'sleep', 'é😀', "it's", '"q"', '#no', 'a:', '- x', '\\n', '%', '@x', '{{', '}}', '$(x)', 'x,', ']'];
const text = fc.array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', ' ', '  ', '\n', '\n\n', '\n  ', '\t')), { minLength: 1, maxLength: 8 }).map(parts => parts.flat().join(''));
const key = fc.constantFrom('name', 'image', 'a b', 'app.kubernetes.io/name', 'on', '0400', '#', '- x', "it's", '"q"', '', 'x-y');
const { value: anyValue } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof({ maxDepth: 4 }, text, fc.integer(), fc.constant(null), fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(key, tie('value'), { maxKeys: 4 })),
}));
const style = fc.record({
  indent: fc.integer({ min: 1, max: 4 }),
  indentSeq: fc.boolean(),
  lineWidth: fc.constantFrom(0, 30, 80),
  defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const, 'BLOCK_LITERAL' as const, 'BLOCK_FOLDED' as const),
  collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
});
const written = fc.tuple(fc.dictionary(key, anyValue, { minKeys: 1, maxKeys: 4 }), fc.oneof(style, fc.constantFrom('json', 'pretty json')), fc.constantFrom('\n', '\r\n'))
  .map(([value, how, lineBreak]) => (typeof how === 'string'
    ? JSON.stringify(value, null, how === 'json' ? 0 : 2)
    : stringify(value, { ...how, version: '1.1', aliasDuplicateObjects: false })).replaceAll('\n', lineBreak));

function pathsOf(value: unknown, path: DataPath = []): DataPath[] {
  const below = typeof value !== 'object' || value === null ? [] : Object.keys(value).map(one => Array.isArray(value) ? Number(one) : one);
  return [...(path.length > 0 ? [path] : []), ...below.flatMap(step => pathsOf((value as any)[step], [...path, step]))];
}

/** The key that a text begins with, as YAML reads it. */
function keyOf(region: string): string {
  const [quoted] = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^:]*)/.exec(region)!;
  return String(parse(quoted, { version: '1.1' }) ?? '');
}

test('the region of any path begins with its key, or is its item', () => {
  forAll(fc.property(written, source => {
    const document = documentOf(source);
    // The printer sometimes writes what no reader takes.
    fc.pre(document !== undefined);
    for (const path of pathsOf(document.value)) {
      const region = covered(source, regionIn(document, { path }));
      const last = path[path.length - 1];
      const item = follow(document.value, path);
      if (typeof last === 'string') {
        expect(keyOf(region)).toBe(last);
      } else if (typeof item === 'number') {
        expect(region).toBe(String(item));
      } else if (isObject(item) && !region.startsWith('{')) {
        expect(Object.keys(item)).toContain(keyOf(region));
      } else {
        expect(region).not.toBe('');
      }
    }
  }), { numRuns: 400 });
});

test('every word of every text is found where it is written', () => {
  let exact = 0;
  forAll(fc.property(written, source => {
    const document = documentOf(source);
    // The printer sometimes writes what no reader takes.
    fc.pre(document !== undefined);
    for (const path of pathsOf(document.value)) {
      const value = follow(document.value, path);
      for (const word of typeof value === 'string' ? value.matchAll(/[a-z]{3,}/g) : []) {
        const region = covered(source, regionIn(document, { path, span: { start: word.index, end: word.index + word[0].length } }));
        // In double quotes a line may be broken inside of a word.
        expect(region.replace(/\\\n\s*/, '')).toBe(word[0]);
        exact++;
      }
    }
  }), { numRuns: 400 });

  expect(exact).toBeGreaterThan(100);
});
