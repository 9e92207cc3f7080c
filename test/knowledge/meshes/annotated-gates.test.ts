import { readMesh } from '../../../src/core/mesh-option';
import { predictInMesh } from '../../../src/knowledge/meshes/prediction';
import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { findTemplates } from '../../../src/kubernetes/manifest';

/** The proxy that an injector adds to a pod with these annotations. */
function proxyIn(mesh: string, annotations: { readonly [key: string]: string }): any {
  const chosen = readMesh(mesh);
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web', annotations }, spec: { containers: [{ name: 'web' }] } };
  const { spec } = predictInMesh(chosen, findTemplates(pod).templates[0], KubernetesVersion.DEFAULT).found.template;
  return [...spec.initContainers ?? [], ...spec.containers].find(container => container.name === chosen.facts.proxy.container);
}

describe('the probes of a proxy ask the port that an annotation chooses', () => {
  test('Linkerd', () => {
    const { startupProbe, readinessProbe, ports } = proxyIn('linkerd@2.20', { 'config.linkerd.io/admin-port': '14191' });

    expect([startupProbe.httpGet.port, readinessProbe.httpGet.port]).toEqual([14191, 14191]);
    expect(ports.map((port: any) => port.containerPort)).toEqual([4143, 14191]);
  });

  test('Kuma, until its administration is a socket', () => {
    const ports = ['2.13', '2.14'].map(version => proxyIn(`kuma@${version}`, { 'kuma.io/envoy-admin-port': '19901' }).readinessProbe.httpGet.port);

    expect(ports).toEqual([19901, 9902]);
  });

  test('Dapr', () => {
    const ports = (annotations: { readonly [key: string]: string }) => proxyIn('dapr@1.18', annotations).ports.map((port: any) => port.containerPort);

    expect(ports({ 'dapr.io/enable-metrics': 'false' })).toEqual([3500, 50001, 50002, 9090]);
    expect(ports({ 'dapr.io/metrics-port': '9191', 'dapr.io/grpc-port': '50051' })).toEqual([3500, 50051, 50002, 9191]);
  });
});

describe('the startup probe of a native data plane of Consul has the timing that annotations choose', () => {
  const NATIVE = { 'consul.hashicorp.com/enable-consul-dataplane-as-sidecar': 'true' };
  const timing = (annotations: { readonly [key: string]: string }) => {
    const { exec: _, ...rest } = proxyIn('consul@2.0', { ...NATIVE, ...annotations }).startupProbe;
    return rest;
  };

  test('each field', () => {
    expect(timing({
      'consul.hashicorp.com/sidecar-initial-probe-check-delay-seconds': '2',
      'consul.hashicorp.com/sidecar-probe-period-seconds': '3',
      'consul.hashicorp.com/sidecar-probe-failure-threshold': '40',
      'consul.hashicorp.com/sidecar-probe-check-timeout-seconds': '4',
    })).toEqual({ initialDelaySeconds: 2, periodSeconds: 3, failureThreshold: 40, timeoutSeconds: 4 });
  });

  test('what is no number is left to Kubernetes, as Consul does', () => {
    expect(timing({ 'consul.hashicorp.com/sidecar-probe-period-seconds': 'slow' })).toEqual({ initialDelaySeconds: 1, failureThreshold: 10, timeoutSeconds: 5 });
  });
});

test('the probes of daprd have the timing that annotations choose; what is no number is ignored', () => {
  const { readinessProbe, livenessProbe } = proxyIn('dapr@1.18', {
    'dapr.io/sidecar-readiness-probe-delay-seconds': '5', 'dapr.io/sidecar-readiness-probe-threshold': 'many', 'dapr.io/sidecar-liveness-probe-timeout-seconds': '7',
  });

  expect(readinessProbe).toMatchObject({ initialDelaySeconds: 5, failureThreshold: 5 });
  expect(livenessProbe).toMatchObject({ initialDelaySeconds: 180, timeoutSeconds: 7 });
});
