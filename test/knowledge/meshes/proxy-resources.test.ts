import { readMesh } from '../../../src/core/mesh-option';
import { predictInMesh } from '../../../src/knowledge/meshes/prediction';
import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { findTemplates } from '../../../src/kubernetes/manifest';
import { PodModel } from '../../../src/kubernetes/pod';

const APP = { name: 'web', image: 'ghcr.io/acme/web:1.4.2' };

/** The resources of an injected container. */
function resources(mesh: string, container: string, annotations: object = {}, containers: object[] = [APP]): unknown {
  const manifest = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { template: { metadata: { annotations }, spec: { containers } } } };
  const { found } = predictInMesh(readMesh(mesh), findTemplates(manifest).templates[0], KubernetesVersion.of('1.34'));
  return PodModel._of(found).container(container).spec.resources;
}

describe('a proxy has the resources that its injector writes', () => {
  test.each([
    ['istio@1.29', 'istio-proxy', { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '2', memory: '1Gi' } }],
    ['istio@1.29', 'istio-init', { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '2', memory: '1Gi' } }],
    ['kuma@2.14', 'kuma-sidecar', { requests: { 'cpu': '50m', 'memory': '64Mi', 'ephemeral-storage': '50M' }, limits: { 'memory': '512Mi', 'ephemeral-storage': '1G' } }],
    ['kuma@2.13', 'kuma-sidecar', { requests: { 'cpu': '50m', 'memory': '64Mi', 'ephemeral-storage': '50M' }, limits: { 'cpu': '1', 'memory': '512Mi', 'ephemeral-storage': '1G' } }],
    ['kuma@2.13', 'kuma-init', { requests: { cpu: '20m', memory: '20M' }, limits: { cpu: '100m', memory: '50M' } }],
    ['linkerd@2.20', 'linkerd-proxy', undefined],
    ['consul@2.0', 'consul-dataplane', undefined],
    ['dapr@1.18', 'daprd', undefined],
  ])('%s, %s', (mesh, container, expected) => {
    expect(resources(mesh, container)).toEqual(expected);
  });
});

test('one annotation of Istio replaces all of its requests and limits', () => {
  expect(resources('istio@1.29', 'istio-proxy', { 'sidecar.istio.io/proxyCPU': '10m' })).toEqual({ requests: { cpu: '10m' }, limits: {} });
  expect(resources('istio@1.29', 'istio-init', { 'sidecar.istio.io/proxyMemoryLimit': '1Gi' })).toEqual({ requests: {}, limits: { memory: '1Gi' } });
});

test.each([
  ['linkerd@2.20', 'linkerd-proxy', 'config.linkerd.io/proxy-cpu-request', 'config.linkerd.io/proxy-memory-limit'],
  ['consul@2.0', 'consul-dataplane', 'consul.hashicorp.com/sidecar-proxy-cpu-request', 'consul.hashicorp.com/sidecar-proxy-memory-limit'],
  ['dapr@1.18', 'daprd', 'dapr.io/sidecar-cpu-request', 'dapr.io/sidecar-memory-limit'],
])('annotations of %s choose the resources of %s', (mesh, container, cpu, memory) => {
  expect(resources(mesh, container, { [cpu]: '25m', [memory]: '64Mi' })).toEqual({ requests: { cpu: '25m' }, limits: { memory: '64Mi' } });
});

test("a container of the pod that only changes Istio's proxy changes the resources that it names", () => {
  const patch = { name: 'istio-proxy', image: 'auto', resources: { requests: { cpu: '500m' } } };

  expect(resources('istio@1.29', 'istio-proxy', {}, [APP, patch])).toEqual({ requests: { cpu: '500m', memory: '128Mi' }, limits: { cpu: '2', memory: '1Gi' } });
});
