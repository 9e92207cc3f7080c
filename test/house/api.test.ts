import * as fs from 'fs';
import * as path from 'path';
import { gunzipSync } from 'zlib';
import { OWN_NAME } from '../own-package';

interface Docs { readonly summary?: string; readonly default?: string; readonly example?: string }
interface Parameter { readonly name: string; readonly docs?: Docs; readonly type?: unknown }
interface Member {
  readonly name: string;
  readonly docs?: Docs;
  readonly parameters?: Parameter[];
  readonly returns?: { readonly type: unknown };
  readonly optional?: boolean;
  readonly overrides?: string;
  readonly type?: unknown;
}
interface Type {
  readonly base?: string;
  readonly interfaces?: string[];
  readonly fqn: string;
  readonly name: string;
  readonly namespace?: string;
  readonly kind: string;
  readonly datatype?: boolean;
  readonly docs?: Docs;
  readonly properties?: Member[];
  readonly methods?: Member[];
  readonly members?: Member[];
  readonly initializer?: Omit<Member, 'name'>;
}

const assembly = assemblyOf(path.join(__dirname, '..', '..'));
const types = Object.values(assembly.types);

/** The assembly of a package, which may be compressed. */
function assemblyOf(folder: string): { readonly types: { readonly [fqn: string]: Type } } {
  const read = JSON.parse(fs.readFileSync(path.join(folder, '.jsii'), 'utf8'));
  return read.filename === undefined ? read : JSON.parse(gunzipSync(fs.readFileSync(path.join(folder, read.filename))).toString('utf8'));
}

function membersOf(type: Type): Member[] {
  return [...(type.properties ?? []), ...(type.methods ?? []), ...(type.members ?? [])].filter(member => member.overrides === undefined);
}

test('every exported type and member says in a sentence what it does', () => {
  const silent = types.flatMap(type => [
    ...(type.docs?.summary ? [] : [type.fqn]),
    ...membersOf(type).filter(member => !member.docs?.summary).map(member => `${type.fqn}.${member.name}`),
  ]);

  expect(silent).toEqual([]);
});

test('every parameter says what to pass', () => {
  const silent = types.flatMap(type => [...(type.methods ?? []), ...(type.initializer ? [{ ...type.initializer, name: 'constructor' }] : [])]
    .filter(member => member.overrides === undefined)
    .flatMap(member => (member.parameters ?? []).filter(({ docs }) => !docs?.summary).map(({ name }) => `${type.fqn}.${member.name}(${name})`)));

  expect(silent).toEqual([]);
});

test('the types that people meet first show how to use them', () => {
  const first = [
    'DrainNotice', 'IRule', 'KubernetesVersion', 'LifecycleTesting', 'Mesh', 'MeshedDaemonSet', 'MeshedDeployment', 'MeshedNamespace', 'MeshedStatefulSet', 'NativeSidecar',
    'PodFailureRule', 'PodLifecycle', 'RuleBook', 'SidecarAccess', 'SidecarCronJob', 'SidecarImages', 'SidecarJob', 'StartupGate', 'Timeline', 'WorkloadMixin',
    'CloudSqlProxy', 'Envoy', 'FluentBit', 'OtelCollector', 'VaultAgent',
  ];

  expect(first.filter(name => !types.find(type => type.name === name)?.docs?.example)).toEqual([]);
});

test('no summary is cut short: generated packages end it at the first semicolon', () => {
  const cut = types.flatMap(type => [
    ...(type.docs?.summary?.endsWith(';') ? [type.fqn] : []),
    ...membersOf(type).filter(member => member.docs?.summary?.endsWith(';')).map(member => `${type.fqn}.${member.name}`),
  ]);

  expect(cut).toEqual([]);
});

test('every optional property says what happens without it', () => {
  const silent = types.flatMap(type => (type.properties ?? [])
    .filter(property => property.optional && property.overrides === undefined && (type.datatype || type.kind === 'class'))
    .filter(property => !property.docs?.default || /^-?\s*(undefined|none)\.?$/i.test(property.docs.default))
    .map(property => `${type.fqn}.${property.name}`));

  expect(silent).toEqual([]);
});

