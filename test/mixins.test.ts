// The newest version of constructs in place of the oldest that is supported: `with` exists since 10.5.
jest.mock('constructs', () => jest.requireActual('constructs-mixins'));

import { App, Chart, Testing } from 'cdk8s';
import { LifecycleTesting, Mesh, NativeSidecar, Severity, WorkloadMixin } from '../src';
import { chartIn, CACHE, deploymentIn, kubeDeploymentIn, refusals } from './sidecars/support';

/** The construct with the method that its type does not have in the oldest version. */
function mixable(scope: App | Chart): { with(...mixins: Pick<WorkloadMixin, 'supports' | 'applyTo'>[]): unknown } {
  return scope as never;
}

function cacheMixin(): WorkloadMixin {
  return WorkloadMixin.sidecar('cache', { addSidecar: (workload, id) => new NativeSidecar(workload, id, CACHE) });
}

function sidecarsOf(chart: Chart): string[][] {
  return LifecycleTesting.pods(chart).map(pod => pod.sidecars.map(({ name }) => name));
}

test.each<[string, (chart: Chart) => App | Chart]>([
  ['a chart', chart => chart],
  ['an app', chart => chart.node.root as App],
])('with() on %s gives a sidecar to every workload, also to later ones, and to each once', (_, scopeOf) => {
  const chart = chartIn();
  deploymentIn(chart);

  const returned = mixable(scopeOf(chart)).with(cacheMixin());
  kubeDeploymentIn(chart, {}, 'late');

  expect(returned).toBe(scopeOf(chart));
  expect(sidecarsOf(chart)).toEqual([['cache'], ['cache']]);
});

test('with() takes several mixins, and the same mixin twice', () => {
  const chart = chartIn();
  const cache = cacheMixin();
  deploymentIn(chart);

  mixable(chart).with(cache, WorkloadMixin.mesh(Mesh.linkerd({ version: '2.20' })));
  mixable(chart.node.root as App).with(cache);

  const [pod] = LifecycleTesting.pods(chart);
  expect(pod.sidecars.map(({ name }) => name)).toEqual(['cache']);
  expect(pod.metadata.annotations).toMatchObject({ 'linkerd.io/inject': 'enabled' });
});

test('with() checks every workload once', () => {
  const chart = chartIn(Testing.app());
  kubeDeploymentIn(chart, { initContainers: [{ name: 'proxy', image: 'ghcr.io/acme/proxy:1.2.0', restartPolicy: 'Always' }] });

  mixable(chart).with(WorkloadMixin.checks({ failOn: Severity.WARNING }));

  expect(refusals(chart)).toEqual([expect.stringMatching(/^\[shop\] shop\/web: NS101 /)]);
});
