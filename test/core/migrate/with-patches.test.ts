import { check, migrate } from '../../../src/core';

/** A base in a folder that no convention names. */
const BASE = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: ghcr.io/acme/web:1.0
        env: [{name: DB, value: "localhost:5432"}]
        ports: [{containerPort: 8080}]
      - name: sql
        image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1
        args: ["--port=5432", "a:b:c"]
`;

const ARGS = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {template: {spec: {containers: [{name: sql, args: ["x:y:z"]}]}}}
`;

const IMAGES = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {template: {spec: {containers: [{name: sql, image: "gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.15.0"}, {name: web, image: "ghcr.io/acme/web:1.1"}]}}}
`;

const BY_POSITION = '- {op: add, path: /spec/template/spec/containers/1/args/-, value: --debug}\n';

/** Verdicts of the base beside other files. */
function verdicts(files: { readonly [name: string]: string }) {
  const { pods, texts } = migrate(Object.entries({ 'shop/plain/deploy.yaml': BASE, ...files }).map(([name, text]) => ({ name, text })));
  expect(texts[0].text === BASE).toBe(pods[0].verdict !== 'migrated');
  return pods.map(({ verdict }) => verdict);
}

const PLAIN = { 'shop/plain/kustomization.yaml': 'resources: [deploy.yaml]\n' };

test.each<[string, { readonly [name: string]: string }]>([
  ['a strategic merge', { 'shop/eu-west/kustomization.yaml': 'resources: [../plain]\npatches: [{path: args.yaml}]\n', 'shop/eu-west/args.yaml': ARGS }],
  ['a strategic merge for what the Kustomization selects', {
    'shop/eu-west/kustomization.yaml': 'resources: [../plain]\npatches: [{path: args.yaml, target: {kind: Deployment}}]\n',
    'shop/eu-west/args.yaml': ARGS.replace('name: web', 'name: not-important'),
  }],
  ['a strategic merge of images only', { 'shop/eu-west/kustomization.yaml': 'resources: [../plain]\npatches: [{path: images.yaml}]\n', 'shop/eu-west/images.yaml': IMAGES }],
  ['a strategic merge in the old list', { 'shop/eu-west/kustomization.yaml': 'bases: [../plain]\npatchesStrategicMerge: [args.yaml]\n', 'shop/eu-west/args.yaml': ARGS }],
  ['an inline strategic merge in the old list', {
    'shop/eu-west/kustomization.yaml': `bases: [../plain]\npatchesStrategicMerge:\n- |\n${ARGS.replace(/^/gm, '  ')}\n`,
  }],
  ['a JSON patch in a file', {
    'shop/eu-west/kustomization.yaml': 'resources: [../plain]\npatches: [{path: position.yaml, target: {kind: Deployment, name: web}}]\n',
    'shop/eu-west/position.yaml': BY_POSITION,
  }],
  ['an inline JSON patch', { 'shop/eu-west/kustomization.yaml': `resources: [../plain]\npatches:\n- target: {name: web}\n  patch: |\n    ${BY_POSITION}` }],
  ['a patch two Kustomizations away', {
    'shop/europe/kustomization.yaml': 'resources: [../plain]\n',
    'shop/eu-west/kustomization.yaml': 'resources: [../europe]\npatches: [{path: args.yaml}]\n',
    'shop/eu-west/args.yaml': ARGS,
  }],
  ['a patch of a component', {
    'parts/debug/kustomization.yaml': 'kind: Component\npatches: [{path: args.yaml}]\n',
    'parts/debug/args.yaml': ARGS,
    'shop/eu-west/kustomization.yaml': 'resources: [../plain]\ncomponents: [../../parts/debug]\n',
  }],
  ['a patch of a Kustomization of Flux', {
    'clusters/one/shop.yaml': 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: shop}\nspec:\n  path: ./shop/plain\n  patches:\n  - target: {kind: Deployment}\n'
      + `    patch: |\n      ${BY_POSITION}`,
  }],
  ['a patch of an Application of Argo CD', {
    'clusters/one/shop.yaml': 'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: shop}\nspec:\n  source:\n    path: shop/plain\n    kustomize:\n      patches:\n'
      + `      - target: {kind: Deployment}\n        patch: |\n          ${BY_POSITION}`,
  }],
])('a base is not changed where a Kustomization applies %s to it', (_, files) => {
  const [base, ...patches] = verdicts({ ...PLAIN, ...files });

  expect(base).toBe('refused');
  expect(patches.every(verdict => verdict === 'refused')).toBe(true);
});

/** A replacement that takes its value from a ConfigMap. */
function replacing(path: string): string {
  return `{source: {kind: ConfigMap, name: settings, fieldPath: data.it}, targets: [{select: {kind: Deployment, name: web}, fieldPaths: ["${path}"]}]}`;
}

function withReplacements(replacements: string): { readonly [name: string]: string } {
  return { ...PLAIN, 'shop/eu-west/kustomization.yaml': `resources: [../plain]\nreplacements: [${replacements}]\n` };
}

test.each<[string, { readonly [name: string]: string }]>([
  ['names the container that moves', withReplacements(replacing('spec.template.spec.containers.[name=sql].args.1'))],
  ['sets the arguments of the app', withReplacements(replacing('spec.template.spec.containers.[name=web].args.0'))],
  ['finds a container by its position', withReplacements(replacing('spec.template.spec.containers.0.image'))],
  ['is for all containers', withReplacements(replacing('spec.template.spec.containers.*.image'))],
  ['finds a container by its image', withReplacements(replacing('spec.template.spec.containers.[image=nginx].imagePullPolicy'))],
  ['replaces the whole list', withReplacements(replacing('spec.template.spec.containers'))],
  ['reads a field of the container that moves', withReplacements(
    '{source: {kind: Deployment, name: web, fieldPath: "spec.template.spec.containers.[name=sql].image"}, targets: [{select: {kind: ConfigMap}, fieldPaths: [data.it]}]}')],
  ['is in a file', { ...withReplacements('{path: it.yaml}'), 'shop/eu-west/it.yaml': `${replacing('spec.template.spec.containers.[name=sql].args.1')}\n` }],
  ['is in a list in a file', {
    ...withReplacements('{path: it.yaml}'),
    'shop/eu-west/it.yaml': `# The instance.\n- source:\n    sourceValue: x\n  targets: []\n- ${replacing('spec.template.spec.containers.[name=sql].args.1')}\n`,
  }],
  ['is in a list of JSON in a file', {
    ...withReplacements('{path: it.json}'),
    'shop/eu-west/it.json': '[\n  {"targets": [{"select": {"kind": "Deployment"}, "fieldPaths": ["spec.template.spec.containers.[name=sql].args.1"]}], "sourceValue": "x"}\n]\n',
  }],
  ['is in a component', {
    ...PLAIN,
    'parts/eu/kustomization.yaml': `kind: Component\nreplacements: [${replacing('spec.template.spec.containers.[name=sql].args.1')}]\n`,
    'shop/eu-west/kustomization.yaml': 'resources: [../plain]\ncomponents: [../../parts/eu]\n',
  }],
  ['is an old variable', {
    ...PLAIN,
    'shop/eu-west/kustomization.yaml': 'resources: [../plain]\nvars: [{name: IMAGE, objref: {kind: Deployment, name: web}, fieldref: {fieldpath: "spec.template.spec.containers[1].image"}}]\n',
  }],
])('a base is not changed where a replacement %s', (_, files) => {
  expect(verdicts(files)).toEqual(['refused']);
});

