import { runOfImage } from './runs';
import { programOfImage } from '../../../src/knowledge/known-programs';
import { CLOUD_SQL_PROXY } from '../../../src/knowledge/programs/cloud-sql-proxy';
import { GCE_PROXY } from '../../../src/knowledge/programs/gce-proxy';

test.each([
  [['haproxy', '-db', '-f', '/x'], true, 'haproxy without -W'],
  [['haproxy', '-W', '-db', '-f', '/x'], true, undefined],
  [['-db', '-f', '/x'], false, undefined],
])('HAProxy as %j: %s', (words, hasCommand, expected) => {
  expect(programOfImage('haproxy:3.4')?.ignoresSigterm?.(runOfImage('haproxy:3.4', words, { hasCommand }))).toBe(expected);
});

test.each([
  ['timberio/vector:0.57.0', [], 60],
  ['timberio/vector:0.57.0', ['--graceful-shutdown-limit-secs', '15'], 15],
  ['cloudflare/cloudflared:1', [], 30],
  ['cloudflare/cloudflared:1', ['--grace-period=10s'], 10],
  ['cloudflare/cloudflared:1', ['--grace-period=3m'], undefined],
])('%s with %j drains for %s s', (image, words, expected) => {
  expect(programOfImage(image)?.drain?.(runOfImage(image, words))?.seconds).toBe(expected);
});

test.each([
  ['cloud-sql-proxy:2', ['--port=5000'], [9090, 5000]],
  ['cloud-sql-proxy:2', ['--address=0.0.0.0', '--http-address=0.0.0.0'], []],
  ['cloud-sql-proxy:2', ['--http-address=0.0.0.0'], [3306, 5432, 1433]],
  ['cloud-sql-proxy:2', ['a:b:c?address=0.0.0.0&port=5000'], [9090]],
  ['cloud-sql-proxy:2', ['--config-file=/x'], []],
  ['alloydb-auth-proxy:1', [], [9090, 5432]],
  ['gce-proxy:1.33', ['-instances=a=tcp:5432,b=tcp:0.0.0.0:3306,c=tcp:127.0.0.1:1433'], [5432, 1433]],
  ['memcached:1', ['-l', '127.0.0.1', '-p', '1'], [1]],
  ['kube-rbac-proxy:1', ['--secure-listen-address=127.0.0.1:8443'], [8443]],
  ['oauth-proxy:1', [], [4180]],
])('%s with %j listens on loopback at %j', (image, words, expected) => {
  expect(programOfImage(image)?.loopback?.(runOfImage(image, words))).toEqual(expected);
});

test.each([
  [['-term_timeout=20s'], 21],
  [['--term_timeout', '1m30s'], 91],
  [[], 2],
  [['-term_timeout=$(WAIT)'], undefined],
])('version 1 of the Cloud SQL proxy with %j needs %s s to stop, under either name', (words, seconds) => {
  const instances = '-instances=a=tcp:5432';

  expect(GCE_PROXY.stopSeconds!(runOfImage('gcr.io/cloudsql-docker/gce-proxy:1.33.2', [instances, ...words]))).toBe(seconds);
  expect(CLOUD_SQL_PROXY.stopSeconds!(runOfImage('acme/cloud-sql-proxy:1.33.2', [instances, ...words]))).toBe(seconds);
});
