import { gateMeetsProxy } from '../../../src/rules/start/gate-meets-proxy';
import { podOf, sidecar, TestContainer } from '../../simulator/pods';
import { saysInMesh } from '../check';
import { CONSUL, ISTIO, KUMA, LINKERD, LINKERD_LEGACY } from '../meshes';

const withProbe = (probe: Partial<TestContainer> & object, annotations: object = {}) => {
  const pod = podOf([{ name: 'web' }], [{ ...sidecar('cache'), ...probe } as TestContainer]);
  Object.assign(pod.manifest, { metadata: { ...pod.manifest.metadata, annotations } });
  return pod;
};
const TCP = { startupProbe: { tcpSocket: { port: 11211 } } };

test('a TCP gate behind a native linkerd-proxy offends', () => {
  expect(saysInMesh(gateMeetsProxy, LINKERD, withProbe(TCP))).toEqual([
    "NS121 the startupProbe of sidecar 'cache' opens a TCP connection, which 'linkerd-proxy' accepts even before 'cache' listens, so the probe passes too early: "
    + 'use an HTTP or exec probe, or set config.linkerd.io/skip-inbound-ports: "11211"',
  ]);
});

test('gates over HTTP, by a command, at a skipped port, before an ordinary proxy and in other meshes do not', () => {
  expect([
    saysInMesh(gateMeetsProxy, LINKERD, withProbe({ startupProbe: { httpGet: { path: '/', port: 8080 } } })),
    saysInMesh(gateMeetsProxy, LINKERD, withProbe({ startupProbe: { exec: { command: ['true'] } } })),
    saysInMesh(gateMeetsProxy, LINKERD, withProbe(TCP, { 'config.linkerd.io/skip-inbound-ports': '11000-12000' })),
    saysInMesh(gateMeetsProxy, LINKERD_LEGACY, withProbe(TCP)),
    saysInMesh(gateMeetsProxy, ISTIO, withProbe(TCP)),
    saysInMesh(gateMeetsProxy, KUMA, withProbe(TCP)),
    saysInMesh(gateMeetsProxy, CONSUL, withProbe(TCP)),
  ].flat()).toEqual([]);
});

test.each([
  ['gRPC', { grpc: { port: 9000 } }],
  ['HTTPS', { httpGet: { path: '/', port: 8443, scheme: 'HTTPS' } }],
])('a probe over %s offends where the pod lets only authenticated clients in', (_name, startupProbe) => {
  const policy = { 'config.linkerd.io/default-inbound-policy': 'all-authenticated' };

  expect(saysInMesh(gateMeetsProxy, LINKERD, withProbe({ startupProbe }, policy))).toEqual([
    expect.stringContaining("'cache' is not authorized under the policy all-authenticated: Linkerd authorizes only plain HTTP probes by itself: use a plain HTTP or exec probe"),
  ]);
  expect(saysInMesh(gateMeetsProxy, LINKERD, withProbe({ startupProbe }))).toEqual([]);
});

test('a readiness probe of a sidecar in Consul offends, unless its port is excluded', () => {
  const ready = { ...TCP, readinessProbe: { httpGet: { path: '/ready', port: 8081 } } };

  expect(saysInMesh(gateMeetsProxy, CONSUL, withProbe(ready))).toEqual([
    "NS121 the readinessProbe of sidecar 'cache' meets 'consul-dataplane', which asks for a client certificate that the kubelet does not have, so the probe fails: "
    + 'use an exec probe, or set consul.hashicorp.com/transparent-proxy-exclude-inbound-ports: "8081"',
  ]);
  expect(saysInMesh(gateMeetsProxy, CONSUL, withProbe(ready, { 'consul.hashicorp.com/transparent-proxy-exclude-inbound-ports': '8081' }))).toEqual([]);
});

test('one over TCP passes there, because the kubelet only connects', () => {
  expect(saysInMesh(gateMeetsProxy, CONSUL, withProbe({ ...TCP, livenessProbe: { tcpSocket: { port: 8081 } } }))).toEqual([
    "NS121 the livenessProbe of sidecar 'cache' opens a TCP connection, which 'consul-dataplane' accepts, so the probe says nothing about the sidecar: "
    + 'use an exec probe, or set consul.hashicorp.com/transparent-proxy-exclude-inbound-ports: "8081"',
  ]);
});