test.each<[string, { readonly [name: string]: string }]>([
  ['another container', withReplacements(replacing('spec.template.spec.containers.[name=web].image'))],
  ['another field', withReplacements(replacing('spec.replicas'))],
  ['another workload', withReplacements(replacing('spec.template.spec.containers.[name=sql].args.1').replace('name: web', 'name: api'))],
  ['the container of that name elsewhere', {
    ...PLAIN, 'other/eu-west/kustomization.yaml': `resources: [../plain]\nreplacements: [${replacing('spec.template.spec.containers.[name=sql].args.1')}]\n`,
  }],
  ['it, but no Kustomization names the file', { ...PLAIN, 'shop/eu-west/it.yaml': `${replacing('spec.template.spec.containers.[name=sql].args.1')}\n` }],
])('a replacement of %s does not matter', (_, files) => {
  expect(verdicts(files)).toEqual(['migrated']);
});

test('the refusal tells what a replacement would no longer find', () => {
  const { pods } = migrate(Object.entries({ 'shop/plain/deploy.yaml': BASE, ...withReplacements(replacing('spec.template.spec.containers.[name=sql].args.1')) })
    .map(([name, text]) => ({ name, text })));

  expect(pods[0].manual.map(({ why }) => why)).toEqual([
    "Deployment/web is not changed, because a replacement in the same input names 'sql' as a container, and would no longer find it: "
      + "migrate the output of 'kustomize build', or change both by hand",
  ]);
});

