import { Severity } from '../../../src/rules/engine/finding';
import { gateNeedsApp } from '../../../src/rules/start/gate-needs-app';
import { podOf, sidecar } from '../../simulator/pods';
import { offences, says, saysInMesh } from '../check';
import { ISTIO } from '../meshes';

const WEB = { name: 'web', ports: [{ containerPort: 8080 }] };

test.each([
  ['tcpSocket', { tcpSocket: { port: 8080 } }],
  ['httpGet', { httpGet: { path: '/', port: 8080 } }],
  ['grpc', { grpc: { port: 8080 } }],
])('a gate by %s that asks a port of the app offends', (_name, startupProbe) => {
  expect(says(gateNeedsApp, podOf([{ name: 'worker' }, WEB], [sidecar('proxy', { startupProbe })]))).toEqual([
    "NS104 the gate of sidecar 'proxy' asks port 8080, which belongs to 'web', and 'web' only starts once the gate is open: neither ever starts: "
    + "ask a port of 'proxy' itself",
  ]);
});

test.each([
  ['another port', { startupProbe: { tcpSocket: { port: 15021 } } }],
  ['a port that both declare', { startupProbe: { tcpSocket: { port: 8080 } }, ports: [{ containerPort: 8080 }] }],
  ['a port of the sidecar by its name', { startupProbe: { httpGet: { path: '/', port: 'http' } } }],
])('a gate that asks %s does not', (_name, rest) => {
  expect(says(gateNeedsApp, podOf([WEB], [sidecar('proxy', rest)]))).toEqual([]);
});

test.each([
  ['sidecars without a gate', sidecar('proxy')],
  ['gates by command', sidecar('proxy', { startupProbe: { exec: { command: ['true'] } } })],
  ['plain init containers', { name: 'migrate', startupProbe: { tcpSocket: { port: 8080 } } }],
])('%s are no concern', (_name, init) => {
  expect(says(gateNeedsApp, podOf([WEB], [init]))).toEqual([]);
});

test('a gate that asks the app offends behind a proxy of Istio too, which only passes the question on', () => {
  const pod = podOf([WEB], [sidecar('cache', { startupProbe: { tcpSocket: { port: 8080 } } })]);

  expect(saysInMesh(gateNeedsApp, ISTIO, pod)).toEqual([expect.stringMatching(/^NS104 the gate of sidecar 'cache' asks port 8080, which belongs to 'web'/)]);
});

test('the gate of the mesh itself is no concern, also if the app takes its port', () => {
  expect(saysInMesh(gateNeedsApp, ISTIO, podOf([{ name: 'web', ports: [{ containerPort: 15021 }] }]))).toEqual([]);
});

const DAPR_IMAGE = 'ghcr.io/dapr/daprd:1.18.3';

test('a path that waits for the app offends', () => {
  const daprd = sidecar('daprd', { image: DAPR_IMAGE, args: ['--app-port=8080'], startupProbe: { httpGet: { path: '/v1.0/healthz', port: 3501 } } });

  expect(says(gateNeedsApp, podOf([WEB], [daprd]))).toEqual([
    "NS104 the gate of sidecar 'daprd' asks '/v1.0/healthz', which waits for the app, and the app only starts once the gate is open: neither ever starts: "
    + "ask '/v1.0/healthz/outbound'",
  ]);
});

test('a path that waits for the world is a warning', () => {
  const tunnel = sidecar('tunnel', { image: 'cloudflare/cloudflared:2026.8.2', startupProbe: { httpGet: { path: '/ready', port: 2000 } } });

  expect(offences(gateNeedsApp, podOf([WEB], [tunnel]))).toEqual([{
    container: 'tunnel',
    at: { path: ['spec', 'initContainers', 0, 'startupProbe', 'httpGet', 'path'] },
    message: "the gate of sidecar 'tunnel' asks '/ready', which waits for a connection to the outside, so without one the app does not start",
    fix: "ask '/healthcheck'",
    severity: Severity.WARNING,
  }]);
});

test.each([
  [{ args: ['--app-port=8080'], startupProbe: { httpGet: { path: '/v1.0/healthz/outbound', port: 3501 } } }],
  [{ args: [], startupProbe: { httpGet: { path: '/v1.0/healthz', port: 3501 } } }],
])('a path that the sidecar answers by itself does not: %j', rest => {
  expect(says(gateNeedsApp, podOf([WEB], [sidecar('daprd', { image: DAPR_IMAGE, ...rest })]))).toEqual([]);
});
