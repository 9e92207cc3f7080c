import { ApiObject, App, Chart, Duration, JsonPatch, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { CACHE, chartIn, deploymentIn, synthPod } from './support';
import { catalog, forEachWorkload, Mesh, NativeSidecar, PodLifecycle, SidecarJob, WorkloadMixin, Workloads } from '../../src';

const POD = '/spec/template/spec';
const LINKERD = Mesh.linkerd({ version: '2.20' });
const LOGS = WorkloadMixin.sidecar('logs', { addSidecar: (workload, id) => new NativeSidecar(workload, id, CACHE) });

/** A Deployment with a cache that the app connects to, and what patches it. */
function cachedWeb(...patches: JsonPatch[]): { readonly app: App; readonly chart: Chart; readonly web: kplus.Deployment } {
  const app = Testing.app();
  const chart = chartIn(app);
  const web = deploymentIn(chart, { podMetadata: { labels: { team: 'shop' } } });
  new catalog.RedisCache(web, 'redis').connect();
  ApiObject.of(web).addJsonPatch(...patches);
  return { app, chart, web };
}

const names = (chart: Chart) => synthPod(chart).manifest.spec.template.spec.initContainers.map((init: any) => init.name);

describe('a patch for the YAML with all sidecars does not disturb what looks at the workload before', () => {
  const patches: [string, JsonPatch, (manifest: any) => unknown, unknown][] = [
    ['of a sidecar', JsonPatch.replace(`${POD}/initContainers/0/startupProbe/failureThreshold`, 120),
      manifest => manifest.spec.template.spec.initContainers[0].startupProbe.failureThreshold, 120],
    ['that adds an init container', JsonPatch.add(`${POD}/initContainers/-`, { name: 'warm', image: 'ghcr.io/acme/warm:1.0.0' }),
      manifest => manifest.spec.template.spec.initContainers.at(-1).name, 'warm'],
    ['that adds a variable', JsonPatch.add(`${POD}/containers/0/env/-`, { name: 'LEVEL', value: 'info' }),
      manifest => manifest.spec.template.spec.containers[0].env.at(-1).name, 'LEVEL'],
    ['that adds an annotation', JsonPatch.add('/spec/template/metadata/annotations/foo', 'bar'),
      manifest => manifest.spec.template.metadata.annotations.foo, 'bar'],
  ];

  test.each(patches)('a mixin with a sidecar: a patch %s', (_, patch, read, value) => {
    const { app, chart } = cachedWeb(patch);
    LOGS.applyTo(app);

    expect(() => app.synthYaml()).not.toThrow();
    expect(names(chart)).toEqual(expect.arrayContaining(['redis', 'logs']));
    expect(read(synthPod(chart).manifest)).toEqual(value);
  });

  test.each(patches)('a mixin with a mesh, and functions for workloads with labels: a patch %s', (_, patch, read, value) => {
    const { app, chart, web } = cachedWeb(patch);
    const seen: unknown[] = [];
    WorkloadMixin.mesh(LINKERD).applyTo(app);
    forEachWorkload(app, workload => seen.push(workload), { labels: { team: 'shop' } });

    expect(Workloads.below(app, { labels: { team: 'shop' } })).toEqual([web]);
    const { manifest } = synthPod(chart);
    expect(seen).toEqual([web]);
    expect(manifest.spec.template.metadata.annotations['linkerd.io/inject']).toBe('enabled');
    expect(read(manifest)).toEqual(value);
  });

  test('a sidecar that only the mixin adds', () => {
    const chart = chartIn();
    ApiObject.of(deploymentIn(chart)).addJsonPatch(JsonPatch.replace(`${POD}/initContainers/0/image`, 'ghcr.io/acme/logs:2.0.0'));
    LOGS.applyTo(chart);

    expect(synthPod(chart).container('logs').spec.image).toBe('ghcr.io/acme/logs:2.0.0');
  });

  test('a SidecarJob', () => {
    const chart = chartIn();
    const job = new SidecarJob(chart, 'export', { containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.0.0' }], activeDeadline: Duration.hours(1) });
    ApiObject.of(job).addJsonPatch(JsonPatch.replace(`${POD}/initContainers/0/image`, 'ghcr.io/acme/logs:2.0.0'));
    LOGS.applyTo(chart);

    expect(synthPod(chart).container('logs').spec.image).toBe('ghcr.io/acme/logs:2.0.0');
  });

  test('a custom resource, whose pod template only its manifest shows', () => {
    const chart = chartIn();
    const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] } };
    const rollout = new ApiObject(chart, 'web', { apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout', spec: { selector: { matchLabels: { app: 'web' } }, template } });
    rollout.addJsonPatch(JsonPatch.replace(`${POD}/initContainers/0/image`, 'ghcr.io/acme/logs:2.0.0'));
    LOGS.applyTo(chart);

    expect(synthPod(chart).container('logs').spec.image).toBe('ghcr.io/acme/logs:2.0.0');
  });
});

test('a patch that refuses a mesh counts, and so does one that adds a label', () => {
  const chart = chartIn();
  const web = deploymentIn(chart, { metadata: { labels: { tier: 'front' } }, podMetadata: { annotations: { owner: 'shop' } } });
  ApiObject.of(web).addJsonPatch(
    JsonPatch.add('/spec/template/metadata/annotations/linkerd.io~1inject', 'disabled'),
    JsonPatch.add('/metadata/labels/team', 'shop'),
  );
  WorkloadMixin.mesh(LINKERD).applyTo(chart);

  expect(Workloads.below(chart, { labels: { team: 'shop' } })).toEqual([web]);
  expect(PodLifecycle.of(web).pod.containers.map(({ name }) => name)).toEqual(['web']);
});

test('checkAll names a patch that does not fit a workload without sidecars', () => {
  const chart = chartIn();
  ApiObject.of(deploymentIn(chart)).addJsonPatch(JsonPatch.replace(`${POD}/initContainers/0/image`, 'ghcr.io/acme/logs:2.0.0'));
  PodLifecycle.checkAll(chart);

  expect(() => Testing.synth(chart)).toThrow(`the JSON patch 'replace ${POD}/initContainers/0/image' does not fit the manifest of 'shop/web/Resource'`);
});
