import { usesLaterSidecar } from '../../../src/rules/order/uses-later-sidecar';
import { podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const WEB = { name: 'web' };
const DB = sidecar('db', { image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2', args: ['--port=5432', 'a:b:c'] });
const POOL = sidecar('pool', { image: 'edoburu/pgbouncer:v1.23.1', env: [{ name: 'DB_HOST', value: '127.0.0.1' }, { name: 'DB_PORT', value: '5432' }] });
const MIGRATE = { name: 'migrate', image: 'acme/migrate:1', command: ['sh', '-c', 'migrate --db postgres://app@localhost:5432/shop'] };

test('a sidecar, or an init container, that calls one further down offends', () => {
  expect(says(usesLaterSidecar, podOf([WEB], [POOL, DB]))).toEqual([
    "NS204 sidecar 'pool' uses sidecar 'db' (127.0.0.1:5432), which starts after it: list 'db' before 'pool'",
  ]);
  expect(says(usesLaterSidecar, podOf([WEB], [MIGRATE, DB]))).toEqual([
    "NS204 init container 'migrate' uses sidecar 'db' (localhost:5432), which starts after it: list 'db' before 'migrate'",
  ]);
});

test('in the right order it does not', () => {
  expect(says(usesLaterSidecar, podOf([WEB], [DB, POOL, MIGRATE]))).toEqual([]);
});

test('those who only look at others, or call what nobody is known to serve, do not', () => {
  const metrics = sidecar('metrics', { image: 'prometheuscommunity/pgbouncer-exporter:v0.8.0', args: ['--connection=localhost:5432'] });

  expect(says(usesLaterSidecar, podOf([WEB], [metrics, DB]))).toEqual([]);
  expect(says(usesLaterSidecar, podOf([WEB], [{ ...MIGRATE, command: ['migrate', '--db=localhost:9999'] }, DB]))).toEqual([]);
});

test('pods without sidecars are no concern', () => {
  expect(says(usesLaterSidecar, podOf([WEB, { ...DB, restartPolicy: undefined }], [MIGRATE]))).toEqual([]);
});
