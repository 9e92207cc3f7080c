import { ApiObject, App, Chart, Cron, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { KINDS, SOURCES } from './sources';
import { addSidecar, CACHE, chartIn, deploymentIn, kubeDeploymentIn, refusals } from './support';
import {
  catalog, forEachWorkload, ISidecarFactory, LifecycleTesting, Mesh, NativeSidecar, PodLifecycle, Severity, WorkloadFilter, WorkloadMixin, Workloads,
} from '../../src';

const FACTORY: ISidecarFactory = { addSidecar: (workload, id) => new NativeSidecar(workload, id, CACHE) };

const JOB = { containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.0.0' }] };

const LINKERD = Mesh.linkerd({ version: '2.20' });

function cacheMixin(filter?: WorkloadFilter): WorkloadMixin {
  return WorkloadMixin.sidecar('cache', FACTORY, filter);
}

/** The pods of an app that have a container of that name, by kind and name. */
function having(app: App, container = 'cache'): string[] {
  const pods = app.charts.flatMap(chart => LifecycleTesting.pods(chart));
  return pods.filter(pod => pod.containers.some(({ name }) => name === container)).map(pod => pod.title);
}

function meshed(chart: Chart): string[] {
  return LifecycleTesting.pods(chart).filter(pod => pod.metadata.annotations?.['linkerd.io/inject'] === 'enabled').map(pod => pod.title);
}

/** A chart with workloads of several kinds, with names, labels and namespaces. */
function variedChart(): { readonly app: App; readonly chart: Chart } {
  const app = Testing.app();
  const chart = chartIn(app);
  deploymentIn(chart, { podMetadata: { labels: { team: 'shop' } } }, 'web-front');
  deploymentIn(chart, { metadata: { namespace: 'prod', labels: { team: 'shop' } } }, 'api');
  new kplus.Job(chart, 'export', JOB);
  new kplus.CronJob(chart, 'nightly', { ...JOB, schedule: Cron.daily() });
  return { app, chart };
}

describe('Workloads.below', () => {
  test.each<[string, WorkloadFilter | undefined, string[]]>([
    ['all', undefined, ['shop/web-front', 'shop/api', 'shop/export', 'shop/nightly']],
    ['by kind', { kinds: ['Job', 'CronJob'] }, ['shop/export', 'shop/nightly']],
    ['by name', { names: ['shop-web-*', 'shop-export'] }, ['shop/web-front', 'shop/export']],
    ['by namespace', { namespaces: ['prod'] }, ['shop/api']],
    ['by labels of the pods or of the workload', { labels: { team: 'shop' } }, ['shop/web-front', 'shop/api']],
    ['without a label', { exceptLabels: { team: 'shop' } }, ['shop/export', 'shop/nightly']],
    ['only batch', { batch: true }, ['shop/export', 'shop/nightly']],
    ['not batch', { batch: false }, ['shop/web-front', 'shop/api']],
    ['by everything at once', { kinds: ['Deployment'], batch: false, labels: { team: 'shop' }, namespaces: ['prod'] }, ['shop/api']],
  ])('lists workloads: %s', (_, filter, expected) => {
    expect(Workloads.below(variedChart().app, filter).map(workload => workload.node.path)).toEqual(expected);
  });

  test('lists what a sidecar can be added to', () => {
    const { app } = variedChart();

    Workloads.below(app, { batch: false }).forEach(workload => addSidecar(workload));

    expect(having(app)).toEqual(['Deployment/shop-web-front', 'Deployment/shop-api']);
  });

  test.each(Object.entries(SOURCES))('lists workloads from every source: %s', (_, source) => {
    for (const kind of KINDS) {
      const chart = chartIn();
      source(chart, kind);

      expect(Workloads.below(chart, { kinds: [kind] })).toHaveLength(1);
    }
  });

  test.each<[WorkloadFilter, string]>([
    [{ kinds: [] }, "'kinds' of a workload filter is an empty list, which matches no workload: omit it to match all"],
    [{ kinds: ['deployment'] }, "'kinds' of a workload filter contains 'deployment', which is not a kind: write it as in a manifest, for example Deployment"],
  ])('refuses a filter that can never match: %j', (filter, message) => {
    expect(() => Workloads.below(chartIn(), filter)).toThrow(new Error(message));
    expect(() => cacheMixin(filter)).toThrow(new Error(message));
    expect(() => PodLifecycle.checkAll(chartIn(), filter)).toThrow(new Error(message));
  });
});

describe('a sidecar for every workload', () => {
  test('reaches those created before and after it, in every chart', () => {
    const app = Testing.app();
    deploymentIn(chartIn(app, 'first'));

    cacheMixin().applyTo(app);
    kubeDeploymentIn(chartIn(app, 'second'));

    app.synthYaml();

    expect(having(app)).toEqual(['Deployment/first-web', 'Deployment/second-web']);
  });

  test('reaches a later chart that is synthesized alone, with its ConfigMap and its checks', () => {
    const app = Testing.app();
    WorkloadMixin.sidecar('logs', {
      addSidecar: (workload, id) => new catalog.FluentBit(workload, id, { outputs: [{ plugin: 'stdout' }] }),
    }).applyTo(app);
    const chart = chartIn(app);
    deploymentIn(chart);

    expect(Testing.synth(chart).map(object => object.kind)).toEqual(['ConfigMap', 'Deployment']);
  });

  test('reports what is wrong with a sidecar in a later chart that is synthesized alone', () => {
    const app = Testing.app();
    WorkloadMixin.sidecar('side', {
      addSidecar: (workload, id) => addSidecar(workload, id).node.addValidation({ validate: () => ['not today'] }),
    }).applyTo(app);
    const chart = chartIn(app);
    deploymentIn(chart);

    expect([refusals(chart), refusals(chart)]).toEqual([['[shop/web] shop/web/side: not today'], ['[shop/web/side] not today']]);
  });

  test('is added once, however often the app is synthesized', () => {
    const app = Testing.app();
    cacheMixin().applyTo(app);
    deploymentIn(chartIn(app));

    expect(app.synthYaml()).toBe(app.synthYaml());
  });

  test('is not added to a workload that has a sidecar or a container of that name, whichever came first', () => {
    const app = Testing.app();
    const chart = chartIn(app);
    cacheMixin().applyTo(app);
    addSidecar(deploymentIn(chart, {}, 'own'), 'cache', { image: 'ghcr.io/acme/own:1.0.0' });
    kubeDeploymentIn(chart, { containers: [{ name: 'cache', image: 'ghcr.io/acme/own:1.0.0' }] }, 'plain');

    const images = LifecycleTesting.pods(chart).map(pod => pod.container('cache').spec.image);

    expect(images).toEqual(['ghcr.io/acme/own:1.0.0', 'ghcr.io/acme/own:1.0.0']);
  });

  test('comes from the nearest scope, and starts after those of outer scopes', () => {
    const app = Testing.app();
    const chart = chartIn(app);
    const from = (image: string): ISidecarFactory => ({ addSidecar: (workload, id) => addSidecar(workload, id, { image }) });
    WorkloadMixin.sidecar('cache', from('ghcr.io/acme/near:1.0.0')).applyTo(chart);
    WorkloadMixin.sidecar('cache', from('ghcr.io/acme/far:1.0.0')).applyTo(app);
    WorkloadMixin.sidecar('platform', FACTORY).applyTo(app);
    deploymentIn(chart);

    const [pod] = LifecycleTesting.pods(chart);

    expect(pod.sidecars.map(({ name, spec }) => [name, spec.image])).toEqual([
      ['platform', CACHE.image],
      ['cache', 'ghcr.io/acme/near:1.0.0'],
    ]);
  });

  test('is in what PodLifecycle shows before synth', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    cacheMixin().applyTo(chart);

    expect(PodLifecycle.of(web).pod.sidecars.map(({ name }) => name)).toEqual(['cache']);
  });

  test('spares objects with several pod templates, unless their kind is named', () => {
    const build = (filter?: WorkloadFilter) => {
      const app = Testing.app();
      const chart = chartIn(app);
      const template = { spec: { containers: [{ name: 'ray', image: 'docker.io/rayproject/ray:2.40.0' }] } };
      new ApiObject(chart, 'ray', {
        apiVersion: 'ray.io/v1',
        kind: 'RayCluster',
        spec: { headGroupSpec: { template }, workerGroupSpecs: [{ groupName: 'small', template }] },
      });
      WorkloadMixin.sidecar('cache', {
        addSidecar: (workload, id) => addSidecar(workload, id, { podTemplate: 'spec.headGroupSpec.template' }),
      }, filter).applyTo(app);
      app.synthYaml();
      return having(app).length;
    };

    expect([build(), build({ kinds: ['RayCluster'] })]).toEqual([0, 1]);
  });

  test('must be created with the given id', () => {
    const chart = chartIn();
    deploymentIn(chart);
    WorkloadMixin.sidecar('cache', { addSidecar: () => undefined }).applyTo(chart);

    expect(() => Testing.synth(chart)).toThrow(
      "'addSidecar' did not add a sidecar 'cache' to 'shop/web': create it with the workload as its scope and with the given id");
  });

  test('refuses a function in place of a factory', () => {
    expect(() => WorkloadMixin.sidecar('cache', (() => undefined) as any)).toThrow(
      "the factory of sidecar 'cache' has no method 'addSidecar': pass an object that has one, or call forEachWorkload with a function");
  });
});

describe('a mesh for every workload', () => {
  test('is joined by those that match', () => {
    const { chart } = variedChart();
    WorkloadMixin.mesh(LINKERD, { batch: false }).applyTo(chart);

    expect(meshed(chart)).toEqual(['Deployment/shop-web-front', 'Deployment/shop-api']);
  });

  test('leaves alone what has joined a mesh, and what asks for one or refuses it', () => {
    const chart = chartIn();
    WorkloadMixin.mesh(LINKERD).applyTo(chart);
    PodLifecycle.of(deploymentIn(chart, {}, 'joined')).joinMesh(Mesh.istio({ version: '1.29' }));
    deploymentIn(chart, { podMetadata: { annotations: { 'linkerd.io/inject': 'disabled' } } }, 'refuses');
    deploymentIn(chart, { podMetadata: { labels: { 'sidecar.istio.io/inject': 'true' } } }, 'asks');
    deploymentIn(chart, {}, 'plain');

    expect(meshed(chart)).toEqual(['Deployment/shop-plain']);
    expect(LifecycleTesting.pod(chart, 'refuses').metadata.annotations).toMatchObject({ 'linkerd.io/inject': 'disabled' });
  });

  test('comes from the nearest scope', () => {
    const app = Testing.app();
    const chart = chartIn(app);
    WorkloadMixin.mesh(Mesh.istio({ version: '1.29' })).applyTo(app);
    WorkloadMixin.mesh(LINKERD).applyTo(chart);
    deploymentIn(chart);

    expect(meshed(chart)).toEqual(['Deployment/shop-web']);
  });

  test('refuses what is no mesh', () => {
    expect(() => WorkloadMixin.mesh('linkerd' as any)).toThrow(
      "a workload cannot join the mesh 'linkerd', which is not a Mesh: pass one, for example Mesh.linkerd({ version: '2.20' })");
  });
});

describe('checks for every workload', () => {
  test('stop synth only for those that match', () => {
    const chart = chartIn();
    WorkloadMixin.checks({ failOn: Severity.WARNING, names: ['shop-a'] }).applyTo(chart);
    const ungated = { initContainers: [{ name: 'proxy', image: 'ghcr.io/acme/proxy:1.2.0', restartPolicy: 'Always' }] };
    ['a', 'b'].forEach(id => kubeDeploymentIn(chart, ungated, id));

    expect(refusals(chart)).toEqual([expect.stringMatching(/^\[shop\] shop\/a: NS101 /)]);
  });
});

describe('forEachWorkload', () => {
  test.each([null, 7, 'x', {}])('refuses %p instead of a function when it is called, not in the middle of a synth', change => {
    expect(() => forEachWorkload(Testing.app(), change as never)).toThrow("'change' of forEachWorkload");
  });

  test('calls the function once for each workload, also for later ones', () => {
    const app = Testing.app();
    const seen: string[] = [];
    forEachWorkload(app, (workload: Construct) => seen.push(workload.node.path), { kinds: ['Deployment'] });
    const chart = chartIn(app);
    deploymentIn(chart);
    new kplus.Job(chart, 'export', JOB);

    app.synthYaml();
    deploymentIn(chart, {}, 'late');
    app.synthYaml();

    expect(seen).toEqual(['shop/web', 'shop/late']);
  });

  test('may read the pod that it changes', () => {
    const chart = chartIn();
    const counts: number[] = [];
    forEachWorkload(chart, workload => {
      counts.push(PodLifecycle.of(workload).pod.containers.length);
      addSidecar(workload);
    });
    deploymentIn(chart);

    expect(LifecycleTesting.pods(chart)[0].containers).toHaveLength(2);
    expect(counts).toEqual([1]);
  });
});
