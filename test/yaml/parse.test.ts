import { parseOneByOne, parseText } from '../../src/yaml/parse';
import { InputProblem, formatProblem } from '../../src/yaml/problem';

function values(text: string): unknown[] {
  return parseText('a.yaml', text).documents.map(document => document.value);
}

function problems(text: string): string[] {
  return parseText('a.yaml', text).problems.map(formatProblem);
}

describe('documents', () => {
  test('know their file, number and line', () => {
    const { documents } = parseText('a.yaml', '---\n# nothing here\n---\n\nkind: Pod\n---\nkind: Job\n');

    expect(documents.map(({ file, index, line }) => ({ file, index, line }))).toEqual([
      { file: 'a.yaml', index: 1, line: 5 },
      { file: 'a.yaml', index: 2, line: 7 },
    ]);
  });

  test('that say null are as empty as those that say nothing', () => {
    expect(parseText('a.yaml', '~\n--- null\n---\n')).toEqual({ documents: [], problems: [] });
  });

  test.each<[string, string]>([
    ['JSON', '{"kind": "Pod", "tab":\t1}'],
    ['JSON behind a byte order mark and blank lines', '\ufeff\n{"kind": "Pod",\n\t"tab": 1}\n'],
    ['JSON with comments and trailing commas, which is YAML', '{\n  # a pod\n  "kind": "Pod", "tab": 1,\n}\n'],
    ['YAML with Windows line ends', 'kind: Pod\r\ntab: 1\r\n'],
    ['YAML behind a byte order mark', '\ufeffkind: Pod\ntab: 1\n'],
  ])('are read from %s', (_what, text) => {
    expect(values(text)).toEqual([{ kind: 'Pod', tab: 1 }]);
  });

  test.each<[string, unknown]>([
    ['yes', true], ['Off', false], ['y', true], ['true', true], ['"yes"', 'yes'],
    ['0400', 256], ['0o17', 15], ['0x1F', 31], ['0b11', 3], ['-012', -10], ['1_000', 1000], ['0', 0], ['0899', 899], ['+5', 5],
    ['1.30', 1.3], ['1e3', 1000], ['2024-01-01', '2024-01-01'], ['1:30', '1:30'], ['~', null],
  ])('read %s as Kubernetes does', (text, expected) => {
    expect(values(`value: ${text}\n`)).toEqual([{ value: expected }]);
  });

  test('may share parts through anchors and merge keys', () => {
    expect(values('base: &base { image: web }\nother: { <<: *base, name: app }\n')).toEqual([{ base: { image: 'web' }, other: { image: 'web', name: 'app' } }]);
  });
});

test.each<[string, string, object]>([
  ['a key twice: the last one counts', 'kind: Pod\nmetadata: {name: a}\nmetadata: {name: b, name: c}\n', { kind: 'Pod', metadata: { name: 'c' } }],
  ['bytes: they are a text', 'kind: Pod\na: !!binary aMOp\nb: !!binary |\n  aMO\n  p\n', { kind: 'Pod', a: 'hé', b: 'hé' }],
  ['tags of YAML for collections and dates', 'kind: Pod\na: !!set {q, z}\nb: !!omap [x: 1]\nc: !!pairs [x: 1]\nd: !!timestamp 2024-01-01\n',
    { kind: 'Pod', a: { q: null, z: null }, b: [{ x: 1 }], c: [{ x: 1 }], d: '2024-01-01' }],
])('kubectl reads it, so it is read: %s', (_what, text, expected) => {
  expect(parseText('a.yaml', text)).toMatchObject({ documents: [{ value: expected }], problems: [] });
});

test('a file for this command has no key twice', () => {
  const wanted = { must: 'a configuration must be an object', advice: 'fix it' };

  expect(parseText('a.yaml', 'a: 1\na: 2\n', wanted).problems.map(formatProblem)).toEqual(['a.yaml:2:1: this is not valid YAML: duplicated mapping key; fix it here or just above']);
});

