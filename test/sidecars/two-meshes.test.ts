import { addSidecar, chartIn, refusals } from './support';
import { Mesh, MeshedDeployment, PodLifecycle } from '../../src';
import { run } from '../cli/run';

const DAPR = Mesh.dapr({ version: '1.18', appId: 'web' });
const CONTAINERS = [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }];

function both(mesh: Mesh, second = DAPR): PodLifecycle {
  const web = new MeshedDeployment(chartIn(), 'web', { mesh, containers: CONTAINERS });
  addSidecar(web, 'cache');
  const life = PodLifecycle.of(web);
  life.joinMesh(second);
  return life;
}

const inits = ({ pod }: PodLifecycle) => pod.spec.initContainers.map((container: any) => container.name);

test.each<[string, Mesh, string[]]>([
  ['Linkerd', Mesh.linkerd({ version: '2.20' }), ['linkerd-init', 'linkerd-proxy', 'cache', 'daprd']],
  ['Istio', Mesh.istio({ version: '1.29' }), ['istio-init', 'istio-proxy', 'cache', 'daprd']],
  ['Kuma', Mesh.kuma({ version: '2.14' }), ['kuma-init', 'kuma-sidecar', 'cache', 'daprd']],
  ['Consul', Mesh.consul({ version: '2.0' }), ['cache', 'consul-connect-inject-init', 'consul-dataplane', 'daprd']],
])('Dapr beside %s: both are asked for, and daprd starts last', (_name, mesh, expected) => {
  const life = both(mesh);

  expect(inits(life)).toEqual(expected);
  expect(life.pod.metadata.annotations).toMatchObject({ 'dapr.io/enabled': 'true' });
  expect(life.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(life.clusterNeeds).toEqual([...mesh.join({ isJob: false, kubernetes: life.kubernetes }).clusterNeeds]);
});

test('it does not matter which one joins first', () => {
  expect(inits(both(DAPR, Mesh.linkerd({ version: '2.20' })))).toEqual(inits(both(Mesh.linkerd({ version: '2.20' }))));
});

test('the injector of Istio runs after that of Dapr, and redirects the probes of daprd too', () => {
  expect(both(Mesh.istio({ version: '1.29' })).pod.container('daprd').spec.readinessProbe.httpGet).toMatchObject({ path: '/app-health/daprd/readyz', port: 15020 });
});

test('the grace period has time for both', () => {
  const [one, two] = [new MeshedDeployment(chartIn(), 'web', { mesh: Mesh.linkerd({ version: '2.20' }), containers: CONTAINERS }), both(Mesh.linkerd({ version: '2.20' }))];

  expect(two.gracePeriod.toSeconds()).toBe(PodLifecycle.of(one).gracePeriod.toSeconds() + 5 + 5);
});

test('ports of both are taken, each by its own mesh', () => {
  const chart = chartIn();
  const ports = [{ number: 4191 }, { number: 3500, name: 'dapr' }];
  const web = new MeshedDeployment(chart, 'web', { mesh: Mesh.linkerd({ version: '2.20' }), containers: [{ ...CONTAINERS[0], ports }] });
  PodLifecycle.of(web).joinMesh(DAPR);

  expect(refusals(chart).filter(line => line.includes('NS605'))).toEqual([
    expect.stringMatching(/3500, which the proxy of Dapr/), expect.stringMatching(/4191, which the proxy of Linkerd/),
  ]);
});

describe('--mesh with both', () => {
  const marks = { 'linkerd.io/inject': 'enabled', 'dapr.io/enabled': 'true', 'dapr.io/app-id': 'export' };
  const job = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'export' },
    spec: { activeDeadlineSeconds: 600, template: { metadata: { annotations: marks }, spec: { restartPolicy: 'Never', containers: [{ name: 'work', image: 'ghcr.io/acme/work:1.0.0' }] } } },
  };

  test.each(['linkerd@2.20,dapr@1.18', 'dapr@1.18,linkerd@2.20'])('%s predicts both', async mesh => {
    const { out } = await run(['check', '-', '--format', 'json', '--mesh', mesh], JSON.stringify(job));

    expect(JSON.parse(out).findings.filter(({ rule }: any) => rule === 'NS402').map(({ message }: any) => message)).toEqual([expect.stringMatching(/^Dapr adds 'daprd'/)]);
    expect((await run(['explain', '-', '--mesh', mesh], JSON.stringify(job))).out).toMatch(/linkerd-proxy[^]*daprd/);
  });

  test('what is said about the container of one names that one, and stands at its annotation', async () => {
    const annotations = { ...marks, 'dapr.io/enable-native-sidecar': 'true' };
    const native = { ...job, spec: { ...job.spec, template: { ...job.spec.template, metadata: { annotations } } } };

    const { out } = await run(['check', '-', '--format', 'json', '--mesh', 'linkerd@2.20,dapr@1.18'], JSON.stringify(native));

    expect(JSON.parse(out).findings.filter(({ rule }: any) => rule === 'NS101')).toMatchObject([
      { path: expect.stringContaining('dapr.io/'), fix: 'make the app wait for it, because Dapr 1.18 sets no startup probe' },
    ]);
  });

  test('two that exclude each other are refused', async () => {
    expect((await run(['check', '-', '--mesh', 'linkerd@2.20,istio@1.29'], '')).err).toContain("'linkerd@2.20,istio@1.29' names meshes that a pod cannot join at once: write one of them");
  });
});
