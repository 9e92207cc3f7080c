import { KubernetesVersion, Mesh } from '../../src';

const WORKLOAD = { isJob: false, kubernetes: KubernetesVersion.DEFAULT };

/** What an option adds to a workload. */
function marks(mesh: Mesh): { [key: string]: string } {
  const { labels, annotations } = mesh.join(WORKLOAD);
  return { ...labels, ...annotations };
}

test.each<[string, Mesh, { [key: string]: string }]>([
  ['opaque ports of Linkerd', Mesh.linkerd({ version: '2.20', opaquePorts: [5432, 6379] }), { 'config.linkerd.io/opaque-ports': '5432,6379' }],
  ['skipped ports of Linkerd', Mesh.linkerd({ version: '2.20', skippedInboundPorts: [9000], skippedOutboundPorts: [25] }), {
    'config.linkerd.io/skip-inbound-ports': '9000', 'config.linkerd.io/skip-outbound-ports': '25',
  }],
  ['excluded ports of Istio', Mesh.istio({ version: '1.29', excludedInboundPorts: [9000], excludedOutboundPorts: [5432] }), {
    'traffic.sidecar.istio.io/excludeInboundPorts': '9000', 'traffic.sidecar.istio.io/excludeOutboundPorts': '5432',
  }],
  ['mesh and token of Kuma', Mesh.kuma({ version: '2.14', meshName: 'payments', tokenVolume: 'identity' }), {
    'kuma.io/mesh': 'payments', 'kuma.io/service-account-token-volume': 'identity',
  }],
  ['probe threshold of Consul', Mesh.consul({ version: '2.0', probeThreshold: 60 }), { 'consul.hashicorp.com/sidecar-probe-failure-threshold': '60' }],
])('%s', (_name, mesh, expected) => {
  expect(marks(mesh)).toMatchObject(expected);
});

test('an empty list of ports writes nothing', () => {
  expect(marks(Mesh.linkerd({ version: '2.20', opaquePorts: [] }))).toEqual(marks(Mesh.linkerd({ version: '2.20' })));
});

test.each([
  [() => Mesh.linkerd({ version: '2.20', opaquePorts: [0] }), "'opaquePorts' of Linkerd is [0]: set a list of ports from 1 to 65535, for example [5432]"],
  [() => Mesh.istio({ version: '1.29', excludedInboundPorts: ['http'] as any }), "'excludedInboundPorts' of Istio is ['http']: set a list of ports from 1 to 65535, for example [5432]"],
  [() => Mesh.consul({ version: '2.0', probeThreshold: 0 }), "'probeThreshold' of Consul is 0: set a whole number greater than 0"],
  [() => Mesh.istioAmbient({ version: '1.20' }), "Istio ambient version '1.20' is unsupported; supported: from 1.24 to 1.31"],
])('a wrong value is refused: %s', (make, message) => {
  expect(make).toThrow(message);
});

test('the name of a Kuma mesh is a need of the cluster', () => {
  expect(Mesh.kuma({ version: '2.14', meshName: 'payments' }).join(WORKLOAD).clusterNeeds).toContain("the cluster must have a Mesh with the name 'payments'");
});

test('an ambient pod gets two labels, and no container', () => {
  expect(Mesh.istioAmbient({ version: '1.29' }).join(WORKLOAD)).toMatchObject({
    labels: { 'istio.io/dataplane-mode': 'ambient', 'sidecar.istio.io/inject': 'false' }, annotations: {}, injected: [], rewritesProbes: false,
  });
});

test('only Kuma needs a label on the Namespace of pods that opt in, since 2.11', () => {
  expect(Mesh.kuma({ version: '2.11' }).namespaceLabels).toEqual({ 'kuma.io/sidecar-injection': 'disabled' });
  for (const mesh of [Mesh.kuma({ version: '2.10' }), Mesh.istio({ version: '1.29' }), Mesh.istioAmbient({ version: '1.29' }), Mesh.linkerd({ version: '2.20' })]) {
    expect(mesh.namespaceLabels).toEqual({});
  }
});
