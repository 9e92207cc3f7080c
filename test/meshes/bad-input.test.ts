import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { Mesh } from '../../src/meshes/mesh';

const NOTHING: any = undefined;

describe('a version that is none', () => {
  test.each<[string, () => Mesh, string]>([
    ['Linkerd', () => Mesh.linkerd({ version: 'latest' }), "Linkerd version 'latest' is not a version: write it like 2.20"],
    ['Linkerd, nothing', () => Mesh.linkerd({ version: NOTHING }), "Linkerd version 'undefined' is not a version: write it like 2.20"],
    ['Istio, an edge release', () => Mesh.istio({ version: 'edge-26.8.3' }), "Istio version 'edge-26.8.3' is not a version: write it like 1.31"],
    ['Kuma', () => Mesh.kuma({ version: '2' }), "Kuma version '2' is not a version: write it like 2.14"],
    ['Consul', () => Mesh.consul({ version: '' }), "Consul version '' is not a version: write it like 2.0"],
    ['Dapr', () => Mesh.dapr({ version: '1.x', appId: 'orders' }), "Dapr version '1.x' is not a version: write it like 1.18"],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(new Error(message));
  });
});

describe('a version that is not known', () => {
  test.each<[string, () => Mesh, string]>([
    ['Linkerd, newer', () => Mesh.linkerd({ version: '2.21' }), "Linkerd version '2.21' is unsupported; supported: from 2.14 to 2.20, or from edge-23.11 to edge-26.8"],
    ['Linkerd, a newer edge release', () => Mesh.linkerd({ version: 'edge-26.9.1' }), "Linkerd version 'edge-26.9.1' is unsupported; supported: from 2.14 to 2.20, or from edge-23.11 to edge-26.8"],
    ['Linkerd, older', () => Mesh.linkerd({ version: '2.13', nativeSidecar: false }), "Linkerd version '2.13' is unsupported; supported: from 2.14 to 2.20, or from edge-23.11 to edge-26.8"],
    ['Istio', () => Mesh.istio({ version: '1.32' }), "Istio version '1.32' is unsupported; supported: from 1.18 to 1.31"],
    ['Istio, far away', () => Mesh.istio({ version: '2.20' }), "Istio version '2.20' is unsupported; supported: from 1.18 to 1.31"],
    ['Kuma', () => Mesh.kuma({ version: '3.0' }), "Kuma version '3.0' is unsupported; supported: from 2.6 to 2.14"],
    ['Consul, a version of its server', () => Mesh.consul({ version: '1.22' }), "Consul version '1.22' is unsupported; supported: from 1.8 to 1.9, or 2.0"],
    ['Dapr', () => Mesh.dapr({ version: '1.19', appId: 'orders' }), "Dapr version '1.19' is unsupported; supported: from 1.17 to 1.18"],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(new Error(message));
  });
});

describe('a version without native sidecars', () => {
  test.each<[string, () => Mesh, string]>([
    ['Linkerd', () => Mesh.linkerd({ version: '2.14' }), "Linkerd 2.14 has no native sidecars: use 2.15 or newer, or set 'nativeSidecar' to false"],
    ['Linkerd, long ago', () => Mesh.linkerd({ version: '2.11' }), 'Linkerd 2.11 has no native sidecars: use 2.15 or newer'],
    ['Linkerd, an edge release', () => Mesh.linkerd({ version: 'edge-23.11.3', nativeSidecar: true }), "Linkerd edge-23.11.3 has no native sidecars: use edge-23.11.4 or newer, or set 'nativeSidecar' to false"],
    ['Istio', () => Mesh.istio({ version: '1.18.7' }), "Istio 1.18.7 has no native sidecars: use 1.19 or newer, or set 'nativeSidecar' to false"],
    ['Kuma', () => Mesh.kuma({ version: '2.6' }), 'Kuma 2.6 has no native sidecars: use 2.7 or newer'],
    ['Consul', () => Mesh.consul({ version: '1.8' }), "Consul 1.8 has no native sidecars: use 1.9 or newer, or set 'nativeSidecar' to false"],
    ['Dapr', () => Mesh.dapr({ version: '1.17', appId: 'orders' }), "Dapr 1.17 has no native sidecars: use 1.18 or newer, or set 'nativeSidecar' to false"],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(new Error(message));
  });
});

describe('Dapr', () => {
  test.each<[string, any, string]>([
    ['no app id', undefined, 'undefined'],
    ['null for an app id', null, 'undefined'],
    ['an empty app id', '', "''"],
    ['a blank app id', '  ', "'  '"],
  ])('%s', (_, appId, got) => {
    expect(() => Mesh.dapr({ version: '1.18', appId }))
      .toThrow(new Error(`Dapr requires an app id, but 'appId' is ${got}: set it to the name that other apps use to call this app`));
  });

  test.each([0, 65536, 80.5, NaN])('%s is no port', appPort => {
    expect(() => Mesh.dapr({ version: '1.18', appId: 'orders', appPort })).toThrow(new Error(`'appPort' of Dapr is ${appPort}: set a number from 1 to 65535`));
  });
});

test.each(['', 'a b', '-canary'])("Istio's revision '%s' cannot be a label", revision => {
  expect(() => Mesh.istio({ version: '1.29', revision }))
    .toThrow(new Error(`'revision' of Istio is '${revision}', which is not a valid label value: use at most 63 letters, digits and dashes`));
});

test.each([
  ['2.20', '1.30', 'Linkerd 2.20 needs Kubernetes 1.31 or newer, and the target is 1.30: raise the target, or use a Linkerd before 2.20'],
  ['edge-26.5.1', '1.30', 'Linkerd edge-26.5.1 needs Kubernetes 1.31 or newer, and the target is 1.30: raise the target, or use a Linkerd before edge-26.5.1'],
])('Linkerd %s does not run on Kubernetes %s', (version, kubernetes, message) => {
  expect(() => Mesh.linkerd({ version }).join({ isJob: false, kubernetes: KubernetesVersion.of(kubernetes) })).toThrow(new Error(message));
  expect(() => Mesh.linkerd({ version }).join({ isJob: false, kubernetes: KubernetesVersion.of('1.31') })).not.toThrow();
  expect(() => Mesh.linkerd({ version: '2.19' }).join({ isJob: false, kubernetes: KubernetesVersion.of(kubernetes) })).not.toThrow();
});
