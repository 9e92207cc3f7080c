import { run } from './run';

const TEXT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
      - { name: web, image: "ghcr.io/acme/web:1" }
      containers:
      - name: web
        image: ghcr.io/acme/web:1
      - name: sql
        image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1
        args: ["acme:eu:db"]
`;

const NOTE = "<stdin>:11:7: the key 'containers' stands twice in one object, the second time on line 11: remove one of them; kubectl uses the last one, and kustomize rejects the file\n";

test.each(['check', 'migrate', 'explain'])('%s names a key that stands twice in one object, and where', async command => {
  expect((await run([command, '-'], TEXT)).err).toContain(NOTE);
});

test('a finding points to the last one, which counts', async () => {
  expect((await run(['check', '-'], TEXT)).out).toMatch(/^ {2}<stdin>:14:9: warning NS201 'sql'/m);
});

test('migrate leaves the text as it is, and tells why', async () => {
  const { out, err } = await run(['migrate', '-'], TEXT);

  expect(out).toBe(TEXT);
  expect(err).toContain("<stdin>: Deployment/web: refused\n  to do: the text cannot be changed, because the key 'containers' stands twice in one object, the second time on line 11: remove one of them\n");
});

test.each([
  ['quotes', 'a: 1\n"b c": 1\n"b c": 2\n', "the key 'b c'"],
  ['brackets', "a: {b: 1, 'c': 2, 'c': 3}\n", "the key 'c'"],
  ['the long form', 'a: 1\n? b\n: 1\n? b\n: 2\n', ': a key'],
])('a key in %s is reported too', async (_, metadata, name) => {
  const { err } = await run(['check', '-'], `kind: Pod\napiVersion: v1\nmetadata:\n${metadata.replace(/^/gm, '  ').trimEnd()}\nspec: {containers: [{name: a, image: "a:1"}]}\n`);

  expect(err).toContain(`${name} stands twice in one object`);
});

test('a key that overrides one of a merge key does not stand twice', async () => {
  const { err } = await run(['check', '-'], 'kind: Pod\napiVersion: v1\nmetadata: {name: a, labels: &l {a: b}, annotations: {<<: *l, a: c}}\nspec: {containers: [{name: a, image: "a:1"}]}\n');

  expect(err).toBe('');
});
