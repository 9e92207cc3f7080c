import { readMesh } from '../../src/core/mesh-option';
import { MeshFacts } from '../../src/knowledge/meshes/mesh-facts';
import { MESHES } from '../../src/knowledge/meshes/mesh-list';
import { predictInMesh } from '../../src/knowledge/meshes/prediction';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { findTemplates } from '../../src/kubernetes/manifest';
import { PodModel } from '../../src/kubernetes/pod';
import { planMigration } from '../../src/migration/migrate';
import { Recognition } from '../../src/recognition/recognition';
import { run } from '../cli/run';

/** What the pod's own word comes to: a native proxy, an ordinary one, or whatever the mesh does by default. */
type Word = 'native' | 'ordinary' | 'default';

/** A mesh, a switch, its value, and what that comes to. */
type Row = [mesh: string, key: string, value: string, word: Word];

const [GA, BETA, ALPHA] = ['config', 'config.beta', 'config.alpha'].map(prefix => `${prefix}.linkerd.io/proxy-enable-native-sidecar`);
const ISTIO = 'sidecar.istio.io/nativeSidecar';
const CONSUL = 'consul.hashicorp.com/enable-consul-dataplane-as-sidecar';
const DAPR = 'dapr.io/enable-native-sidecar';

function rows(mesh: string, keys: readonly string[], native: readonly string[], ordinary: readonly string[], byDefault: readonly string[]): Row[] {
  const row = (word: Word) => (value: string) => keys.map((key): Row => [mesh, key, value, word]);
  return [...native.flatMap(row('native')), ...ordinary.flatMap(row('ordinary')), ...byDefault.flatMap(row('default'))];
}

const GO = { yes: ['1', 't', 'T', 'TRUE', 'true', 'True'], no: ['0', 'f', 'F', 'FALSE', 'false', 'False'], other: ['yes', 'no', 'on', 'enabled', ''] };

const TABLE: readonly Row[] = [
  ...rows('linkerd@2.20', [GA, BETA, ALPHA], GO.yes, GO.no, GO.other),
  ...rows('linkerd@2.19', [BETA, ALPHA], ['1', 'true'], ['0', 'false'], ['no']),
  ...rows('linkerd@2.18', [ALPHA], ['1', 'true'], ['0', 'false'], ['no']),
  ...rows('istio@1.24', [ISTIO], ['true', 'True', '1', 'yes', '0', 'False', 'no'], ['false'], ['']),
  ...rows('istio@1.29', [ISTIO], ['true', '0'], ['false'], ['']),
  ...rows('consul@1.9', [CONSUL], GO.yes, GO.no, GO.other),
  ...rows('dapr@1.18', [DAPR], ['y', 'yes', 'true', 't', 'on', '1', 'True', 'ON'], ['n', 'no', 'false', 'off', '0', 'enabled', ''], []),
];

const KUBERNETES = KubernetesVersion.of('1.33');

function job(facts: MeshFacts, annotations: { readonly [key: string]: string }): object {
  const { on, key, value } = facts.optIn;
  const metadata = on === 'label' ? { labels: { [key]: value }, annotations } : { annotations: { [key]: value, ...annotations } };
  const spec = { restartPolicy: 'Never', containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.0.0' }] };
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'export' }, spec: { activeDeadlineSeconds: 600, template: { metadata, spec } } };
}

async function keepsJobAlive(manifest: object, ...options: string[]): Promise<boolean> {
  const { out, err } = await run(['check', '-', '--kubernetes-version', String(KUBERNETES), '--format', 'json', ...options], JSON.stringify(manifest));
  expect(err).toBe('');
  return JSON.parse(out).findings.some((finding: any) => finding.rule === 'NS402');
}

