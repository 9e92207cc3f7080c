import { Severity } from '../../../src/rules/engine/finding';
import { slowGate } from '../../../src/rules/start/slow-gate';
import { GATE, podOf, sidecar } from '../../simulator/pods';
import { offenses, says, saysInMesh } from '../check';
import { ISTIO } from '../meshes';

const WEB = { name: 'web' };

test('a gate that is asked seldom and late offends', () => {
  const startupProbe = { tcpSocket: { port: 1 }, initialDelaySeconds: 5, periodSeconds: 2, failureThreshold: 10 };

  expect(says(slowGate, podOf([WEB], [sidecar('proxy', { startupProbe })]))).toEqual([
    "NS102 the startup probe of sidecar 'proxy' runs after 5 s and then every 2 s, so the app may start up to 6 s later than necessary: "
    + 'set periodSeconds: 1, remove initialDelaySeconds and set failureThreshold: 26',
  ]);
});

test.each([
  [{ tcpSocket: { port: 1 } }, Severity.INFO, /every 10 s, so the app may start up to 9 s later/],
  [{ tcpSocket: { port: 1 }, periodSeconds: 30 }, Severity.WARNING, /up to 29 s later/],
  [{ tcpSocket: { port: 1 }, periodSeconds: 1, initialDelaySeconds: 3 }, Severity.INFO, /after 3 s and then every second/],
])('%j is %s', (startupProbe, severity, message) => {
  const found = offenses(slowGate, podOf([WEB], [sidecar('proxy', { startupProbe })]));

  expect(found.map(offense => [offense.severity ?? slowGate.severity, offense.message])).toEqual([[severity, expect.stringMatching(message)]]);
});

test('a gate that is asked every second does not', () => {
  expect(says(slowGate, podOf([WEB], [sidecar('proxy', { startupProbe: GATE })]))).toEqual([]);
});

test('apps, sidecars without a gate and the proxies of meshes are no concern', () => {
  const slow = { startupProbe: { tcpSocket: { port: 1 } } };

  expect(says(slowGate, podOf([{ ...WEB, ...slow }], [sidecar('proxy'), sidecar('mesh', { image: 'kuma/kuma-dp:2.9', ...slow })]))).toEqual([]);
  expect(saysInMesh(slowGate, ISTIO, podOf([WEB]))).toEqual([]);
});

const GLUETUN = { image: 'qmcgaw/gluetun:v3.40.0', securityContext: { capabilities: { add: ['NET_ADMIN'] } } };

test('a delay stays where the probe does not tell whether a known program is up, and the known probe is named', () => {
  const startupProbe = { tcpSocket: { port: 8000 }, initialDelaySeconds: 45, periodSeconds: 5 };
  const found = offenses(slowGate, podOf([WEB], [sidecar('vpn', { ...GLUETUN, startupProbe })]));

  expect(found).toEqual([expect.objectContaining({
    message: "the startup probe of sidecar 'vpn' runs after 45 s and then every 5 s and checks only whether port 8000 is open, which does not tell whether Gluetun is up",
    fix: 'replace it with exec /gluetun-entrypoint healthcheck, with periodSeconds: 1 and failureThreshold: 181',
  })]);
  expect(found[0].severity).toBeUndefined();
});

test.each<[string, object]>([
  ['its health server', { ...GLUETUN, startupProbe: { httpGet: { path: '/', port: 9999 } } }],
  ['its own command', { ...GLUETUN, startupProbe: { exec: { command: ['/gluetun-entrypoint', 'healthcheck'] } } }],
  ['the known path with a query', { image: 'openpolicyagent/opa:0.70.0', args: ['run', '--server', '--addr=:8181'], startupProbe: { httpGet: { path: '/health?plugins', port: 8181 } } }],
])('a slow probe that asks a known program for its health may be quicker: %s', (_what, container) => {
  expect(says(slowGate, podOf([WEB], [sidecar('helper', container)]))).toEqual([expect.stringContaining('later than necessary')]);
});

test('a slow probe of the port that the app calls may be quicker, too', () => {
  const app = { ...WEB, env: [{ name: 'POLICY_URL', value: 'http://localhost:8181' }] };
  const opa = { image: 'openpolicyagent/opa:0.70.0', args: ['run', '--server', '--addr=:8181', '--diagnostic-addr=:8282'], ports: [{ containerPort: 8181 }] };

  expect(says(slowGate, podOf([app], [sidecar('opa', { ...opa, startupProbe: { tcpSocket: { port: 8181 } } })]))).toEqual([expect.stringContaining('later than necessary')]);
});
