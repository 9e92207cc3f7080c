import { Construct } from 'constructs';
import { addSidecar, chartIn } from './support';
import { gallery } from '../../generate/catalog/gallery';
import { Mesh, PodLifecycle, PodOutcome, Severity, StartupGate } from '../../src';
import { MESHED } from '../workloads/meshed';

const MESHES: readonly [string, Mesh][] = [
  ['Linkerd', Mesh.linkerd({ version: '2.20' })],
  ['Linkerd, CNI', Mesh.linkerd({ version: '2.20', cni: true })],
  ['Linkerd, ordinary', Mesh.linkerd({ version: '2.20', nativeSidecar: false })],
  ['Linkerd, ordinary, CNI', Mesh.linkerd({ version: '2.20', nativeSidecar: false, cni: true })],
  ['Istio', Mesh.istio({ version: '1.29' })],
  ['Istio, CNI', Mesh.istio({ version: '1.29', cni: true })],
  ['Istio, ordinary', Mesh.istio({ version: '1.29', nativeSidecar: false })],
  ['Istio, ordinary, CNI', Mesh.istio({ version: '1.29', nativeSidecar: false, cni: true })],
  ['Istio ambient', Mesh.istioAmbient({ version: '1.29' })],
  ['Kuma 2.13', Mesh.kuma({ version: '2.13' })],
  ['Kuma 2.14', Mesh.kuma({ version: '2.14' })],
  ['Kuma, CNI', Mesh.kuma({ version: '2.14', cni: true })],
  ['Consul', Mesh.consul({ version: '2.0' })],
  ['Consul, CNI', Mesh.consul({ version: '2.0', cni: true })],
  ['Consul, ordinary, CNI', Mesh.consul({ version: '2.0', nativeSidecar: false, cni: true })],
  ['Dapr', Mesh.dapr({ version: '1.18', appId: 'app' })],
  ['Dapr, ordinary', Mesh.dapr({ version: '1.18', appId: 'app', nativeSidecar: false })],
];

const GATES: { readonly [name: string]: StartupGate | undefined } = {
  'no sidecar': undefined,
  'a TCP gate': StartupGate.tcpSocket(9000),
  'an HTTP gate': StartupGate.httpGet('/ready', 9000),
  'a gRPC gate': StartupGate.grpc(9000),
  'a command': StartupGate.command(['/bin/ready']),
};

/** Why the facts say that a pod cannot run: written down here once more, without the code that cures it. */
function obstacles({ pod, ...life }: any): string[] {
  const { spec, metadata } = pod;
  const annotations = metadata.annotations ?? {};
  const names: string[] = pod.containers.map((container: any) => container.name);
  const index = (name: string) => names.indexOf(name);
  const mounts = spec.automountServiceAccountToken !== false;
  const kumaToken = spec.volumes?.some((volume: any) => volume.name === annotations['kuma.io/service-account-token-volume'] && volume.projected);
  const rootInit = spec.initContainers?.some((init: any) => init.name === 'kuma-init') && spec.securityContext?.runAsNonRoot === true;
  const proxy = names.find(name => ['consul-dataplane', 'linkerd-proxy'].includes(name));
  const isCni = names.some(name => name === 'linkerd-network-validator')
    || spec.initContainers?.some((init: any) => init.name === 'consul-connect-inject-init' && init.securityContext.runAsUser !== 0);
  const excluded = `${annotations['consul.hashicorp.com/transparent-proxy-exclude-inbound-ports']},${annotations['config.linkerd.io/skip-inbound-ports']}`.split(',');
  const closed = proxy && isCni ? pod.sidecars.filter(({ name, spec: { startupProbe: gate } }: any) => {
    const port = gate?.tcpSocket?.port ?? gate?.httpGet?.port ?? gate?.grpc?.port;
    return index(name) < index(proxy) && port !== undefined && !excluded.includes(String(port));
  }) : [];
  return [
    ...(index('kuma-sidecar') >= 0 && !mounts && !kumaToken ? ['Kuma has no token'] : []),
    ...(index('consul-dataplane') >= 0 && !mounts ? ['Consul has no token'] : []),
    ...(index('daprd') >= 0 && !mounts && annotations['dapr.io/disable-builtin-k8s-secret-store'] !== 'true' ? ['daprd has no token'] : []),
    ...(rootInit ? ['kuma-init is refused'] : []),
    ...closed.map(({ name }: any) => `the gate of ${name} is closed`),
    ...(life.timeline().outcome === PodOutcome.STUCK ? ['it never starts'] : []),
  ];
}

/** A pod that cannot run is refused, and one that is not refused can run. */
function judge(workload: Construct): string[] {
  const life = PodLifecycle.of(workload);
  const isRefused = life.findings.some(({ severity }) => severity === Severity.ERROR);
  return isRefused ? [] : obstacles({ pod: life.pod, timeline: () => life.timeline() });
}

describe.each(MESHES)('%s', (_name, mesh) => {
  test.each(Object.keys(MESHED))('every sidecar in a %s runs, or is refused', kind => {
    for (const [gate, startup] of Object.entries(GATES)) {
      const workload = MESHED[kind](chartIn(), mesh);
      if (startup) {
        addSidecar(workload, 'helper', { startup });
      }

      expect([gate, judge(workload)]).toEqual([gate, []]);
    }
  });

  test('every preset runs in a Deployment and in a Job, or is refused', () => {
    for (const { preset, deployment, job } of gallery()) {
      for (const { workload } of [deployment, job]) {
        PodLifecycle.of(workload).joinMesh(mesh);

        expect([preset, judge(workload)]).toEqual([preset, []]);
      }
    }
  });
});

test('what is refused is refused for a reason that no construct can cure', () => {
  const refused = MESHES.flatMap(([name, mesh]) => Object.entries(GATES).flatMap(([gate, startup]) => {
    const workload = MESHED.MeshedDeployment(chartIn(), mesh);
    if (startup) {
      addSidecar(workload, 'helper', { startup });
    }
    return PodLifecycle.of(workload).findings.filter(({ severity }) => severity === Severity.ERROR).map(({ rule }) => `${name}, ${gate}: ${rule}`);
  }));

  expect(refused).toEqual(['Istio, ordinary', 'Istio, ordinary, CNI'].flatMap(name => ['a TCP gate', 'an HTTP gate', 'a gRPC gate'].map(gate => `${name}, ${gate}: NS106`)));
});
