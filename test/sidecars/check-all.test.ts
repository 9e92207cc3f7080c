import { ApiObject, App, Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { addSidecar, chartIn, deploymentIn, refusals } from './support';
import { KubernetesVersion, PodLifecycle } from '../../src';

/** A Job that never ends, because its proxy does not. */
function endlessJobIn(scope: ReturnType<typeof chartIn>, id: string = 'export') {
  return new kplus.Job(scope, id, {
    containers: [
      { name: 'export', image: 'ghcr.io/acme/export:1.0.0' },
      { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2' },
    ],
  });
}

const ENDLESS = "NS401 'db' (Cloud SQL Auth Proxy) is an ordinary container of a Job and never exits by itself, so the Job never completes: "
  + 'make it a native sidecar (NativeSidecar in a construct, an init container with restartPolicy: Always in a manifest)';

test('without it, a workload that nobody asked about is not checked', () => {
  const chart = chartIn();
  endlessJobIn(chart);

  expect(refusals(chart)).toEqual([]);
});

describe('checkAll', () => {
  test('finds what is created later, and says where it is', () => {
    const chart = chartIn();
    PodLifecycle.checkAll(chart);

    endlessJobIn(chart);
    deploymentIn(chart);

    expect(refusals(chart)).toEqual([`[shop] shop/export: ${ENDLESS}`]);
  });

  test('finds it in every chart of an app', () => {
    const app = new App();
    PodLifecycle.checkAll(app);

    const charts = ['shop', 'batch'].map(id => chartIn(app, id));
    charts.forEach(chart => endlessJobIn(chart));

    expect(() => app.synthYaml()).toThrow(new Error(
      `Validation failed with the following errors:\n  [] shop/export: ${ENDLESS}\n  [] batch/export: ${ENDLESS}`));
  });

  test('says it once about a workload that is checked anyway', () => {
    const chart = chartIn();
    PodLifecycle.checkAll(chart);
    addSidecar(deploymentIn(chart, { terminationGracePeriod: Duration.seconds(1) }));

    expect(refusals(chart)).toEqual([expect.stringMatching(/^\[shop\/web\] NS301 /)]);
  });

  test('respects what the manifest acknowledges', () => {
    const chart = chartIn();
    PodLifecycle.checkAll(chart);

    ApiObject.of(endlessJobIn(chart)).metadata.addAnnotation('acknowledge.cdk8s-sidecars/NS401', 'a wrapper ends it');

    expect(refusals(chart)).toEqual([]);
  });

  test('knows the target version', () => {
    const chart = chartIn();
    PodLifecycle.checkAll(chart);
    PodLifecycle.target(chart, KubernetesVersion.of('1.28'));

    new kplus.k8s.KubePod(chart, 'pod', {
      spec: {
        initContainers: [{ name: 'proxy', image: 'ghcr.io/acme/proxy:1.2.0', restartPolicy: 'Always' }],
        containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }],
      },
    });

    expect(refusals(chart)).toEqual([expect.stringMatching(/^\[shop\] shop\/pod: NS601 'proxy' cannot be native on Kubernetes 1\.28/)]);
  });

  test('names a pod that cannot be read', () => {
    const chart = chartIn();
    PodLifecycle.checkAll(chart);

    new ApiObject(chart, 'empty', { apiVersion: 'v1', kind: 'Pod', spec: { containers: [] } });

    expect(refusals(chart)).toEqual([
      "[shop] shop/empty: Pod 'shop-empty' has no containers: 'spec.containers' is an empty list, but a pod needs at least one container",
    ]);
  });

  test('does not spread a workload twice', () => {
    const write = (check: boolean) => {
      const chart = chartIn();
      if (check) {
        PodLifecycle.checkAll(chart);
      }
      deploymentIn(chart, { spread: true });
      return Testing.synth(chart);
    };

    expect(write(true)).toEqual(write(false));
  });
});
