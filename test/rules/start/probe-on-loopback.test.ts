import { Severity } from '../../../src/rules/engine/finding';
import { probeOnLoopback } from '../../../src/rules/start/probe-on-loopback';
import { podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2' };
const SQL = 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3';

test('a gate on a port that the program opens on loopback only offends', () => {
  const db = sidecar('db', { image: SQL, args: ['--health-check', 'a:b:c'], startupProbe: { httpGet: { path: '/startup', port: 9090 } } });

  expect(says(probeOnLoopback, podOf([WEB], [db]))).toEqual([
    "NS103 the startupProbe of 'db' checks port 9090 of the pod, but Cloud SQL Auth Proxy binds it to loopback, so the probe never passes: "
    + 'use httpGet /startup on port 9090, with --http-address=0.0.0.0',
  ]);
});

test.each<[string, object, string]>([
  ['the port for the database', { image: SQL, args: ['--port=5432'], startupProbe: { tcpSocket: { port: 5432 } } }, 'checks port 5432'],
  ['version 1', { image: 'gce-proxy:1.33', args: ['-instances=a=tcp:3306'], startupProbe: { tcpSocket: { port: 3306 } } }, 'checks port 3306'],
  ['OAuth2 Proxy', { image: 'oauth2-proxy:v7', startupProbe: { httpGet: { path: '/ping', port: 4180 } } }, 'checks port 4180'],
  ['OPA since 1.0', { image: 'opa:1.2', args: ['run', '--server'], startupProbe: { httpGet: { path: '/health', port: 8181 } } }, 'checks port 8181'],
  ['Alloy', { image: 'grafana/alloy', startupProbe: { httpGet: { path: '/-/ready', port: 12345 } } }, 'checks port 12345'],
  ['Redis', { image: 'redis:8', args: ['--bind', '127.0.0.1'], startupProbe: { tcpSocket: { port: 6379 } } }, 'checks port 6379'],
  ['any program by the loopback of the node', { startupProbe: { httpGet: { host: 'localhost', port: 80 } } }, "'host: localhost' is the loopback address of the node"],
])('so does %s', (_name, container, message) => {
  const found = offenses(probeOnLoopback, podOf([WEB], [sidecar('helper', container)]));

  expect(found.map(one => [one.severity ?? probeOnLoopback.severity, one.message])).toEqual([[Severity.ERROR, expect.stringContaining(message)]]);
});

test('other probes, and those of ordinary containers, are warnings', () => {
  const proxy = { name: 'auth', image: 'oauth2-proxy:v7', readinessProbe: { httpGet: { path: '/ping', port: 4180 } }, livenessProbe: { tcpSocket: { port: 4180 } } };

  expect(offenses(probeOnLoopback, podOf([WEB, proxy])).map(one => [one.severity, /never passes|always fails/.exec(one.message)?.[0]])).toEqual([
    [Severity.WARNING, 'never passes'], [Severity.WARNING, 'always fails'],
  ]);
});

test.each<[string, object]>([
  ['another address', { image: SQL, args: ['--health-check', '--http-address=0.0.0.0'], startupProbe: { httpGet: { path: '/startup', port: 9090 } } }],
  ['an address from elsewhere', { image: SQL, env: [{ name: 'CSQL_PROXY_HTTP_ADDRESS', valueFrom: {} }], startupProbe: { tcpSocket: { port: 9090 } } }],
  ['variables from elsewhere', { image: SQL, envFrom: [{ configMapRef: { name: 'x' } }], startupProbe: { tcpSocket: { port: 9090 } } }],
  ['a file from elsewhere', { image: 'oauth2-proxy:v7', args: ['--config=/etc/x.cfg'], startupProbe: { tcpSocket: { port: 4180 } } }],
  ['OPA before 1.0', { image: 'opa:0.50', args: ['run', '--server'], startupProbe: { tcpSocket: { port: 8181 } } }],
  ['OPA of unknown version', { image: 'opa:latest', args: ['run', '--server'], startupProbe: { tcpSocket: { port: 8181 } } }],
  ['a command', { image: SQL, startupProbe: { exec: { command: ['/probe'] } } }],
])('%s does not', (_name, container) => {
  expect(says(probeOnLoopback, podOf([WEB], [sidecar('helper', container)]))).toEqual([]);
});

describe('any address that begins with 127 is loopback', () => {
  const RESOLVER = { image: 'acme/resolver:1', ports: [{ containerPort: 53, protocol: 'UDP' }], startupProbe: { tcpSocket: { port: 53 } } };
  const found = (more: object) => offenses(probeOnLoopback, podOf([WEB], [sidecar('dns', { ...RESOLVER, ...more })])).map(({ message }) => message);

  test.each<[string, object]>([
    ['an address with a port', { args: ['--listen=127.0.0.53:53'] }],
    ['an address with a port in the next word', { args: ['--listen', '127.0.0.53:53'] }],
    ['a script', { command: ['sh', '-c', 'exec resolver --listen 127.0.0.53:53'] }],
    ['two flags', { args: ['--listen-address=127.0.0.53', '--port=53'] }],
    ['two variables', { env: [{ name: 'LISTEN_HOST', value: '127.0.0.53' }, { name: 'LISTEN_PORT', value: '53' }] }],
    ['an address for the only port', { args: ['--listen-address=127.0.0.53'] }],
  ])('in %s', (_name, more) => {
    expect(found(more)).toEqual(["the startupProbe of 'dns' checks port 53 of the pod, but it listens there on loopback only, so the probe never passes"]);
  });

  test.each<[string, object]>([
    ['it also listens elsewhere', { args: ['--listen-address=127.0.0.53', '--listen-address=10.0.0.1'] }],
    ['it has another port, which it may be for', { args: ['--listen-address=127.0.0.53'], ports: [{ containerPort: 53 }, { containerPort: 8080 }] }],
    ['it listens everywhere', { args: ['--listen=0.0.0.0:53'] }],
  ])('unless %s', (_name, more) => {
    expect(found(more)).toEqual([]);
  });
});

test('in the network of the node, its loopback is right', () => {
  const helper = sidecar('helper', { startupProbe: { httpGet: { host: 'localhost', port: 80 } } });

  expect(says(probeOnLoopback, podOf([WEB], [helper], { hostNetwork: true }))).toEqual([]);
});

test('programs of which nothing is known, and containers without probes, are no concern', () => {
  expect(says(probeOnLoopback, podOf([{ ...WEB, readinessProbe: { tcpSocket: { port: 80 } } }], [sidecar('helper')]))).toEqual([]);
});
