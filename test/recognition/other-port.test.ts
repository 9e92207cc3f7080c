import { running } from './pods';
import { gateText } from '../../src/recognition/gates/gate-text';

const SHOWN = 7777;

/** The gate of a helper beside an app, as one line, or why there is none. */
function gate(helper: object, app: object = {}): string {
  const recognition = running([{ name: 'web', image: 'acme/web:1', ...app }, { name: 'helper', image: '', ...helper }]);
  const advice = recognition.gate(recognition.pod.container('helper'));
  return advice.known ? gateText(advice.probe) : `none: ${advice.why}`;
}

/** Programs whose gate asks the port on which they serve unless told otherwise, that port, and how a container tells them another one. */
const SERVERS: [string, { container: { image: string; args?: string[] }; port: number; told: object }][] = [
  ['PgBouncer', { container: { image: 'edoburu/pgbouncer:v1.25.2-p0' }, port: 5432, told: { env: [{ name: 'LISTEN_PORT', value: String(SHOWN) }] } }],
  ['Redis', { container: { image: 'redis:8' }, port: 6379, told: { args: ['--port', String(SHOWN)] } }],
  ['memcached', { container: { image: 'memcached:1.6' }, port: 11211, told: { args: ['-p', String(SHOWN)] } }],
  ['memcached with tools', { container: { image: 'memcached:1.6-alpine' }, port: 11211, told: { args: ['-p', String(SHOWN)] } }],
  ['Open Policy Agent', { container: { image: 'openpolicyagent/opa:0.70.0', args: ['run', '--server'] }, port: 8181, told: { args: ['run', '--server', `--addr=:${SHOWN}`] } }],
];
const VALKEY = { image: 'valkey/valkey:8' };

describe.each(SERVERS)('the gate of %s', (_name, { container, port, told }) => {
  const usual = gate(container);

  test('asks its usual port where nothing shows another one, or where a sign agrees', () => {
    expect(usual).not.toContain('none');
    expect(gate({ ...container, ports: [{ containerPort: port }] })).toBe(usual);
    expect(gate({ ...container, ports: [{ containerPort: SHOWN }, { containerPort: port }] })).toBe(usual);
    expect(gate({ ...container, readinessProbe: { tcpSocket: { port } } })).toBe(usual);
  });

  test('asks the port that its own probe asks', () => {
    expect(gate({ ...container, ports: [{ containerPort: SHOWN }], readinessProbe: { tcpSocket: { port: SHOWN } } })).toBe(`tcpSocket on port ${SHOWN}`);
    expect(gate({ ...container, livenessProbe: { tcpSocket: { port: SHOWN } } })).toBe(`tcpSocket on port ${SHOWN}`);
  });

  test('is none where another port is only declared', () => {
    expect(gate({ ...container, ports: [{ containerPort: SHOWN }] })).toMatch(/^none: the manifest shows port 7777, but not that .* is told to listen there$/);
  });

  test('asks the port that the program is told', () => {
    expect(gate({ ...container, ...told, ports: [{ containerPort: port }] })).toContain(usual.includes('redis-cli') ? `-p ${SHOWN}` : String(SHOWN));
  });
});

test('the gate of PgBouncer is none where the app calls another port of it than its image uses', () => {
  const app = { env: [{ name: 'DATABASE_URL', value: 'postgres://127.0.0.1:6432/orders' }] };
  expect(gate({ image: 'edoburu/pgbouncer:v1.25.2-p0' }, app)).toContain('none: the manifest shows port 6432');
});

test('the gate of Valkey, which names no port, asks its usual one', () => {
  expect(gate(VALKEY)).toBe('exec valkey-cli ping');
  expect(gate({ ...VALKEY, ports: [{ containerPort: SHOWN }] })).toContain('none: the manifest shows port 7777');
});

describe('the gate of a health server', () => {
  test.each<[string, { image: string; args?: string[] }, string]>([
    ['Jaeger agent', { image: 'jaegertracing/jaeger-agent:1.57' }, '/'],
    ['StatsD exporter', { image: 'prom/statsd-exporter:v0.28.0' }, '/-/ready'],
    ['Cloud SQL Auth Proxy', { image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3', args: ['--health-check', '--http-address=0.0.0.0', 'a:b:c'] }, '/startup'],
  ])('of %s asks where a probe of the container asks the same path', (_name, container, path) => {
    expect(gate({ ...container, ports: [{ containerPort: SHOWN }] })).toMatch(new RegExp(`^httpGet ${path} on port (?!${SHOWN})`));
    expect(gate({ ...container, readinessProbe: { httpGet: { path, port: SHOWN } } })).toBe(`httpGet ${path} on port ${SHOWN}`);
  });
});
