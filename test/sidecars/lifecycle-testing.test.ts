import { Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn } from './support';
import { KubernetesVersion, LifecycleTesting, PodLifecycle, Scenario } from '../../src';

/** Two workloads with names of which one holds the other's. */
function shop(): Chart {
  const chart = chartIn();
  addSidecar(kubeDeploymentIn(chart));
  kubeDeploymentIn(chart, {}, 'web-admin');
  new kplus.ConfigMap(chart, 'settings');
  return chart;
}

describe('LifecycleTesting', () => {
  test('reads every pod of a chart', () => {
    expect(LifecycleTesting.pods(shop()).map(pod => pod.title)).toEqual(['Deployment/shop-web', 'Deployment/shop-web-admin']);
  });

  test('finds a workload by its whole name, or by a part that only one has', () => {
    const chart = shop();

    expect(LifecycleTesting.pod(chart, 'Deployment/shop-web').sidecars).toHaveLength(1);
    expect(LifecycleTesting.pod(chart, 'admin').sidecars).toHaveLength(0);
  });

  test.each([
    ['web', "chart 'shop' has 2 workloads that match 'web': use one of 'Deployment/shop-web', 'Deployment/shop-web-admin'"],
    ['db', "chart 'shop' has 0 workloads that match 'db': use one of 'Deployment/shop-web', 'Deployment/shop-web-admin'"],
  ])('refuses %s, which is not the name of just one', (workload, message) => {
    expect(() => LifecycleTesting.pod(shop(), workload)).toThrow(new Error(message));
  });

  test('says so when a chart has no workload', () => {
    expect(() => LifecycleTesting.pod(chartIn(), 'web')).toThrow(new Error("chart 'shop' has 0 workloads that match 'web': add a workload to the chart"));
  });

  test('plays what the scenario says, and assumes nothing', () => {
    const timeline = LifecycleTesting.timeline(shop(), 'Deployment/shop-web', { deleteAt: 10, containers: { cache: { shutdown: 2 } } });

    expect(timeline.startsBefore('cache', 'web')).toBe(true);
    expect([timeline.endOf('web'), timeline.endOf('cache')]).toEqual([10, 12]);
  });

  test('plays the kubelet that the chart is meant for, unless the scenario says another', () => {
    const chart = shop();
    PodLifecycle.target(chart, KubernetesVersion.of('1.35'));
    const played = (scenario?: Scenario) => LifecycleTesting.timeline(chart, 'admin', scenario).kubernetes.toString();

    expect([played(), played({ kubernetes: KubernetesVersion.of('1.30') })]).toEqual(['1.35', '1.30']);
  });

  test('PodLifecycle plays every key of a scenario', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web);
    const stubborn = { containers: { web: { ignoresSigterm: true } } };

    const timeline = PodLifecycle.of(web).timeline({ ...stubborn, deleteAt: 10, deleteGracePeriod: 4, kubernetes: KubernetesVersion.of('1.35'), featureGates: ['ContainerStopSignals'] });

    expect(timeline.eventsOf('web').find(event => event.event === 'sigkill')?.at).toBe(14);
    expect(timeline.kubernetes.assumedFeatures).toEqual(['stop-signal']);
  });

  test('sees what PodLifecycle tells beforehand', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web);

    expect(PodLifecycle.of(web).pod.manifest).toEqual(LifecycleTesting.pod(chart, 'web').manifest);
  });

  test('throws what synth throws', () => {
    const chart = chartIn();
    addSidecar(deploymentIn(chart)).startsAfterInit('migrate');

    expect(() => LifecycleTesting.pods(chart)).toThrow('NS203');
  });
});
