import { ApiObject, App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Kind, KINDS, Source, SOURCES } from './sources';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, refusals, synthPod } from './support';
import {
  InjectedPlace, KubernetesVersion, Mesh, MeshedDeployment, MeshedDeploymentProps, MeshedWorkload, MeshMembership, PodLifecycle, SidecarJob,
} from '../../src';
import { Marks, marksIn, marksOf } from '../workloads/meshed';

const MESHES: [Mesh, Marks][] = [
  [Mesh.linkerd({ version: '2.20' }), {
    labels: {},
    annotations: {
      'linkerd.io/inject': 'enabled', 'config.linkerd.io/proxy-enable-native-sidecar': 'true', 'config.linkerd.io/shutdown-grace-period': '5s',
    },
    grace: 37,
  }],
  [Mesh.istio({ version: '1.29' }), { labels: { 'sidecar.istio.io/inject': 'true' }, annotations: { 'sidecar.istio.io/nativeSidecar': 'true' }, grace: 32 }],
  [Mesh.kuma({ version: '2.14' }), { labels: { 'kuma.io/sidecar-injection': 'enabled' }, annotations: {}, grace: 32 }],
  [Mesh.consul({ version: '1.9' }), {
    labels: {},
    annotations: {
      'consul.hashicorp.com/connect-inject': 'true',
      'consul.hashicorp.com/enable-consul-dataplane-as-sidecar': 'true',
      'consul.hashicorp.com/sidecar-proxy-lifecycle-shutdown-grace-period-seconds': '5',
    },
    grace: 37,
  }],
  [Mesh.dapr({ version: '1.18', appId: 'orders' }), {
    labels: {},
    annotations: { 'dapr.io/enabled': 'true', 'dapr.io/app-id': 'orders', 'dapr.io/enable-native-sidecar': 'true' },
    grace: 37,
  }],
];

// What Helm makes is what Include makes, and takes a process to make.
const table = Object.entries(SOURCES).filter(([name]) => name !== 'Helm').flatMap(([name, source]) => KINDS.map<[Kind, string, Source]>(kind => [kind, name, source]));

describe.each(MESHES.map(([mesh, marks]) => [mesh.name, mesh, marks] as const))('joining %s writes the same', (_mesh, mesh, marks) => {
  test.each(table)('on a %s of %s', (kind, _name, source) => {
    const workload = source(chartIn(), kind);
    // The wait behind a Service is a thing of its own.
    const life = PodLifecycle.of(workload, { preStopDelay: Duration.seconds(0) });

    life.joinMesh(mesh);

    expect(marksIn(life.pod.manifest)).toEqual(marks);
  });
});

test('joining is what MeshedDeployment does', () => {
  const [meshed, joined] = [chartIn(), chartIn()];
  const mesh = Mesh.linkerd({ version: '2.20' });
  const containers = [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }];

  new MeshedDeployment(meshed, 'web', { containers, mesh });
  PodLifecycle.of(deploymentIn(joined, { containers })).joinMesh(mesh);

  expect(synthPod(joined).manifest).toEqual(synthPod(meshed).manifest);
});

test('a written grace period of an imported object stays, and is refused if the proxy does not fit in', () => {
  const chart = chartIn();
  const web = kubeDeploymentIn(chart, { terminationGracePeriodSeconds: 30 });

  PodLifecycle.of(web, { shutdown: Duration.seconds(28) }).joinMesh(Mesh.linkerd({ version: '2.20' }));

  expect(refusals(chart)).toEqual([
    '[shop/web] NS301 the grace period is 30 s, but stopping in order takes 33 s (web shutdown 28 s + linkerd-proxy shutdown 5 s = 33 s, plus 2 s of margin: 35 s): '
    + "set the grace period ('terminationGracePeriod' in cdk8s-plus) to 35 s or more, omit it, or shorten the longest step",
  ]);
});

