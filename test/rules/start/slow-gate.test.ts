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
