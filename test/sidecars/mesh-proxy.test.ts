import { Chart, Duration } from 'cdk8s';
import { SOURCES } from './sources';
import { addSidecar, chartIn, deploymentIn } from './support';
import { Mesh, MeshedDeployment, PodLifecycle, PodOutcome, Timeline } from '../../src';

const LINKERD = Mesh.linkerd({ version: '2.20' });
const ISTIO = Mesh.istio({ version: '1.29' });
const KUMA = Mesh.kuma({ version: '2.14' });
const CONSUL = Mesh.consul({ version: '1.9' });
const DAPR = Mesh.dapr({ version: '1.18', appId: 'orders' });

/** A Deployment with an init container, a sidecar that needs 3 s and an app that needs 20 s, in a mesh. */
function shop(mesh: Mesh, chart: Chart = chartIn()): PodLifecycle {
  const web = new MeshedDeployment(chart, 'web', {
    mesh,
    containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }],
    initContainers: [{ name: 'migrate', image: 'ghcr.io/acme/web:1.4.2' }],
    shutdown: Duration.seconds(20),
  });
  addSidecar(web, 'cache', { shutdown: Duration.seconds(3) });
  return PodLifecycle.of(web);
}

function order(life: PodLifecycle): string[] {
  return life.pod.containers.map(({ name, role }) => role === 'sidecar' ? `${name}*` : name);
}

describe('where the proxy stands; a star is a native sidecar', () => {
  test.each<[string, Mesh, string[]]>([
    ['Linkerd', LINKERD, ['linkerd-init', 'linkerd-proxy*', 'cache*', 'migrate', 'web']],
    ['Linkerd with CNI', Mesh.linkerd({ version: '2.20', cni: true }), ['linkerd-network-validator', 'linkerd-proxy*', 'cache*', 'migrate', 'web']],
    ['Linkerd, not native', Mesh.linkerd({ version: '2.20', nativeSidecar: false }), ['cache*', 'migrate', 'linkerd-init', 'linkerd-proxy', 'web']],
    ['Istio', ISTIO, ['istio-init', 'istio-proxy*', 'cache*', 'migrate', 'web']],
    ['Istio with CNI', Mesh.istio({ version: '1.29', cni: true }), ['istio-validation', 'istio-proxy*', 'cache*', 'migrate', 'web']],
    ['Istio, not native', Mesh.istio({ version: '1.29', nativeSidecar: false }), ['cache*', 'migrate', 'istio-init', 'web', 'istio-proxy']],
    ['Kuma', KUMA, ['kuma-init', 'kuma-sidecar*', 'cache*', 'migrate', 'web']],
    ['Consul', CONSUL, ['cache*', 'migrate', 'consul-connect-inject-init', 'consul-dataplane*', 'web']],
    ['Dapr', DAPR, ['cache*', 'migrate', 'daprd*', 'web']],
  ])('%s', (_name, mesh, expected) => {
    expect(order(shop(mesh))).toEqual(expected);
  });
});

describe('what the stop takes, in its order', () => {
  test.each<[string, Mesh, string, number]>([
    ['Linkerd', LINKERD, 'web shutdown 20 s + cache shutdown 3 s + linkerd-proxy shutdown 5 s = 28 s, plus 2 s of margin: 30 s', 30],
    ['Istio, which drains in its hook', ISTIO, 'web shutdown 20 s + cache shutdown 3 s = 23 s, plus 2 s of margin: 25 s', 25],
    ['Istio before it drained in a hook', Mesh.istio({ version: '1.20' }), 'web shutdown 20 s + cache shutdown 3 s + istio-proxy shutdown 5 s = 28 s, plus 2 s of margin: 30 s', 30],
    ['Kuma', KUMA, 'web shutdown 20 s + cache shutdown 3 s = 23 s, plus 2 s of margin: 25 s', 25],
    ['Consul', CONSUL, 'web shutdown 20 s + consul-dataplane shutdown 5 s + cache shutdown 3 s = 28 s, plus 2 s of margin: 30 s', 30],
    ['Dapr', DAPR, 'web shutdown 20 s + daprd shutdown 5 s + cache shutdown 3 s = 28 s, plus 2 s of margin: 30 s', 30],
    ['an ordinary proxy of Istio beside the app', Mesh.istio({ version: '1.29', nativeSidecar: false }), 'web shutdown 20 s + cache shutdown 3 s = 23 s, plus 2 s of margin: 25 s', 25],
    ['an ordinary proxy of Linkerd beside the app', Mesh.linkerd({ version: '2.20', nativeSidecar: false }),
      'linkerd-proxy shutdown 120 s + cache shutdown 3 s = 123 s, plus 2 s of margin: 125 s', 125],
    ['a drain of half seconds, rounded up', Mesh.linkerd({ version: '2.20', drain: Duration.millis(1500) }),
      'web shutdown 20 s + cache shutdown 3 s + linkerd-proxy shutdown 2 s = 25 s, plus 2 s of margin: 27 s', 27],
  ])('%s', (_name, mesh, sum, grace) => {
    const life = shop(mesh);

    expect(life.budget.explain()).toBe(sum);
    expect(life.gracePeriod.toSeconds()).toBe(grace);
  });
});