describe('refused at once', () => {
  const mesh = Mesh.istio({ version: '1.29' });
  const DEPLOYMENT: MeshedDeploymentProps = { mesh, containers: [{ image: 'ghcr.io/acme/web:1.4.2' }] };

  test('a second mesh', () => {
    const chart = chartIn();
    const meshed = new MeshedDeployment(chart, 'api', DEPLOYMENT);
    const joined = PodLifecycle.of(deploymentIn(chart));
    joined.joinMesh(mesh);

    expect(() => PodLifecycle.of(meshed).joinMesh(Mesh.kuma({ version: '2.14' })))
      .toThrow(new Error("'shop/api' has already joined Istio, so it cannot join Kuma: a pod can only be in one mesh, so remove one of them"));
    expect(() => joined.joinMesh(Mesh.linkerd({ version: '2.20' })))
      .toThrow(new Error("'shop/web' has already joined Istio, so it cannot join Linkerd: a pod can only be in one mesh, so remove one of them"));
  });

  test.each([null, undefined])('a mesh that is %s, as from another language', absent => {
    const nothing = absent as unknown as Mesh;
    const chart = chartIn();

    expect(() => new MeshedDeployment(chart, 'api', { ...DEPLOYMENT, mesh: nothing }))
      .toThrow(new Error("workload 'api' has no mesh: set 'mesh', for example Mesh.linkerd({ version: '2.20' })"));
    expect(() => PodLifecycle.of(deploymentIn(chart)).joinMesh(nothing))
      .toThrow(new Error("'shop/web' cannot join a mesh that is undefined: pass a mesh, for example Mesh.linkerd({ version: '2.20' })"));
  });

  test('a version of the mesh that does not run on the target', () => {
    const app = new App();
    PodLifecycle.target(app, KubernetesVersion.of('1.29'));
    const message = 'Linkerd 2.20 needs Kubernetes 1.31 or newer, and the target is 1.29: raise the target, or use a Linkerd before 2.20';

    expect(() => new MeshedDeployment(chartIn(app), 'api', { ...DEPLOYMENT, mesh: Mesh.linkerd({ version: '2.20' }) })).toThrow(new Error(message));
  });
});

test('a target that is only said later is judged at synth', () => {
  const chart = chartIn();
  PodLifecycle.of(deploymentIn(chart)).joinMesh(Mesh.linkerd({ version: '2.20' }));

  PodLifecycle.target(chart, KubernetesVersion.of('1.29'));

  expect(() => synthPod(chart)).toThrow('Linkerd 2.20 needs Kubernetes 1.31 or newer, and the target is 1.29');
});

test('a native proxy on a target without native sidecars is refused', () => {
  const chart = chartIn();
  PodLifecycle.target(chart, KubernetesVersion.of('1.28'));

  PodLifecycle.of(deploymentIn(chart)).joinMesh(Mesh.istio({ version: '1.29' }));

  expect(refusals(chart)).toEqual([expect.stringMatching(/^\[shop\/web\] NS601 'istio-proxy' cannot be native/)]);
});

describe("a mesh of a user's own", () => {
  class AcmeMesh extends Mesh {
    public readonly name = 'Acme';
    public readonly version = '3.1';

    public join(workload: MeshedWorkload): MeshMembership {
      const startupProbe = { httpGet: { path: '/up', port: 7000 }, periodSeconds: 1, failureThreshold: 30 };
      return {
        labels: { 'acme.example/mesh': workload.isJob ? 'job' : 'service' },
        annotations: { 'acme.example/kubernetes': workload.kubernetes.toString() },
        injected: [{ container: { name: 'acme-proxy', restartPolicy: 'Always', startupProbe }, place: InjectedPlace.FIRST, shutdown: Duration.seconds(8) }],
        reserved: { ports: [7000], users: [7000], containerNames: ['acme-proxy'] },
        clusterNeeds: ['the injector of Acme must be installed'],
        rewritesProbes: false,
      };
    }
  }

  function jobIn(chart: Chart, container: kplus.ContainerProps = { name: 'export', image: 'ghcr.io/acme/export:1.0.0' }): SidecarJob {
    return new SidecarJob(chart, 'export', { containers: [container], activeDeadline: Duration.hours(1), mesh: new AcmeMesh() });
  }

  test('is written, counted and played like a known one: 30 + 5 + 8, and 2 of margin', () => {
    const chart = chartIn();
    const job = jobIn(chart);
    addSidecar(job, 'cache');

    const life = PodLifecycle.of(job);

    expect(marksOf(job)).toEqual({ labels: { 'acme.example/mesh': 'job' }, annotations: { 'acme.example/kubernetes': '1.33' }, grace: 45 });
    expect(life.pod.containers.map(container => container.name)).toEqual(['acme-proxy', 'cache', 'export']);
    expect(life.timeline().completes()).toBe(true);
    expect(life.timeline().outlives('acme-proxy', 'cache')).toBe(true);
    expect(life.clusterNeeds).toEqual(['the injector of Acme must be installed']);
    expect(refusals(chart)).toEqual([]);
  });

  test('keeps what it reserves', () => {
    const chart = chartIn();

    jobIn(chart, { name: 'export', image: 'ghcr.io/acme/export:1.0.0', portNumber: 7000, securityContext: { user: 7000 } });

    expect(refusals(chart)).toEqual([
      "[shop/export] NS605 'export' listens on port 7000, which the proxy of Acme uses: choose another port",
      "[shop/export] NS605 'export' runs as user 7000, which is the user of the proxy of Acme: its traffic bypasses the mesh in plaintext: run it as another user",
    ]);
  });
});

test('nothing of the proxy is in the manifest', () => {
  const web = deploymentIn(chartIn());

  PodLifecycle.of(web).joinMesh(Mesh.linkerd({ version: '2.20' }));

  expect(ApiObject.of(web).toJson().spec.template.spec).not.toHaveProperty('initContainers');
});
