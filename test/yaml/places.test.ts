import { DataPath } from '../../src/data/path';
import { parseText } from '../../src/yaml/parse';
import { lineIn } from '../../src/yaml/places';

const TEXT = `# a pod and a list
kind: Pod
metadata: {name: web,
  labels: {app: web}}
---
kind: List
on: switch
base: &base
  image: web
other: &other { port: 80 }
items:
  - kind: Pod
    spec:
      containers:
        - <<: *base
          name: a
        -
          <<: [*base, *other]
          name: b
      shared: *base
`;

test.each<[string, number, DataPath, number]>([
  ['a document itself, where its content begins', 0, [], 2],
  ['a key', 0, ['metadata'], 3],
  ['a key in flow style', 0, ['metadata', 'labels', 'app'], 4],
  ['a document that is not the first', 1, ['kind'], 6],
  ['an item of a list', 1, ['items', 0], 12],
  ['a key of an item', 1, ['items', 0, 'spec', 'containers', 0, 'name'], 16],
  ['a merged key, where it was written', 1, ['items', 0, 'spec', 'containers', 0, 'image'], 9],
  ['a key from one of several merges', 1, ['items', 0, 'spec', 'containers', 1, 'port'], 10],
  ['a key behind an alias', 1, ['items', 0, 'spec', 'shared', 'image'], 9],
  ['a key that Kubernetes reads as true', 1, ['true'], 7],
  ['a missing key, by what is around it', 1, ['items', 0, 'spec', 'containers', 0, 'resources', 'limits'], 15],
  ['a missing item, by its list', 1, ['items', 7], 11],
  ['something inside of a text, by the text', 0, ['kind', 'name'], 2],
])('finds the line of %s', (_what, index, path, line) => {
  expect(lineIn(parseText('a.yaml', TEXT).documents[index], path)).toBe(line);
});

test('finds lines in JSON', () => {
  expect(lineIn(parseText('a.json', '{\n  "kind": "Pod",\n  "spec": {\n    "containers": []\n  }\n}\n').documents[0], ['spec', 'containers'])).toBe(4);
});

test('finds lines in a document that was read, again and again', () => {
  const [, list] = parseText('a.yaml', TEXT).documents;

  expect(lineIn(list, ['items', 0, 'spec'])).toBe(13);
  expect(lineIn(list, ['base'])).toBe(8);
  expect(lineIn(list, [])).toBe(6);
});
