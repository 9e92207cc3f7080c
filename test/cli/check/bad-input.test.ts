import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, run } from '../run';

const HINT = '(add --help for usage)\n';
const POD = 'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec:\n  containers:\n  - name: app\n    image: ghcr.io/acme/web:1.4.2\n';

function laughs(levels: number): string {
  const lines = ['l0: &l0 [ha, ha, ha, ha, ha, ha, ha, ha, ha, ha]'];
  for (let level = 1; level <= levels; level++) {
    lines.push(`l${level}: &l${level} [${Array(10).fill(`*l${level - 1}`).join(', ')}]`);
  }
  return `${POD}${lines.join('\n')}\n`;
}

/** Input that cannot be read: what it is, and all that is said; the pod beside it is checked all the same. */
test.each<[string, string, RegExp]>([
  ['aliases that stand for a billion values', laughs(9), /^<stdin>:1:1: its aliases expand to more than 1000000 values, which Kubernetes rejects too: use fewer aliases\n$/],
  ['an alias that holds itself', `${POD}loop: &a [*a]\n`, /^<stdin>:1:1: an alias refers to a value that contains the alias/],
  ['what is nested too deeply', `${POD}deep: ${'['.repeat(100_000)}${']'.repeat(100_000)}\n`, /^<stdin>:\d+(:\d+)?: this is not valid YAML: .*; fix it here or just above\n$/],
  ['JSON that is nested too deeply', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /^<stdin>:1(:\d+)?: this is neither valid JSON nor valid YAML: /],
  ['tabs for indentation', 'kind: Pod\nspec:\n\tcontainers: []\n', /^<stdin>:3:\d+: this is not valid YAML: /],
  ["a chart's template", 'kind: Pod\nspec:\n  containers:\n  {{- range .Values.containers }}\n  - name: {{ .name }}\n  {{- end }}\n', /^<stdin>:4(:\d+)?: this looks like a template/],
  ['a value that is a placeholder of a template', 'kind: Pod\nmetadata:\n  name: {{ .Release.Name }}\n', /^<stdin>:3:9: this looks like a template/],
  ['plain text', 'hello\n', /^<stdin>:1:1: a manifest must be an object with apiVersion and kind, but this document is the string "hello"/],
  ['a container without a name', POD.replace('name: app', 'ports: []'), /^<stdin>:6:5: Pod 'web': the container at 'spec.containers\[0\]' has no name: add one\n$/],
  ['containers that are no list', POD.replace(/containers:[^]*/, 'containers: app\n'), /^<stdin>:5:3: Pod 'web' has no containers: 'spec.containers' is the string "app"/],
])('%s is told in a line', async (_what, text, said) => {
  const { code, err, out } = await run(['check', '-', '--format', 'json'], text);

  expect(err).toMatch(said);
  expect(code).toBe(3);
  expect(JSON.parse(out).summary.pods).toBe(0);
});

