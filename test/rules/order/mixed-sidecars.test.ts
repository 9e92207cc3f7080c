import { Severity } from '../../../src/rules/engine/finding';
import { mixedSidecars } from '../../../src/rules/order/mixed-sidecars';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2' };
const DB = { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2', args: ['--port=5432', 'a:b:c'] };
const POOL = sidecar('pool', { image: 'edoburu/pgbouncer:v1.23.1', env: [{ name: 'DB_HOST', value: '127.0.0.1' }, { name: 'DB_PORT', value: '5432' }] });

test('a helper that stayed ordinary beside a native sidecar offends', () => {
  expect(says(mixedSidecars, podOf([WEB, DB], [sidecar('logs')]))).toEqual([
    "NS202 'db' is an ordinary container, so it starts after native sidecar 'logs' and stops first: make it a native sidecar, an init container with restartPolicy: Always and a startupProbe: httpGet /startup on port 9801, with --health-check --http-address=0.0.0.0 --http-port=9801",
  ]);
});

test('more so when a native sidecar uses it, also in a Job', () => {
  for (const pod of [podOf([WEB, DB], [POOL]), jobOf([WEB, DB], [POOL])]) {
    expect(offenses(mixedSidecars, pod)).toEqual([{
      container: 'db',
      severity: Severity.WARNING,
      message: "native sidecar 'pool' uses 'db', an ordinary container that starts after it and stops before it",
      fix: "make it a native sidecar, an init container with restartPolicy: Always and a startupProbe: httpGet /startup on port 9801, with --health-check --http-address=0.0.0.0 --http-port=9801, and list it before 'pool'",
    }]);
  }
});

test.each([
  ['pods whose helpers are all native', podOf([WEB], [sidecar('db', { image: DB.image }), sidecar('logs')])],
  ['ordinary containers that are no helpers', podOf([WEB, { name: 'worker' }], [sidecar('logs')])],
  ['helpers that may as well stay', podOf([WEB, { name: 'metrics', image: 'prom/memcached-exporter:v0.14.4' }], [sidecar('logs')])],
])('%s do not', (_name, pod) => {
  expect(says(mixedSidecars, pod)).toEqual([]);
});

test('pods without native sidecars, and what is said of Jobs elsewhere, are no concern', () => {
  expect(says(mixedSidecars, podOf([WEB, DB]))).toEqual([]);
  expect(says(mixedSidecars, jobOf([WEB, DB], [sidecar('logs')]))).toEqual([]);
});
