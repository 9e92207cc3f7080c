import { ApiObject, Chart, Duration, JsonPatch, Testing } from 'cdk8s';
import { addSidecar, chartIn, deploymentIn, refusals } from './support';
import { catalog, Mesh, PodLifecycle } from '../../src';

const HEAD = 'spec.headGroupSpec.template';
const WORKER = 'spec.workerGroupSpecs[0].template';
const app = { name: 'app', image: 'ghcr.io/acme/app:1.0.0' };
const proxy = { name: 'proxy', image: 'docker.io/envoyproxy/envoy:distroless-v1.39.0', restartPolicy: 'Never' };

function clusterIn(chart: Chart, worker: object = { containers: [app] }): ApiObject {
  return new ApiObject(chart, 'ray', {
    apiVersion: 'ray.io/v1',
    kind: 'RayCluster',
    metadata: { name: 'demo' },
    spec: {
      headGroupSpec: { template: { metadata: { labels: { role: 'head' } }, spec: { containers: [app] } } },
      workerGroupSpecs: [{ groupName: 'small', template: { metadata: { labels: { role: 'worker' } }, spec: worker } }],
    },
  });
}

function templatesOf(chart: Chart): { readonly head: any; readonly worker: any; readonly manifest: any } {
  const manifest = Testing.synth(chart).find(one => one.kind === 'RayCluster');
  return { manifest, head: manifest.spec.headGroupSpec.template, worker: manifest.spec.workerGroupSpecs[0].template };
}

describe('with several pod templates in one object', () => {
  test('a sidecar gets into the template that is named, and nothing else changes', () => {
    const chart = chartIn();
    const ray = clusterIn(chart);

    addSidecar(ray, 'cache', { podTemplate: WORKER });

    const { head, worker } = templatesOf(chart);
    expect(worker.spec).toMatchObject({ initContainers: [{ name: 'cache', restartPolicy: 'Always' }], terminationGracePeriodSeconds: 37 });
    expect(worker.metadata.annotations).toEqual({ 'kubectl.kubernetes.io/default-container': 'app' });
    expect(head).toEqual({ metadata: { labels: { role: 'head' } }, spec: { containers: [app] } });
  });

  test('each template has its own sidecars, also of one name', () => {
    const chart = chartIn();
    const ray = clusterIn(chart);

    addSidecar(ray, 'head-cache', { name: 'cache', podTemplate: HEAD });
    const worker = addSidecar(ray, 'worker-cache', { name: 'cache', podTemplate: WORKER });

    expect(templatesOf(chart).head.spec.initContainers).toHaveLength(1);
    expect(templatesOf(chart).worker.spec.initContainers).toHaveLength(1);
    expect(PodLifecycle.of(ray, { podTemplate: WORKER }).sidecars).toEqual([worker]);
  });

  test('a preset takes the template, too', () => {
    const chart = chartIn();

    new catalog.RedisCache(clusterIn(chart), 'redis', { podTemplate: HEAD }).connect();

    expect(templatesOf(chart).head.spec).toMatchObject({ initContainers: [{ name: 'redis' }], containers: [{ env: [{ name: 'REDIS_HOST' }, {}, {}] }] });
    expect(templatesOf(chart).worker.spec).toEqual({ containers: [app] });
  });

  test('one pod joins a mesh, the other does not', () => {
    const chart = chartIn();

    const life = PodLifecycle.of(clusterIn(chart), { podTemplate: WORKER });
    life.joinMesh(Mesh.linkerd({ version: '2.20' }));

    expect(life.pod.sidecars.map(({ name }) => name)).toEqual(['linkerd-proxy']);
    expect(templatesOf(chart).worker.metadata.annotations).toMatchObject({ 'linkerd.io/inject': 'enabled' });
    expect(templatesOf(chart).head.metadata).toEqual({ labels: { role: 'head' } });
  });

  test('options count for one pod alone', () => {
    const chart = chartIn();

    PodLifecycle.of(clusterIn(chart), { podTemplate: HEAD, shutdown: Duration.seconds(60) });

    expect(templatesOf(chart).head.spec.terminationGracePeriodSeconds).toBe(62);
    expect(templatesOf(chart).worker.spec.terminationGracePeriodSeconds).toBeUndefined();
  });

  test('to read a pod changes nothing', () => {
    const chart = chartIn();

    const life = PodLifecycle.of(clusterIn(chart), { podTemplate: HEAD });

    expect(life.pod.title).toBe(`RayCluster/demo (${HEAD})`);
    expect(templatesOf(chart).head.spec).toEqual({ containers: [app] });
  });

  test('a Service for a sidecar selects the pods of its template', () => {
    const chart = chartIn();
    const cache = addSidecar(clusterIn(chart), 'cache', { podTemplate: WORKER, ports: [{ number: 11211 }] });

    cache.access.exposeViaService();

    expect(Testing.synth(chart).find(({ kind }) => kind === 'Service').spec.selector).toEqual({ role: 'worker' });
  });

  test('Fluent Bit reads on in a template whose pods run to completion', () => {
    const chart = chartIn();
    const job = new ApiObject(chart, 'job', {
      apiVersion: 'ray.io/v1',
      kind: 'RayJob',
      spec: {
        submitterPodTemplate: { spec: { containers: [app] } },
        rayClusterSpec: { headGroupSpec: { template: { spec: { containers: [app] } } } },
      },
    });

    for (const podTemplate of ['spec.submitterPodTemplate', 'spec.rayClusterSpec.headGroupSpec.template']) {
      new catalog.FluentBit(job, `log-${podTemplate.length}`, { name: 'log', podTemplate, outputs: [{ plugin: 'stdout' }] });
    }

    const { spec } = Testing.synth(chart).find(({ kind }) => kind === 'RayJob');
    expect(spec.submitterPodTemplate.spec.initContainers[0].lifecycle).toEqual({ preStop: { sleep: { seconds: 2 } } });
    expect(spec.rayClusterSpec.headGroupSpec.template.spec.initContainers[0].lifecycle).toBeUndefined();
  });

  test('the only template of a workload may be named', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);

    addSidecar(web, 'cache', { podTemplate: 'spec.template' });

    expect(PodLifecycle.of(web).sidecars).toHaveLength(1);
  });
});

