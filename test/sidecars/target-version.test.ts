import { App } from 'cdk8s';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, refusals } from './support';
import { KubernetesVersion, PodLifecycle } from '../../src';

const targets = (...webs: Parameters<typeof PodLifecycle.of>[0][]) => webs.map(web => PodLifecycle.of(web).kubernetes.toString());

describe('the version that a workload is meant for', () => {
  test('is 1.33 when nobody says one', () => {
    expect(targets(deploymentIn(chartIn()))).toEqual(['1.33']);
  });

  test('is what the nearest scope says: workload, chart, app', () => {
    const app = new App();
    const chart = chartIn(app);
    const [web, api] = ['web', 'api'].map(id => deploymentIn(chart, {}, id));
    const batch = kubeDeploymentIn(chartIn(app, 'batch'));

    PodLifecycle.target(web, KubernetesVersion.of('1.36'));
    PodLifecycle.target(chart, KubernetesVersion.of('1.35'));
    PodLifecycle.target(app, KubernetesVersion.of('1.34'));

    expect(targets(web, api, batch)).toEqual(['1.36', '1.35', '1.34']);
  });

  test('can be set again for the same scope, but not to another one', () => {
    const web = deploymentIn(chartIn());

    ['1.34', '1.34'].forEach(version => PodLifecycle.target(web, KubernetesVersion.of(version)));

    expect(() => PodLifecycle.target(web, KubernetesVersion.of('1.35'))).toThrow(new Error(
      "'shop/web' already targets Kubernetes 1.34, so it cannot target 1.35 as well: set the version in one place"));
    expect(targets(web)).toEqual(['1.34']);
  });

  test('is the one whose kubelet is played', () => {
    const web = deploymentIn(chartIn());
    PodLifecycle.target(web, KubernetesVersion.of('1.35'));

    const life = PodLifecycle.of(web);

    expect(life.timeline().kubernetes.toString()).toBe('1.35');
    expect(life.timeline({ kubernetes: KubernetesVersion.of('1.30') }).kubernetes.toString()).toBe('1.30');
  });
});

describe('a version without native sidecars', () => {
  test('is refused', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    ['cache', 'proxy'].forEach(id => addSidecar(web, id));

    PodLifecycle.target(chart, KubernetesVersion.of('1.28'));

    expect(refusals(chart)).toEqual([
      "[shop/web] NS601 'cache', 'proxy' cannot be native on Kubernetes 1.28: it does not support native sidecars, or does not stop them in order: "
      + 'target 1.29 or newer; native sidecars are stable from 1.33',
    ]);
  });

  test('is no problem without sidecars, and 1.29 is none with them', () => {
    const [old, new129] = [chartIn(), chartIn()];
    PodLifecycle.target(old, KubernetesVersion.of('1.28'));
    PodLifecycle.of(deploymentIn(old));
    PodLifecycle.target(new129, KubernetesVersion.of('1.29'));
    addSidecar(deploymentIn(new129));

    expect([refusals(old), refusals(new129)]).toEqual([[], []]);
  });
});
