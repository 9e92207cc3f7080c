import { sidecarReadiness } from '../../../src/rules/start/sidecar-readiness';
import { GATE, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2' };

test('a readiness probe on a helper behind the app offends', () => {
  const logs = { image: 'fluent/fluent-bit:5.1.1', readinessProbe: GATE };

  expect(says(sidecarReadiness, podOf([WEB], [sidecar('logs', logs), sidecar('more', { ...logs, startupProbe: GATE })]))).toEqual([
    "NS111 the readinessProbe of sidecar 'logs' removes the whole pod from its Services whenever 'logs' is not ready: "
    + 'make it a startupProbe, which delays the app until the sidecar is up',
    "NS111 the readinessProbe of sidecar 'more' removes the whole pod from its Services whenever 'more' is not ready: remove it, because the startupProbe already delays the app",
  ]);
});

test('one on a proxy that requests come in through does not', () => {
  expect(says(sidecarReadiness, podOf([WEB], [sidecar('auth', { image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.15.3', readinessProbe: GATE })]))).toEqual([]);
});

test('ordinary containers, and sidecars of which nothing is known, are no concern', () => {
  const logs = { name: 'logs', image: 'fluent/fluent-bit:5.1.1', readinessProbe: GATE };

  expect(says(sidecarReadiness, podOf([WEB, logs], [sidecar('helper', { image: 'ghcr.io/acme/helper:1', readinessProbe: GATE })]))).toEqual([]);
});