describe('refused at once', () => {
  test('a sidecar that names no template of several', () => {
    const ray = clusterIn(chartIn());

    expect(() => addSidecar(ray)).toThrow(new Error(`sidecar 'cache' requires one pod template, but 'shop/ray' has 2, '${HEAD}', '${WORKER}': set 'podTemplate' to one of them`));
    expect(() => PodLifecycle.of(ray))
      .toThrow(new Error(`a pod lifecycle requires one pod template, but 'shop/ray' has 2, '${HEAD}', '${WORKER}': set 'podTemplate' to one of them`));
  });

  test.each([
    ['RayCluster', clusterIn, `'${HEAD}', '${WORKER}'`],
    ['Deployment', deploymentIn, "'spec.template'"],
  ])('a template that a %s does not have', (_, make, known) => {
    const workload = make(chartIn());

    expect(() => addSidecar(workload, 'cache', { podTemplate: 'spec.other' }))
      .toThrow(new Error(`sidecar 'cache' has podTemplate 'spec.other', but '${workload.node.path}' has no pod template there: set 'podTemplate' to one of ${known}`));
  });

  test('to start after a sidecar of another template', () => {
    const ray = clusterIn(chartIn());
    const cache = addSidecar(ray, 'cache', { podTemplate: WORKER });
    const other = addSidecar(ray, 'other', { podTemplate: HEAD });

    expect(() => cache.startsAfter(other)).toThrow("sidecar 'cache' cannot start after 'other', which belongs to another pod ('shop/ray/other')");
  });

  test('a sidecar in an Argo Workflows template, which is no pod template; reading it is possible', () => {
    const workflow = new ApiObject(chartIn(), 'flow', { apiVersion: 'argoproj.io/v1alpha1', kind: 'Workflow', spec: { templates: [{ name: 'work', container: app }] } });

    expect(PodLifecycle.of(workflow).pod.containers.map(({ name }) => name)).toEqual(['app']);
    expect(() => addSidecar(workflow)).toThrow(new Error("synth cannot change the pod of 'shop/flow', because 'spec.templates[0]' is an Argo Workflows template: list helper "
      + "containers under 'sidecars' of that template, and Argo stops them when the main container exits"));
  });
});

describe('refused at synth', () => {
  test('checkAll checks every template, and names the one that is wrong', () => {
    const chart = chartIn();
    clusterIn(chart, { initContainers: [proxy], containers: [app] });

    PodLifecycle.checkAll(chart);

    expect(refusals(chart)).toEqual([expect.stringContaining(`shop/ray: ${WORKER}: NS205 init container 'proxy'`)]);
  });

  test('checkAll also checks the other templates of an object with a sidecar', () => {
    const chart = chartIn();
    addSidecar(clusterIn(chart, { initContainers: [proxy], containers: [app] }), 'cache', { podTemplate: HEAD });
    expect(refusals(chart)).toEqual([]);

    PodLifecycle.checkAll(chart);

    expect(refusals(chart)).toEqual([expect.stringContaining(`shop/ray: ${WORKER}: NS205 init container 'proxy'`)]);
  });

  test('an error names its template', () => {
    const chart = chartIn();

    addSidecar(clusterIn(chart, { initContainers: [proxy], containers: [app] }), 'cache', { podTemplate: WORKER });

    expect(refusals(chart)).toEqual([expect.stringContaining(`[shop/ray] ${WORKER}: NS205 init container 'proxy'`)]);
  });

  test('a template that is gone', () => {
    const chart = chartIn();
    const ray = clusterIn(chart);
    addSidecar(ray, 'cache', { podTemplate: WORKER });

    ray.addJsonPatch(JsonPatch.remove('/spec/workerGroupSpecs'));

    expect(refusals(chart)).toEqual([
      `[shop/ray] 'shop/ray' no longer has the pod template '${WORKER}' that sidecars or settings were added to: restore it, or set 'podTemplate' to one of '${HEAD}'`,
    ]);
  });
});