/** Input that is unusual and fine. */
test.each<[string, string]>([
  ['Windows line breaks', POD.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\ufeff${POD}`],
  ['anchors and merge keys', `${POD}x: &x { env: [] }\ny:\n  <<: *x\n`],
  ['placeholders of a shell', POD.replace('1.4.2', '${TAG}').replace('name: web', 'name: "${NAME}"')],
  ['placeholders in quotes', POD.replace('name: web', 'name: "{{ name }}"')],
  ['tabs in a text', `${POD}    command: ["a\tb"]\n`],
  ['empty documents', `---\n---\n# nothing\n---\n${POD}---\n`],
  ['strange types everywhere', `${POD}    ports: 80\n    env: yes\n    args: { a: 1 }\n    lifecycle: [1]\n    startupProbe: x\n    resources: null\n    securityContext: 1\n    volumeMounts: a\n  volumes: 3\n  securityContext: []\n`],
  ['nulls everywhere', `${POD}    ports: [null]\n    env: [null, { name: null }]\n    args: [null]\n    lifecycle: null\n    startupProbe: { httpGet: null }\n  volumes: [null]\n  initContainers: null\n`],
])('%s is read', async (_what, text) => {
  const { code, err, out } = await run(['check', '-', '--format', 'json', '--fail-on', 'never', '--mesh', 'istio@1.29'], text);

  expect({ code, err, pods: JSON.parse(out).summary.pods }).toEqual({ code: 0, err: '', pods: 1 });
});

test('a document of 50 MB is read', async () => {
  const big = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: big }\ndata:\n  text: |\n${`    ${'x'.repeat(995)}\n`.repeat(50_000)}---\n${POD}`;

  const { code, out } = await run(['check', '-', '--format', 'json'], big);

  expect(code).toBe(0);
  expect(JSON.parse(out).summary).toMatchObject({ documents: 2, pods: 1 });
});

test('a broken link and a missing path are named, and a file that is no text is counted', async () => {
  await inFolder({ 'binary.yaml': new Uint8Array([0xff, 0xfe, 0x00, 0xd8]), 'null.yaml': new Uint8Array([0, 1, 2]), 'pod.yaml': POD, 'empty.yaml': '' }, async folder => {
    symlinkSync('loop.yaml', join(folder, 'loop.yaml'));
    mkdirSync(join(folder, 'folder.yaml'));

    const { code, err, out } = await run(['check', folder, 'missing', '--format', 'json']);

    expect(code).toBe(3);
    expect(err.replaceAll(folder, 'F').trim().split('\n')).toEqual([
      'missing: no such file or folder: check the path',
      expect.stringMatching(/^F\/loop.yaml: cannot be read: ELOOP/),
      'skipped: 1 encrypted or binary file, 1 other file; --verbose lists them',
    ]);
    expect(JSON.parse(out).summary).toMatchObject({ pods: 1 });
  });
});

/** Every way to ask in vain: the arguments, and all that is said. */
test.each<[string, string[], string]>([
  ['nothing to check', [], 'error: nothing to check: pass manifest files, folders of manifests, or - for standard input\n'],
  ['an unknown option', ['-', '--formats', 'json'], `error: unknown option '--formats'\n(Did you mean --format?)\n${HINT}`],
  ['an unknown format', ['-', '--format', 'xml'], `error: option '--format <format>' argument 'xml' is invalid. Allowed choices are human, json, sarif, github.\n${HINT}`],
  ['an unknown version', ['-', '--kubernetes-version', '1.19'],
    `error: option '--kubernetes-version <version>' argument '1.19' is invalid. Kubernetes version '1.19' is not supported: the oldest supported version is 1.20\n${HINT}`],
  ['an unknown severity', ['-', '--fail-on', 'fatal'], `error: option '--fail-on <severity>' argument 'fatal' is invalid. Allowed choices are error, warning, never.\n${HINT}`],
  ['an unknown mesh', ['-', '--mesh', 'acme@1.17'],
    "error: option '--mesh <name@version>' argument 'acme@1.17' is invalid. 'acme@1.17' is not a supported mesh: "
    + `write NAME@VERSION, such as istio@1.29; supported meshes: linkerd, istio, kuma, consul, dapr\n${HINT}`],
  ['a mesh without a version', ['-', '--mesh', 'istio'],
    "error: option '--mesh <name@version>' argument 'istio' is invalid. 'istio' has no version: "
    + `write NAME@VERSION, such as istio@1.29\n${HINT}`],
  ['an unknown version of a mesh', ['-', '--mesh', 'istio@3.0'],
    `error: option '--mesh <name@version>' argument 'istio@3.0' is invalid. Istio version '3.0' is unsupported; supported: from 1.18 to 1.31\n${HINT}`],
  ['a mesh that needs a newer Kubernetes', ['-', '--mesh', 'linkerd@2.20', '--kubernetes-version', '1.29'],
    'error: Linkerd 2.20 needs Kubernetes 1.31 or newer, and the target is 1.29: raise the target, or use a Linkerd before 2.20\n'],
])('%s', async (_what, args, err) => {
  expect(await run(['check', ...args], POD)).toEqual({ code: 2, out: '', err });
});

test('input without a pod is told', async () => {
  expect(await run(['check', '-'], 'kind: Service\nmetadata: { name: web }\n')).toEqual({
    code: 0, out: 'no findings in 0 pods of 1 file\n', err: "<stdin>: no pod found, only Service 'web': nothing to check\n",
  });
  expect((await run(['check', '-', '--allow-empty'], '')).err).toBe('<stdin>: no objects found: nothing to check\n');
});

test('empty standard input is an error unless it is expected', async () => {
  const { code, err } = await run(['check', '-'], '');

  expect({ code, err }).toEqual({ code: 3, err: '<stdin>: empty, so nothing was checked: see why the command before it printed nothing, or pass --allow-empty\n' });
  expect((await run(['check', '-', '--allow-empty'], '')).code).toBe(0);
  expect((await run(['check', '-'], '')).out).toBe('no findings in 0 pods of 1 file, 1 input problem\n');
  expect((await run(['check', '-'], 'kind: ConfigMap\n')).code).toBe(0);
});