describe('check, check --mesh, the prediction and migrate read a switch as the injector does', () => {
  test.each(TABLE)('%s, %s: "%s" is %s', async (name, key, value, word) => {
    const mesh = readMesh(name);
    const manifest = job(mesh.facts, { [key]: value });
    const byDefault = mesh.facts.nativeByDefault !== undefined && ['linkerd@2.20', 'istio@1.29'].includes(name);
    const native = word === 'default' ? byDefault : word === 'native';

    const [found] = findTemplates(manifest).templates;
    const predicted = PodModel._of(predictInMesh(mesh, found, KUBERNETES).found);
    const plan = planMigration(new Recognition(PodModel.fromManifest(manifest)), { kubernetes: KUBERNETES, mesh });

    expect(predicted.sidecars.map(sidecar => sidecar.name)).toEqual(native ? [mesh.facts.proxy.container] : []);
    expect(await keepsJobAlive(manifest, '--mesh', name)).toBe(!native);
    // Without a version only a clear yes is enough.
    expect(await keepsJobAlive(manifest)).toBe(word !== 'native');
    expect(plan.edits.filter(edit => edit.rule === 'NS514')).toHaveLength(word === 'default' && !byDefault ? 1 : 0);
    expect(plan.manual.some(step => step.rule === 'NS514' && step.why.includes(key))).toBe(word === 'ordinary');
  });

  test('every switch of every mesh is in the table', () => {
    expect(new Set(TABLE.map(([, key]) => key))).toEqual(new Set(MESHES.flatMap(mesh => mesh.nativeSwitches.map(({ key }) => key))));
  });
});

test('of several names of the switch, the newest that can be read decides', async () => {
  const linkerd = readMesh('linkerd@2.20').facts;

  expect(await keepsJobAlive(job(linkerd, { [GA]: 'true', [ALPHA]: 'false' }), '--mesh', 'linkerd@2.20')).toBe(false);
  expect(await keepsJobAlive(job(linkerd, { [GA]: 'false', [ALPHA]: 'true' }), '--mesh', 'linkerd@2.20')).toBe(true);
  expect(await keepsJobAlive(job(linkerd, { [GA]: 'maybe', [ALPHA]: 'false' }), '--mesh', 'linkerd@2.20')).toBe(true);
});

test('a switch that the version does not read yet is reported, with the one to write', async () => {
  const { out } = await run(['check', '-', '--mesh', 'linkerd@2.19', '--format', 'json'], JSON.stringify(job(readMesh('linkerd@2.19').facts, { [GA]: '1' })));

  const findings: any[] = JSON.parse(out).findings;

  expect(findings.filter(({ rule }) => rule === 'NS402')).toHaveLength(1);
  expect(findings.filter(({ rule }) => rule === 'NS606')).toEqual([
    expect.objectContaining({ message: expect.stringContaining(GA), fix: expect.stringContaining(BETA) }),
  ]);
});

test('beside a switch that the version reads, a newer name of it is right', async () => {
  const { out } = await run(['check', '-', '--mesh', 'linkerd@2.19', '--format', 'json'], JSON.stringify(job(readMesh('linkerd@2.19').facts, { [GA]: 'true', [ALPHA]: 'true' })));

  expect(JSON.parse(out).findings.filter((finding: any) => ['NS402', 'NS606'].includes(finding.rule))).toEqual([]);
});

describe('whether a pod joins is read as the injector does', () => {
  const label = (key: string, value: string) => ({ labels: { [key]: value } });
  const annotation = (key: string, value: string) => ({ annotations: { [key]: value } });

  test.each([
    ['linkerd@2.19', annotation('linkerd.io/inject', 'ingress'), true],
    ['linkerd@2.19', annotation('linkerd.io/inject', 'true'), false],
    ['linkerd@2.19', annotation('linkerd.io/inject', 'disabled'), false],
    ['istio@1.26', label('sidecar.istio.io/inject', 'true'), true],
    ['istio@1.26', label('sidecar.istio.io/inject', 'false'), false],
    ['istio@1.26', { ...label('sidecar.istio.io/inject', 'false'), ...annotation('sidecar.istio.io/inject', 'true') }, false],
    ['istio@1.26', { ...label('sidecar.istio.io/inject', 'yes'), ...annotation('sidecar.istio.io/inject', 'true') }, true],
    ['kuma@2.13', label('kuma.io/sidecar-injection', 'true'), true],
    ['kuma@2.13', label('kuma.io/sidecar-injection', 'disabled'), false],
    ['consul@1.9', annotation('consul.hashicorp.com/connect-inject', 'T'), true],
    ['consul@1.9', annotation('consul.hashicorp.com/connect-inject', '0'), false],
    ['dapr@1.18', annotation('dapr.io/enabled', 'on'), true],
    ['dapr@1.18', annotation('dapr.io/enabled', 'enabled'), false],
  ])('%s: %j', async (name, metadata, joins) => {
    const manifest: any = job(readMesh(name).facts, {});
    manifest.spec.template.metadata = metadata;

    expect(await keepsJobAlive(manifest, '--mesh', name)).toBe(joins);
  });
});
