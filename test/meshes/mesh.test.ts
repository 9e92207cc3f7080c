import { Duration } from 'cdk8s';
import { InjectedPlace, injectInto } from '../../src/knowledge/meshes/injection';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { MeshedWorkload, MeshMembership } from '../../src/meshes/membership';
import { Mesh } from '../../src/meshes/mesh';

const WORKLOAD = { isJob: false, kubernetes: KubernetesVersion.DEFAULT };

const MESHES: readonly Mesh[] = [
  Mesh.linkerd({ version: '2.20' }),
  Mesh.istio({ version: '1.29' }),
  Mesh.kuma({ version: '2.14' }),
  Mesh.consul({ version: '1.9' }),
  Mesh.dapr({ version: '1.18', appId: 'orders' }),
];

test('a mesh has a name and the version that was given, and is a Mesh', () => {
  expect(MESHES.map(mesh => `${mesh.name} ${mesh.version}`)).toEqual(['Linkerd 2.20', 'Istio 1.29', 'Kuma 2.14', 'Consul 1.9', 'Dapr 1.18']);
  expect(MESHES.every(mesh => mesh instanceof Mesh)).toBe(true);
});

test('every file of the meshes can be loaded first', () => {
  for (const file of ['mesh', 'mesh-kind', 'membership', 'linkerd', 'istio', 'kuma', 'consul', 'dapr']) {
    jest.isolateModules(() => {
      jest.requireActual(`../../src/meshes/${file}`);
      const loaded = jest.requireActual<{ Mesh: typeof Mesh }>('../../src/meshes/mesh');
      expect(loaded.Mesh.kuma({ version: '2.14' })).toBeInstanceOf(loaded.Mesh);
    });
  }
});

const tenFrom = (first: number) => Array.from({ length: 10 }, (_, index) => first + index);

test('what each mesh keeps for itself', () => {
  expect(MESHES.map(mesh => mesh.join(WORKLOAD).reserved)).toEqual([
    { ports: [4140, 4143, 4190, 4191], users: [2102], containerNames: ['linkerd-proxy', 'linkerd-init', 'linkerd-network-validator', 'linkerd-debug'] },
    { ports: [15000, 15001, 15006, 15020, 15021, 15053, 15090], users: [1337], containerNames: ['istio-proxy', 'istio-init', 'istio-validation'] },
    { ports: [9901, 9902, 9001, 15001, 15006, 15053], users: [5678], containerNames: ['kuma-sidecar', 'kuma-init', 'kuma-validation'] },
    { ports: [15001, 19000, 20000, ...tenFrom(20300), ...tenFrom(20400), ...tenFrom(20500), 20600, 21000], users: [5995], containerNames: ['consul-dataplane', 'consul-connect-inject-init'] },
    { ports: [3500, 3501, 50001, 50002, 9090], users: [], containerNames: ['daprd'] },
  ]);
});

test('how long each proxy may run after its stop signal', () => {
  const shutdown = (mesh: Mesh) => mesh.join(WORKLOAD).injected.slice(-1)[0].shutdown!.toSeconds({ integral: false });

  expect(MESHES.map(shutdown)).toEqual([5, 0, 0, 5, 5]);
  expect(shutdown(Mesh.linkerd({ version: '2.20', nativeSidecar: false }))).toBe(120);
  expect(shutdown(Mesh.linkerd({ version: '2.20', drain: Duration.millis(1500) }))).toBe(1.5);
  expect(shutdown(Mesh.consul({ version: '1.9', nativeSidecar: false }))).toBe(30);
  expect(shutdown(Mesh.dapr({ version: '1.18', appId: 'orders', drain: Duration.seconds(9) }))).toBe(9);
});

test('Istio, Kuma and Consul answer probes of the other containers at ports of their own', () => {
  expect(MESHES.filter(mesh => mesh.join(WORKLOAD).rewritesProbes).map(mesh => mesh.name)).toEqual(['Istio', 'Kuma', 'Consul']);
});

test('what one workload is told does not change what the next one is told', () => {
  const mesh = Mesh.linkerd({ version: '2.20' });

  const first = mesh.join(WORKLOAD);
  Object.assign(first.injected[0].container, { name: 'mine' });
  first.reserved.ports.push(1);
  first.annotations['linkerd.io/inject'] = 'disabled';

  expect(mesh.join(WORKLOAD)).toEqual(Mesh.linkerd({ version: '2.20' }).join(WORKLOAD));
});

const ISTIO_REVISION = 'Istio must be installed as the default revision, or the Namespace must have a label for a revision: otherwise no control plane reads the label of the pod';
const CONSUL_SERVICE = 'exactly one Service must select the pod; with ACLs, the service account of the pod must have the name of that Service';