test('a type is exported in exactly one place', () => {
  const names = types.map(type => type.name);

  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test.each(['cdk8s', 'constructs', 'cdk8s-plus-28', 'cdk8s-plus-33', 'cdk8s-plus-34'])('no type has the name of one of %s, so that Java and Python can import both whole', name => {
  const theirs = Object.values(assemblyOf(path.dirname(require.resolve(`${name}/package.json`))).types).filter(type => type.namespace === undefined).map(type => type.name);

  expect([theirs.length > 5, types.map(type => type.name).filter(one => theirs.includes(one))]).toEqual([true, []]);
});

test('no class has a method of constructs from two sides, which Go calls ambiguous as soon as constructs adds one', () => {
  expect(types.filter(type => type.kind === 'class' && type.base && type.interfaces).map(type => type.fqn)).toEqual([]);
});

test('the root names no type of a submodule', () => {
  const root = types.filter(type => type.fqn === `${OWN_NAME}.${type.name}`);

  expect(root.filter(type => JSON.stringify(type).includes(`${OWN_NAME}.catalog.`)).map(type => type.fqn)).toEqual([]);
});

/** Every property, parameter and result with a type that other languages see as an untyped object, and why that is right. */
const UNTYPED: readonly (readonly [RegExp, string])[] = [
  [/^PodModel\.(manifest|metadata|spec)$|^PodContainer\.spec$|^InjectedContainer\.container$|^NativeSidecar\.addOverlay\(overlay\)$/, 'fields of Kubernetes, as a map'],
  [/^PodModel\.(allIn|fromManifest)\(manifest\)$/, 'an item of Testing.synth, whose items are untyped'],
  [/^StartupGate\.fromProbe\(probe\)$/, 'the probe of any cdk8s-plus'],
  [/^\w+\.connect\(container\)$/, 'the container of any cdk8s-plus, or its name'],
  [/^Timeline\.toJson\(\)$/, 'JSON, as a map'],
  [/^(Envoy|FluentBit|KubeRbacProxy|Nginx|OtelCollector|PgBouncer|RedisCache|VaultAgent)Props\.config$/, 'configuration of a program, as a map'],
  [/^FluentBit(Filter|Input|Output|Processor)\.options$/, 'configuration of a program, as a map'],
  [/^Otel(Exporter|Extension|Processor|Receiver)\.custom\(settings\)$|^VaultAuth\.custom\(config\)$/, 'configuration of a program, as a map'],
];

test('only what has no type of its own is untyped', () => {
  const isUntyped = (type: unknown) => /"primitive":"any"|"union"/.test(JSON.stringify(type ?? ''));
  const untyped = types.flatMap(type => [
    ...(type.properties ?? []).filter(property => isUntyped(property.type)).map(property => `${type.name}.${property.name}`),
    ...[...(type.methods ?? []), ...(type.initializer ? [{ ...type.initializer, name: 'constructor' }] : [])].flatMap(method => [
      ...(isUntyped(method.returns) ? [`${type.name}.${method.name}()`] : []),
      ...(method.parameters ?? []).filter(parameter => isUntyped(parameter.type)).map(({ name }) => `${type.name}.${method.name}(${name})`),
    ]),
  ]);

  expect(untyped.filter(name => !UNTYPED.some(([known]) => known.test(name)))).toEqual([]);
  expect(UNTYPED.filter(([known]) => !untyped.some(name => known.test(name)))).toEqual([]);
});

test('only what takes any cdk8s-plus, or what cdk8s gives untyped, is not even a map', () => {
  const bare = types.flatMap(type => [
    ...(type.properties ?? []).filter(property => isBare(property.type)).map(property => `${type.name}.${property.name}`),
    ...(type.methods ?? []).flatMap(method => [{ name: '', type: method.returns?.type }, ...(method.parameters ?? [])]
      .filter(one => isBare(one.type)).map(({ name }) => `${type.name}.${method.name}(${name})`)),
  ]);

  expect([...new Set(bare.map(name => name.replace(/^\w+(?=\.connect\()/, '*')))].sort()).toEqual([
    '*.connect(container)', 'PodModel.allIn(manifest)', 'PodModel.fromManifest(manifest)', 'StartupGate.fromProbe(probe)',
  ]);
});

function isBare(type: unknown): boolean {
  return JSON.stringify(type) === '{"primitive":"any"}';
}
