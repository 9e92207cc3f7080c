import { MADEUP } from './madeup-mesh';
import { readMesh } from '../../src/core/mesh-option';
import { inTypeScript } from '../../src/data/language';
import { meshVersion } from '../../src/knowledge/meshes/mesh-facts';
import { predictInMesh } from '../../src/knowledge/meshes/prediction';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { findTemplates } from '../../src/kubernetes/manifest';
import { MeshedWorkload, MeshMembership } from '../../src/meshes/membership';
import { Mesh } from '../../src/meshes/mesh';
import { MeshKind, meshKind } from '../../src/meshes/mesh-kind';
import { joinMesh } from '../../src/sidecars/mesh-join';
import { inFolder, run } from '../cli/run';

// A sixth mesh is its facts and its row in the list: nothing else of src knows it here.
jest.mock('../../src/knowledge/meshes/mesh-list', () => {
  const actual = jest.requireActual('../../src/knowledge/meshes/mesh-list');
  return { ...actual, MESHES: [...actual.MESHES, jest.requireActual('./madeup-mesh').MADEUP] };
});

const IN = { labels: { 'madeup.example/join': 'yes' } };
const NATIVE = { ...IN, annotations: { 'madeup.example/native': '1' } };
const APP = { name: 'export', image: 'ghcr.io/acme/export:1.0.0', resources: { requests: { cpu: '100m' } } };

function annotated(annotations: object): object {
  return { ...IN, annotations };
}

function job(metadata: object, spec: object = {}): object {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'export' },
    spec: { activeDeadlineSeconds: 600, template: { metadata, spec: { restartPolicy: 'Never', containers: [APP], ...spec } } },
  };
}

function deployment(metadata: object, spec: object = {}): object {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { selector: {}, template: { metadata, spec: { containers: [APP], ...spec } } } };
}

/** What rules say of a manifest: severity and message. */
async function says(rule: string, manifest: object, ...options: string[]): Promise<string[]> {
  const { out, err } = await run(['check', '-', '--format', 'json', ...options], JSON.stringify(manifest));
  expect(err).toBe('');
  return JSON.parse(out).findings.filter((finding: any) => finding.rule === rule).map((finding: any) => `${finding.severity}: ${finding.message}`);
}

const MESH = ['--mesh', 'madeup@1.1'];

describe('check', () => {
  test('a Job is judged without and with --mesh', async () => {
    expect(await says('NS402', job(IN))).toEqual([expect.stringMatching(/^warning: .*Madeup/)]);
    expect(await says('NS402', job(annotated({ 'madeup.example/native': '0' })))).toHaveLength(1);
    expect(await says('NS402', job(NATIVE))).toEqual([]);
    expect(await says('NS402', job(IN), ...MESH)).toEqual([expect.stringMatching(/^error: .*'madeup-proxy'/)]);
    expect(await says('NS402', job(NATIVE), ...MESH)).toEqual([]);
    expect(await says('NS606', job(NATIVE), '--mesh', 'madeup@1.0')).toEqual([expect.stringMatching(/Madeup 1\.0.*'madeup\.example\/native'/)]);
  });

  test('what a pod says about joining counts', async () => {
    const out = { labels: { 'madeup.example/join': 'no' } };

    expect(await says('NS402', job(out), ...MESH)).toEqual([]);
    expect(await says('NS510', job(out))).toEqual([expect.stringMatching(/Madeup.*madeup\.example\/join: no/)]);
    expect(await says('NS514', deployment(IN, { initContainers: [{ name: 'db', image: 'acme/db:1', restartPolicy: 'Always' }] }))).toEqual([expect.stringContaining('Madeup')]);
    expect(await says('NS301', deployment(annotated({ 'madeup.example/drain': '5' }), { terminationGracePeriodSeconds: 5 }))).toEqual([expect.stringContaining('Madeup')]);
    expect(await says('NS606', deployment(IN, { hostNetwork: true }), ...MESH)).toEqual([expect.stringContaining('Madeup')]);
  });

  test('annotations that it does not read, or that an ordinary proxy needed, are found', async () => {
    expect(await says('NS606', deployment(annotated({ 'madeup.example/nativ': 'true' })))).toEqual([expect.stringContaining("'madeup.example/nativ'")]);
    expect(await says('NS606', deployment(annotated({ 'madeup.example/native': 'true', 'madeup.example/linger': '9' })), ...MESH)).toHaveLength(1);
    expect(await says('NS507', deployment(annotated({ 'madeup.example/outlive': '9' })))).toEqual([expect.stringContaining('makes the proxy outlive the app')]);
    expect(await says('NS507', deployment(annotated({ 'madeup.example/native': 'maybe' })))).toEqual([expect.stringMatching(/'madeup\.example\/native'.*Madeup/)]);
    expect(await says('NS506', deployment(annotated({ 'madeup.example/options': 'holdApp' })))).toEqual([expect.stringContaining('holdApp')]);
  });

  test('its names, ports and users are reserved', async () => {
    const taken = [{ ...APP, ports: [{ containerPort: 7001 }] }, { ...APP, name: 'other', securityContext: { runAsUser: 7007 } }];

    expect(await says('NS605', deployment(NATIVE, { containers: taken }), ...MESH)).toEqual([
      expect.stringMatching(/7001.*Madeup/),
      expect.stringMatching(/7007.*Madeup/),
    ]);
  });

  test('bypasses, quit calls, wrappers and proxies of yesterday are recognized', async () => {
    const init = { ...APP, name: 'migrate', securityContext: { runAsUser: 7007 } };
    const script = (text: string) => ({ containers: [{ ...APP, command: ['sh', '-c', text] }] });

    expect(await says('NS511', deployment(annotated({ 'madeup.example/skip': '5432' }), { initContainers: [init] }))).toHaveLength(2);
    expect(await says('NS501', job(NATIVE, script('./work; curl -X POST http://localhost:7001/finish')))).toEqual([expect.stringContaining('localhost:7001/finish')]);
    expect(await says('NS501', job(NATIVE, script('./work; madeupctl stop')))).toEqual([expect.stringContaining('madeupctl stop')]);
    expect(await says('NS502', job(NATIVE, { containers: [{ ...APP, command: ['/madeup-run', '--', './work'] }] }))).toEqual([expect.stringContaining('madeup-run')]);
    expect(await says('NS513', deployment({}, { containers: [APP, { name: 'madeup-proxy', image: 'madeup/madeup-proxy:1.0' }] }))).toEqual([expect.stringMatching(/'madeup-proxy'.*Madeup/)]);
  });

  test('a gate that it rewrites is found where its proxy is not native', async () => {
    const cache = { name: 'cache', image: 'memcached:1.6.45-alpine', restartPolicy: 'Always', startupProbe: { httpGet: { path: '/', port: 8081 } } };

    expect(await says('NS106', deployment(IN, { initContainers: [cache] }), ...MESH)).toEqual([expect.stringMatching(/Madeup.*'cache'/)]);
    expect(await says('NS106', deployment(NATIVE, { initContainers: [cache] }), ...MESH)).toEqual([]);
    expect(await says('NS106', deployment(annotated({ 'madeup.example/probes': 'f' }), { initContainers: [cache] }), ...MESH)).toEqual([]);
  });
});