describe('problems', () => {
  test.each<[string, string, string]>([
    ['a bad indentation', 'kind: Pod\nmetadata:\n  name: web\n spec: {}\n',
      'a.yaml:4:2: this is not valid YAML: bad indentation of a mapping entry; fix it here or just above'],
    ['JSON that ends too early', '{"kind": "Pod",\n "metadata": {\n',
      'a.yaml:3:1: this is neither valid JSON nor valid YAML: unexpected end of the stream within a flow collection; fix it here or just above'],
    ['a list', '# manifests\n- kind: Pod\n',
      'a.yaml:2:1: a manifest must be an object with apiVersion and kind, but this document is a list: write each item as a document of its own, or as the items of a List'],
    ['a JSON list', '[]',
      'a.yaml:1:1: a manifest must be an object with apiVersion and kind, but this document is a list: write each item as a document of its own, or as the items of a List'],
    ['a long text', `${'lorem '.repeat(20)}\n`,
      'a.yaml:1:1: a manifest must be an object with apiVersion and kind, but this document is the string "lorem lorem lorem lorem lorem lorem lore…": fix it, or leave the file out'],
    ['a number', '--- 5\n',
      'a.yaml:1:5: a manifest must be an object with apiVersion and kind, but this document is the number 5: fix it, or leave the file out'],
    ['an alias inside of what it stands for', 'kind: Pod\nmetadata: &self { name: web, self: *self }\n',
      'a.yaml:1:1: an alias refers to a value that contains the alias, so the document is infinite: replace the alias with its value'],
    ['endless nesting', `kind: Pod\nspec: ${'['.repeat(100_000)}\n`,
      'a.yaml:2:506: this is not valid YAML: it nests deeper than 500 levels; fix it here or just above'],
    ['endless nesting in JSON', `{"kind": "List", "items": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'a.yaml:1:525: this is neither valid JSON nor valid YAML: it nests deeper than 500 levels; fix it here or just above'],
    ['a nul character', 'kind: "Pod\0"\n',
      'a.yaml:1:11: this is not valid YAML: null byte is not allowed in input; fix it here or just above'],
  ])('%s', (_what, text, expected) => {
    expect(problems(text)).toEqual([expected]);
  });

  test('a billion laughs are not waited for', () => {
    const levels = Array.from({ length: 12 }, (_, level) => `l${level + 1}: &l${level + 1} [${Array(10).fill(`*l${level}`).join(', ')}]\n`);

    expect(problems(`l0: &l0 [ha, ha]\n${levels.join('')}kind: *l12\n`)).toEqual([
      'a.yaml:1:1: its aliases expand to more than 1000000 values, which Kubernetes rejects too: use fewer aliases',
    ]);
  });

  test('a long chain of aliases does not exhaust the stack', () => {
    // Numbers as keys come in their own order, so the last link is met first.
    const links = Array.from({ length: 20_000 }, (_, link) => `${20_000 - link}: &a${link + 1} { next: *a${link} }\n`);

    expect(problems(`z: &a0 { end: true }\n${links.join('')}`)).toEqual([
      'a.yaml:1:1: its aliases expand to more than 1000000 values, which Kubernetes rejects too: use fewer aliases',
    ]);
  });

  test('one bad document does not take the others with it', () => {
    const { documents, problems: found } = parseText('a.yaml', 'kind: Pod\n---\nkind: "Job\n---\nkind: CronJob\n');

    expect(documents.map(document => document.value)).toEqual([{ kind: 'Pod' }, { kind: 'CronJob' }]);
    expect(found).toEqual([
      { file: 'a.yaml', line: 4, column: 1, message: 'this is not valid YAML: unexpected end of the stream within a double quoted scalar; fix it here or just above' },
    ]);
  });
});

describe('templates', () => {
  const message = "this looks like a template (it contains '{{'), not a manifest: render it first, for example with 'helm template', and pass the result";

  test.each<[string, string, string]>([
    ['an action that is a line', 'kind: Pod\n{{- if .Values.enabled }}\nspec: {}\n{{- end }}\n', 'a.yaml:2:3'],
    ['an action inside of a value', 'kind: Pod\nmetadata:\n  name: {{ .Release.Name }}-web\n', 'a.yaml:3:28'],
    ['an action that YAML takes for an object', 'kind: Pod\nmetadata:\n  name: {{ .Release.Name }}\n', 'a.yaml:3:9'],
    ['an action in a list', 'kind: Pod\nargs:\n  - {{ .Values.flag }}\n', 'a.yaml:3:5'],
  ])('are recognized by %s', (_what, text, place) => {
    expect(problems(text)).toEqual([`${place}: ${message}`]);
  });

  test('are not suspected in a text that a manifest carries', () => {
    const rule = 'kind: ConfigMap\ndata:\n  rule: |\n    {{ $labels.pod }} is down\n  other: "{{ $value }}"\n';

    expect(problems(rule)).toEqual([]);
    expect(problems('kind: ConfigMap\ndata:\n  rule: "{{ $value }}"\n  a: b\n c: d\n')).toEqual([
      'a.yaml:5:2: this is not valid YAML: bad indentation of a mapping entry; fix it here or just above',
    ]);
  });
});

test('documents are parsed one by one, when they are asked for', () => {
  const found: InputProblem[] = [];
  const documents = parseOneByOne('a.yaml', 'kind: A\n---\nkind: [\n---\nkind: B\n', found);

  const first = documents.next().value;
  const before = found.length;
  const second = documents.next().value;

  expect([first?.value.kind, before, second?.value.kind, found.length]).toEqual(['A', 0, 'B', 1]);
});

test('a JSON patch is no manifest and no mistake, but another list is one', () => {
  const patch = '- op: add\n  path: /spec/template/spec/containers/1/args/-\n  value: --debug\n';

  expect(parseText('patch.yaml', patch)).toMatchObject({ documents: [], problems: [{ foreign: 'JSON patch' }] });
  expect(parseText('list.yaml', '- op: add\n')).toMatchObject({ problems: [{ foreign: 'other file' }] });
});