/** Whether the app only starts when the proxy is up, and its last moment lies within the proxy's life. */
function isCovered(timeline: Timeline, proxy: string, container: string): boolean {
  return timeline.startsBefore(proxy, container) && timeline.outlives(proxy, container);
}

describe('a life inside of the mesh', () => {
  test.each<[string, Mesh, string]>([
    ['Linkerd', LINKERD, 'linkerd-proxy'], ['Istio', ISTIO, 'istio-proxy'], ['Kuma', KUMA, 'kuma-sidecar'],
  ])('%s: the proxy is up before everything of the user\'s and outlives it', (_name, mesh, proxy) => {
    const timeline = shop(mesh).timeline();

    expect([isCovered(timeline, proxy, 'web'), isCovered(timeline, proxy, 'cache'), isCovered(timeline, proxy, 'migrate')]).toEqual([true, true, true]);
    expect(timeline.outcome).toBe(PodOutcome.DELETED);
    expect(timeline.pod.containers.filter(container => timeline.isKilled(container.name))).toEqual([]);
  });

  test.each<[string, Mesh, string]>([
    ['Consul', CONSUL, 'consul-dataplane'], ['Dapr', DAPR, 'daprd'],
  ])('%s: the proxy outlives the app, but init containers and sidecars of the user are outside', (_name, mesh, proxy) => {
    const timeline = shop(mesh).timeline();

    expect(isCovered(timeline, proxy, 'web')).toBe(true);
    expect([timeline.startsBefore('migrate', proxy), timeline.startsBefore('cache', proxy), timeline.outlives('cache', proxy)]).toEqual([true, true, true]);
  });

  test('the proxy died first: so it is without a native one', () => {
    const web = deploymentIn(chartIn());
    const life = PodLifecycle.of(web, { shutdown: Duration.seconds(20) });
    life.joinMesh(Mesh.istio({ version: '1.29', nativeSidecar: false }));

    const timeline = life.timeline();

    expect(timeline.outlives('web', 'istio-proxy')).toBe(true);
    expect(timeline.outlives('istio-proxy', 'web')).toBe(false);
  });

  test('the app waits for the gate of the proxy, however long it takes', () => {
    const timeline = shop(LINKERD).timeline({ containers: { 'linkerd-proxy': { gateOpens: 40 } } });

    expect([timeline.startOf('migrate')! > 40, timeline.startOf('web')! > 40]).toEqual([true, true]);
  });

  test('an app in Dapr does not wait: daprd has no gate, and a warning says so', () => {
    const life = shop(DAPR);

    expect(life.timeline().startOf('web')).toBe(life.timeline().startOf('daprd'));
    expect(life.findings.filter(finding => finding.rule === 'NS101')).toEqual([expect.objectContaining({
      message: "sidecar 'daprd' has no startup probe, so 'web' may start before it listens",
      fix: 'make the app wait for it, because Dapr 1.18 sets no startup probe',
    })]);
  });

  test('the picture shows the proxy', () => {
    const lanes = shop(LINKERD).timeline().toText().split('\n').slice(1, 6);

    expect(lanes.map(lane => lane.split(/\s+/).slice(0, 2).join(' '))).toEqual([
      'linkerd-init init*', 'linkerd-proxy sidecar*', 'cache sidecar', 'migrate init', 'web main',
    ]);
  });
});

test('without a deadline, a Job with an ordinary proxy is stuck', () => {
  const life = PodLifecycle.of(SOURCES['cdk8s import'](chartIn(), 'Job'));

  life.joinMesh(Mesh.linkerd({ version: '2.20', nativeSidecar: false }));

  expect(life.timeline()).toMatchObject({
    outcome: PodOutcome.STUCK,
    why: "'app' exited, but 'linkerd-proxy' never does, and a pod completes only when all its main containers have exited",
  });
  expect(life.findings.map(finding => finding.rule)).toEqual(['NS402']);
});

test('nobody is in a mesh by himself', () => {
  const web = deploymentIn(chartIn());
  addSidecar(web);

  expect(PodLifecycle.of(web).pod.containers.map(container => container.name)).toEqual(['cache', 'web']);
  expect(PodLifecycle.of(web).clusterNeeds).toEqual([]);
});
