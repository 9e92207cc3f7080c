import { App, Include, JsonPatch, Lazy, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct, Node } from 'constructs';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn } from './support';
import { KubernetesVersion, PodLifecycle, StartupGate } from '../../src';

const rulesOf = (workload: kplus.Deployment) => PodLifecycle.of(workload).findings.map(({ rule }) => rule);

describe('rules at synth know the other objects of the app', () => {
  test('an autoscaler by utilization, and a sidecar without a request: NS609', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web).removeField('resources.requests.cpu');
    new kplus.HorizontalPodAutoscaler(chart, 'hpa', { target: web, maxReplicas: 3, metrics: [kplus.Metric.resourceCpu(kplus.MetricTarget.averageUtilization(80))] });

    expect(rulesOf(web)).toContain('NS609');
  });

  test('a Service that names the port of a sidecar, in another chart of the app: NS607', () => {
    const app = new App();
    const web = kubeDeploymentIn(chartIn(app));
    addSidecar(web, 'cache', { ports: [{ name: 'memcached', number: 11211 }], startup: StartupGate.tcpSocket(11211) });
    PodLifecycle.target(app, KubernetesVersion.of('1.32'));
    new kplus.k8s.KubeService(chartIn(app, 'network'), 'cache', { spec: { selector: { app: 'web' }, ports: [{ port: 1, targetPort: kplus.k8s.IntOrString.fromString('memcached') }] } });

    expect(PodLifecycle.of(web).findings.map(({ rule }) => rule)).toContain('NS607');
  });

  test('but not those of another namespace', () => {
    const app = new App();
    const web = kubeDeploymentIn(chartIn(app));
    addSidecar(web, 'cache', { ports: [{ name: 'memcached', number: 11211 }], startup: StartupGate.tcpSocket(11211) });
    PodLifecycle.target(app, KubernetesVersion.of('1.32'));
    new kplus.k8s.KubeService(chartIn(app, 'network', 'other'), 'cache', { spec: { selector: { app: 'web' }, ports: [{ port: 1, targetPort: kplus.k8s.IntOrString.fromString('memcached') }] } });

    expect(PodLifecycle.of(web).findings.map(({ rule }) => rule)).not.toContain('NS607');
  });

  test('also an object of a manifest that the app includes', () => {
    const chart = chartIn();
    const web = kubeDeploymentIn(chart);
    addSidecar(web);
    new Include(chart, 'service', { url: 'test/fixtures/manifests/knative-service.yaml' });

    expect(() => Testing.synth(chart)).not.toThrow();
  });
});

test('the objects of the app are rendered once for all workloads of a synth', () => {
  const chart = chartIn();
  const rendered = jest.fn(() => ({ a: '1' }));
  new kplus.k8s.KubeConfigMap(chart, 'config', { get data() { return rendered(); } });
  for (const id of ['a', 'b', 'c', 'd']) {
    addSidecar(kubeDeploymentIn(chart, {}, id));
  }
  rendered.mockClear();

  Testing.synth(chart);

  expect(rendered.mock.calls.length).toBeLessThanOrEqual(2);
});

describe('a question about one workload', () => {
  /** How often Services are rendered while each of several workloads with a Service is asked. */
  function renderingsFor(workloads: number, ask: (workload: kplus.Deployment) => void): number {
    const chart = chartIn();
    const all = Array.from({ length: workloads }, (_, index) => deploymentIn(chart, {}, `web-${index}`));
    all.forEach(workload => {
      addSidecar(workload);
      workload.exposeViaService();
    });
    const spy = jest.spyOn(kplus.Service.prototype as any, '_toKube');
    try {
      all.forEach(ask);
      return spy.mock.calls.length;
    } finally {
      spy.mockRestore();
    }
  }

  test.each<[string, (workload: kplus.Deployment) => void]>([
    ['findings', workload => PodLifecycle.of(workload).findings],
    ['timeline', workload => PodLifecycle.of(workload).timeline()],
    ['budget', workload => PodLifecycle.of(workload).budget],
  ])('renders its own Service once, and no other: %s', (_name, ask) => {
    expect(renderingsFor(12, ask)).toBe(12);
  });

  test('sees what changed since the last question', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web);
    const hasDelay = () => PodLifecycle.of(web).pod.mains[0].spec.lifecycle?.preStop !== undefined;
    const service = new kplus.Service(chart, 'service', { ports: [{ port: 80 }] });

    const before = hasDelay();
    service.select(web);

    expect([before, hasDelay()]).toEqual([false, true]);
  });

  test('sees a Service that came or went since the last question', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web);
    const hasDelay = () => PodLifecycle.of(web).pod.mains[0].spec.lifecycle?.preStop !== undefined;

    const before = hasDelay();
    const below = new Construct(chart, 'network');
    const between = hasDelay();
    const service = new kplus.Service(below, 'service', { ports: [{ port: 80 }], selector: web });
    const after = hasDelay();
    below.node.tryRemoveChild(service.node.id);

    expect([before, between, after, hasDelay()]).toEqual([false, false, true, false]);
  });

  test('sees what a Service forwards now', () => {
    const chart = chartIn();
    const web = kubeDeploymentIn(chart);
    addSidecar(web, 'cache', { ports: [{ name: 'memcached', number: 11211 }], startup: StartupGate.tcpSocket(11211) });
    PodLifecycle.target(chart, KubernetesVersion.of('1.32'));
    let port = 'http';
    const targetPort = Lazy.any({ produce: () => kplus.k8s.IntOrString.fromString(port) });
    new kplus.k8s.KubeService(chart, 'service', { spec: { selector: { app: 'web' }, ports: [{ port: 1, targetPort }] } });
    const asked = () => PodLifecycle.of(web).findings.map(({ rule }) => rule).includes('NS607');

    const before = asked();
    port = 'memcached';

    expect([before, asked()]).toEqual([false, true]);
  });

  test('walks through the app only if that has got or lost constructs', () => {
    const chart = chartIn();
    const all = Array.from({ length: 12 }, (_, index) => deploymentIn(chart, {}, `web-${index}`));
    all.forEach(workload => addSidecar(workload));
    const walk = jest.spyOn(Node.prototype, 'findAll');

    all.forEach(workload => PodLifecycle.of(workload).findings);
    const walks = walk.mock.contexts.filter(node => node === chart.node.root.node).length;

    walk.mockRestore();
    expect(walks).toBe(1);
  });

  test('sees a selector that only the rendered Service has', () => {
    const chart = chartIn();
    const web = kubeDeploymentIn(chart);
    addSidecar(web);
    const service = new kplus.k8s.KubeService(chart, 'service', { spec: { selector: { app: 'other' }, ports: [{ port: 80 }] } });
    const hasDelay = () => PodLifecycle.of(web).pod.mains[0].spec.lifecycle?.preStop !== undefined;

    const before = hasDelay();
    service.addJsonPatch(JsonPatch.replace('/spec/selector', { app: 'web' }));

    expect([before, hasDelay()]).toEqual([false, true]);
  });
});