describe('what the cluster must have', () => {
  test.each<[string, Mesh, string[]]>([
    ['Linkerd', Mesh.linkerd({ version: '2.20' }), []],
    ['Linkerd with CNI', Mesh.linkerd({ version: '2.20', cni: true }), ['Linkerd must be installed with the Helm value cniEnabled: true']],
    ['Linkerd with an old CNI plugin', Mesh.linkerd({ version: '2.15', cni: true }), [
      'Linkerd must be installed with the Helm value cniEnabled: true',
      "Linkerd's CNI plugin must be edge-24.4.5 or newer: older versions ignore a native proxy",
    ]],
    ['Istio', Mesh.istio({ version: '1.29' }), [ISTIO_REVISION]],
    ['Istio ambient', Mesh.istioAmbient({ version: '1.29' }), ['Istio must be installed in ambient mode: istiod, istio-cni and ztunnel on every node']],
    ['Istio with CNI and a revision', Mesh.istio({ version: '1.29', cni: true, revision: 'canary' }), [
      "Istio's CNI plugin must be installed",
      "the cluster must have an istiod with the revision or tag 'canary'",
      'the Namespace must have no label for another revision: its label wins over the label of the pod',
    ]],
    ['Istio before the annotation', Mesh.istio({ version: '1.23' }), [
      'istiod must have ENABLE_NATIVE_SIDECARS=true (Helm value pilot.env.ENABLE_NATIVE_SIDECARS): Istio 1.23 has no switch for a single workload',
      ISTIO_REVISION,
    ]],
    ['Istio before the annotation, not native', Mesh.istio({ version: '1.23', nativeSidecar: false }), [
      'istiod must have ENABLE_NATIVE_SIDECARS=false (Helm value pilot.env.ENABLE_NATIVE_SIDECARS): Istio 1.23 has no switch for a single workload',
      ISTIO_REVISION,
    ]],
    ['Istio before native sidecars', Mesh.istio({ version: '1.18', nativeSidecar: false }), [ISTIO_REVISION]],
    ['Kuma', Mesh.kuma({ version: '2.14' }), [
      'the Namespace must have the label kuma.io/sidecar-injection: Kuma 2.14 ignores pods elsewhere',
      'the Helm value experimental.sidecarContainers (KUMA_EXPERIMENTAL_SIDECAR_CONTAINERS) must not be false: Kuma has no switch for a single workload',
    ]],
    ['Kuma before native was the default', Mesh.kuma({ version: '2.13', cni: true }), [
      'the Namespace must have the label kuma.io/sidecar-injection: Kuma 2.13 ignores pods elsewhere',
      "Kuma's CNI plugin must be installed",
      'the Helm value experimental.sidecarContainers (KUMA_EXPERIMENTAL_SIDECAR_CONTAINERS) must be true: Kuma has no switch for a single workload, and 2.13 is not native by default',
    ]],
    ['Kuma before 2.11', Mesh.kuma({ version: '2.10' }), [expect.stringContaining('sidecarContainers')]],
    ['Consul', Mesh.consul({ version: '1.9' }), [
      'consul-dataplane must be 1.9.0 or newer: older ones lack -check-proxy-health',
      CONSUL_SERVICE,
      'the Helm value connectInject.sidecarProxy.lifecycle.defaultEnabled must be true: otherwise the proxy ignores its drain time',
    ]],
    ['Consul, not native', Mesh.consul({ version: '1.9', nativeSidecar: false }), [CONSUL_SERVICE]],
    ['Dapr', Mesh.dapr({ version: '1.18', appId: 'orders' }), []],
  ])('%s', (_, mesh, needs) => {
    expect(mesh.join(WORKLOAD).clusterNeeds).toEqual(needs);
  });
});

describe('a mesh of a user', () => {
  class AcmeMesh extends Mesh {
    public readonly name = 'Acme';
    public readonly version = '3.1';

    public join(workload: MeshedWorkload): MeshMembership {
      return {
        labels: { 'acme.example/mesh': workload.isJob ? 'job' : 'service' },
        annotations: {},
        injected: [{ container: { name: 'acme-proxy', restartPolicy: 'Always' }, place: InjectedPlace.FIRST }],
        reserved: { ports: [7000], users: [], containerNames: ['acme-proxy'] },
        clusterNeeds: [],
        rewritesProbes: false,
      };
    }
  }

  test('says what it wants, and its proxy stands where it says', () => {
    const membership = new AcmeMesh().join({ isJob: true, kubernetes: KubernetesVersion.DEFAULT });

    const spec = injectInto({ containers: [{ name: 'work' }] }, membership);

    expect(membership.labels).toEqual({ 'acme.example/mesh': 'job' });
    expect(spec).toEqual({ initContainers: [{ name: 'acme-proxy', restartPolicy: 'Always' }], containers: [{ name: 'work' }] });
  });
});