test('migrate switches it to native, and takes away what has no effect then', async () => {
  const manifest = job(annotated({ 'madeup.example/linger': '9', 'madeup.example/options': 'holdApp' }));

  await inFolder({ 'job.json': JSON.stringify(manifest, undefined, 2) }, async folder => {
    const { out } = await run(['migrate', `${folder}/job.json`, ...MESH, '--format', 'json']);

    expect(out).toMatch(/"path": ".*madeup\.example\/native/);
    expect(out).toContain('a native madeup-proxy stops after the app');
    expect(out).toContain('Madeup holds the app by a startup probe');
  });
});

test('migrate gives no sidecar a gate that its ordinary proxy would answer', async () => {
  const proxy = { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['--port=5432', 'acme:europe-west1:shop'] };

  await inFolder({ 'job.json': JSON.stringify(job(IN, { containers: [APP, proxy] }), undefined, 2) }, async folder => {
    const { out } = await run(['migrate', `${folder}/job.json`, '--format', 'json']);

    expect(out).toMatch(/"rule": "NS106",\s*"why": "'db' .*Madeup/);
  });
});

test('the prediction injects its proxy', () => {
  const [found] = findTemplates(deployment(annotated({ 'madeup.example/native': 'T', 'madeup.example/drain': '7' }))).templates;

  const { found: after, context, stops } = predictInMesh(readMesh('madeup@1.1'), found, KubernetesVersion.DEFAULT);

  expect((after.template as any).spec.initContainers.map((container: any) => container.name)).toEqual(['madeup-init', 'madeup-proxy']);
  expect(context).toMatchObject({ name: 'Madeup', version: '1.1', injected: ['madeup-init', 'madeup-proxy'] });
  expect(stops).toEqual({ 'madeup-init': { shutdown: 0 }, 'madeup-proxy': { shutdown: 7 } });
});

test('explain shows its proxy', async () => {
  const { out } = await run(['explain', '-', ...MESH], JSON.stringify(job(NATIVE)));

  expect(out).toContain('madeup-proxy');
});

test('--mesh lists it in its help and in its errors', async () => {
  const help = (await run(['check', '--help'])).out.replace(/\s+/g, ' ');
  const { err } = await run(['check', '-', '--mesh', 'meshless@1.0'], '');

  expect(help).toMatch(/linkerd, istio, kuma, consul, dapr,? or madeup/);
  expect(err).toMatch(/linkerd, istio, kuma, consul, dapr,? (or )?madeup/);
  expect((await run(['check', '-', '--mesh', 'madeup@9.0'], '')).err).toMatch(/1\.0 to 1\.2/);
});

/** What its file in `src/meshes` and its factory on `Mesh` come to. */
class MadeupMesh extends Mesh {
  public readonly name: string;
  public readonly version: string;
  private readonly kind: MeshKind;

  public constructor() {
    super();
    this.kind = meshKind(MADEUP, { version: meshVersion(MADEUP, '1.1', true, inTypeScript), native: true, cni: false, drainSeconds: 4.2 });
    this.name = this.kind.name;
    this.version = this.kind.version;
  }

  public join(workload: MeshedWorkload): MeshMembership {
    return this.kind.join(workload);
  }
}

test('a construct joins it by its facts', () => {
  const manifest: any = deployment({}, { initContainers: [{ name: 'cache', restartPolicy: 'Always', startupProbe: { httpGet: { port: 1 } } }] });
  const [found] = findTemplates(manifest).templates;

  const joined = joinMesh(new MadeupMesh(), found, KubernetesVersion.DEFAULT);

  expect(manifest.spec.template.metadata).toEqual({
    annotations: { 'madeup.example/drain': '5', 'madeup.example/native': 'true' },
    labels: { 'madeup.example/join': 'yes' },
  });
  expect((joined.predict(found).template as any).spec.initContainers).toMatchObject([
    { name: 'madeup-init' }, { name: 'madeup-proxy' }, { name: 'cache', startupProbe: { httpGet: { path: '/for/cache', port: 7002 } } },
  ]);
});