describe('a gate', () => {
  const OPA = BASE.replace('localhost:5432', 'http://localhost:8181/v1').replace(/image: gcr.*\n.*\n/, 'image: openpolicyagent/opa:1.2.0-static\n        args: [run, --server, "--addr=0.0.0.0:8181"]\n');
  const planned = (files: { readonly [name: string]: string }) => {
    const { pods, texts } = migrate(Object.entries({ 'shop/plain/deploy.yaml': OPA, ...PLAIN, ...files }).map(([name, text]) => ({ name, text })));
    return [pods[0].verdict, texts[0].text.includes('startupProbe'), pods[0].manual.map(({ why }) => why).find(why => why.includes('gets no startup probe'))];
  };
  const overlay = (images: string) => ({ 'shop/eu-west/kustomization.yaml': `resources: [../plain]\nimages: ${images}\n` });
  const argo = (image: string) => ({ 'argo.yaml': `kind: Application\nmetadata: {name: shop}\nspec: {source: {path: shop/plain, kustomize: {images: ["${image}"]}}}\n` });

  test.each<[string, { readonly [name: string]: string }, string]>([
    ['an overlay', overlay('[{name: openpolicyagent/opa, newTag: 0.10.1}]'), 'openpolicyagent/opa:0.10.1'],
    ['an overlay with a mirror', overlay('[{name: openpolicyagent/opa, newName: mirror.acme.test/opa, newTag: 0.10.1}]'), 'mirror.acme.test/opa:0.10.1'],
    ['an Application of Argo CD', argo('openpolicyagent/opa:0.10.1'), 'openpolicyagent/opa:0.10.1'],
    ['an Application of Argo CD with a mirror', argo('openpolicyagent/opa=mirror.acme.test/opa:0.10.1'), 'mirror.acme.test/opa:0.10.1'],
  ])('is not added where the version that %s runs does not have it', (_, files, image) => {
    expect(planned(files)).toEqual(['migrated', false, expect.stringContaining(`because a Kustomization in the input runs ${image} instead, for which no startup probe is known`)]);
  });

  test.each<[string, { readonly [name: string]: string }]>([
    ['another version', overlay('[{name: openpolicyagent/opa, newTag: 1.4.0}]')],
    ['a digest', overlay('[{name: openpolicyagent/opa, digest: "sha256:aa"}]')],
    ['another image', overlay('[{name: opa, newTag: 0.10.1}]')],
    ['the image of another base', { 'other/kustomization.yaml': 'resources: [web.yaml]\nimages: [{name: openpolicyagent/opa, newTag: 0.10.1}]\n' }],
  ])('is added where it suits %s, too', (_, files) => {
    expect(planned(files)).toEqual(['migrated', true, undefined]);
  });
});

describe('a Component that no Kustomization of the input includes', () => {
  const component = { 'kustomization.yaml': 'kind: Component\npatches: [{path: args.yaml}]\n', 'args.yaml': ARGS };
  const inFolder = (folder: string) => Object.fromEntries(Object.entries(component).map(([name, text]) => [`${folder}/${name}`, text]));

  test.each(['shop/debug', 'shop/components/debug', 'components/debug'])('may patch the bases beside it: %s', folder => {
    expect(verdicts({ ...PLAIN, ...inFolder(folder) })[0]).toBe('refused');
  });

  test.each(['other/debug', 'shop/debug/more', 'other/components/debug'])('does not matter elsewhere: %s', folder => {
    expect(verdicts({ ...PLAIN, ...inFolder(folder) })[0]).toBe('migrated');
  });

  test('does not matter where another base includes it', () => {
    expect(verdicts({ ...PLAIN, ...inFolder('shop/debug'), 'shop/other/kustomization.yaml': 'resources: [../base]\ncomponents: [../debug]\n' })[0]).toBe('migrated');
  });
});

test('a Kustomization that takes other manifests together does not matter', () => {
  const files = { 'other/eu-west/kustomization.yaml': 'resources: [../plain]\npatches: [{path: args.yaml}]\n', 'other/eu-west/args.yaml': ARGS };

  expect(verdicts({ ...PLAIN, ...files })).toEqual(['migrated', 'refused']);
});

test('a patch that leaves what runs as it is does not matter', () => {
  const replicas = { 'shop/eu-west/kustomization.yaml': 'resources: [../plain]\npatches: [{path: web.yaml}]\n' };
  const patch = (field: string) => ARGS.replace('name: sql, args: ["x:y:z"]', `name: web, ${field}`);

  expect(verdicts({ ...PLAIN, ...replicas, 'shop/eu-west/web.yaml': patch('resources: {}') })).toEqual(['migrated', 'refused']);
  expect(verdicts({ ...PLAIN, ...replicas, 'shop/eu-west/web.yaml': patch('command: [sh, -c, "until nc -z localhost 5432; do sleep 1; done; exec web"]') })).toEqual(['refused', 'refused']);
});

test('a patch that sets every image is not judged as a workload', () => {
  const files = { 'a/deploy.yaml': BASE, 'b/kustomization.yaml': 'resources: [../a]\npatches: [{path: images.yaml}]\n', 'b/images.yaml': IMAGES };
  const { findings } = check(Object.entries(files).map(([name, text]) => ({ name, text })));

  expect([...new Set(findings.map(({ file }) => file))]).toEqual(['a/deploy.yaml']);
});

test('paths above the working directory are followed', () => {
  const sources = { '../plain/deploy.yaml': BASE, 'kustomization.yaml': 'resources: [../plain]\npatches: [{path: args.yaml}]\n', 'args.yaml': ARGS };
  const { pods } = migrate(Object.entries(sources).map(([name, text]) => ({ name, text })));

  expect(pods[0].verdict).toBe('refused');
});
