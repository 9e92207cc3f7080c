import * as kplus from 'cdk8s-plus-28';
import { NativeSidecar, PodLifecycle } from '../../src';
import * as catalog from '../../src/catalog';
import { chartIn, deploymentIn, refusals } from '../sidecars/support';

type Make = (web: kplus.Deployment, id: string) => NativeSidecar;

const exporters = () => [catalog.OtelExporter.otlpGrpc('otel-gateway.observability:4317')];
const upstream = (listenPort: number) => ({ name: 'orders', host: 'orders.shop', port: 8080, listenPort });
const login = (web: kplus.Deployment, id: string) => ({
  issuerUrl: 'https://login.acme.com', emailDomains: ['acme.com'], credentials: kplus.Secret.fromSecretName(web, `login-${id}`, 'login'),
});
const users = (web: kplus.Deployment, id: string) => kplus.Secret.fromSecretName(web, `users-${id}`, 'db-users');
const ALLOYDB = 'projects/acme/locations/europe-west1/clusters/shop/instances/orders';

/** Two presets of one pod that want the same port, the port, and what moves it. */
const CLASHES: readonly [string, Make, Make, number, string, string][] = [
  ['two caches of Redis', (web, id) => new catalog.RedisCache(web, id), (web, id) => new catalog.RedisCache(web, id), 6379, "'port'", "'port'"],
  ['two of memcached', (web, id) => new catalog.MemcachedCache(web, id), (web, id) => new catalog.MemcachedCache(web, id), 11211, "'port'", "'port'"],
  ['the health servers of two Cloud SQL proxies',
    (web, id) => new catalog.CloudSqlProxy(web, id, { instance: 'acme:europe-west1:orders' }),
    (web, id) => new catalog.CloudSqlProxy(web, id, { instance: 'acme:europe-west1:users', port: 5433 }),
    9801, "'healthPort'", "'healthPort'"],
  ['databases of Cloud SQL and AlloyDB',
    (web, id) => new catalog.CloudSqlProxy(web, id, { instance: 'acme:europe-west1:orders' }),
    (web, id) => new catalog.AlloyDbProxy(web, id, { instance: ALLOYDB }),
    5432, "'port'", "'port'"],
  ['a further instance and a pool',
    (web, id) => new catalog.CloudSqlProxy(web, id, { instance: 'acme:europe-west1:orders', moreInstances: [{ instance: 'acme:europe-west1:users', port: 6432 }] }),
    (web, id) => new catalog.PgBouncer(web, id, { serverHost: 'db', users: users(web, id) }),
    6432, "'port' of 'acme:europe-west1:users'", "'port'"],
  ['two Envoys',
    (web, id) => new catalog.Envoy(web, id, { upstreams: [upstream(8001)] }),
    (web, id) => new catalog.Envoy(web, id, { upstreams: [upstream(8002)], readyPort: 9912 }),
    9901, "'adminPort'", "'adminPort'"],
  ['an upstream of Envoy and nginx',
    (web, id) => new catalog.Envoy(web, id, { upstreams: [upstream(8000)] }),
    (web, id) => new catalog.Nginx(web, id, { appPort: 8080 }),
    8000, "'listenPort' of upstream 'orders'", "'port'"],
  ['nginx and an Envoy in front of the app',
    (web, id) => new catalog.Nginx(web, id, { appPort: 8080, port: 10000 }),
    (web, id) => new catalog.Envoy(web, id, { appPort: 8080 }),
    10000, "'port'", "'port'"],
  ['the health checks of two nginx',
    (web, id) => new catalog.Nginx(web, id, { appPort: 8080 }),
    (web, id) => new catalog.Nginx(web, id, { appPort: 8080, port: 8001 }),
    9903, "'healthPort'", "'healthPort'"],
  ['an OAuth2 Proxy and nginx',
    (web, id) => new catalog.OAuth2Proxy(web, id, { appPort: 8080, ...login(web, id) }),
    (web, id) => new catalog.Nginx(web, id, { appPort: 8080, port: 4180 }),
    4180, "'port'", "'port'"],
  ['the health endpoint of kube-rbac-proxy and a cache',
    (web, id) => new catalog.KubeRbacProxy(web, id, { appPort: 8080 }),
    (web, id) => new catalog.RedisCache(web, id, { port: 8643 }),
    8643, "'healthPort'", "'port'"],
  ['two collectors for gRPC',
    (web, id) => new catalog.OtelCollector(web, id, { exporters: exporters() }),
    (web, id) => new catalog.OtelCollector(web, id, { exporters: exporters(), httpPort: 5318, healthPort: 13134 }),
    4317, "'grpcPort'", "'grpcPort'"],
  ['two of Fluent Bit',
    (web, id) => new catalog.FluentBit(web, id, { outputs: [{ plugin: 'stdout' }] }),
    (web, id) => new catalog.FluentBit(web, id, { outputs: [{ plugin: 'stdout' }], path: '/var/log/other' }),
    2020, "'httpPort'", "'httpPort'"],
  ['two of git-sync',
    (web, id) => new catalog.GitSync(web, id, { repository: 'https://github.com/acme/content.git' }),
    (web, id) => new catalog.GitSync(web, id, { repository: 'https://github.com/acme/themes.git', folder: '/themes' }),
    9091, "'healthPort'", "'healthPort'"],
];

test.each(CLASHES)('%s on one port are refused at synth', (_name, first, second, port, firstMove, secondMove) => {
  const chart = chartIn();
  const web = deploymentIn(chart);
  first(web, 'one');
  second(web, 'two');

  expect(refusals(chart).filter(line => line.includes('listen on port'))).toEqual([
    `[shop/web] NS604 'one', 'two' listen on port ${port}, but only one container of a pod can: give one of them another port, by ${firstMove} of 'one' or ${secondMove} of 'two'`,
  ]);
});

test('synth reports everything at once that two presets of one kind share', () => {
  const chart = chartIn();
  const web = deploymentIn(chart);
  new catalog.CloudSqlProxy(web, 'orders', { instance: 'acme:europe-west1:orders' }).connect();
  new catalog.CloudSqlProxy(web, 'users', { instance: 'acme:europe-west1:users' }).connect();

  expect(refusals(chart)).toEqual([
    "[shop/web] NS604 'users' sets the same DB_HOST, DB_PORT as 'orders', so the app cannot tell them apart: set another 'envPrefix' of 'users'",
    expect.stringContaining("'orders', 'users' listen on port 9801,"),
    expect.stringContaining("'orders', 'users' listen on port 5432,"),
  ]);
});

test('with ports of their own many live in one pod', () => {
  const chart = chartIn();
  const web = deploymentIn(chart);
  new catalog.CloudSqlProxy(web, 'orders-db', { instance: 'acme:europe-west1:orders' });
  new catalog.AlloyDbProxy(web, 'users-db', { instance: ALLOYDB, port: 5433 });
  new catalog.PgBouncer(web, 'pool', { serverHost: '127.0.0.1', serverPort: 5433, users: users(web, 'pool') });
  new catalog.RedisCache(web, 'cache');
  new catalog.RedisCache(web, 'sessions', { port: 6380 });
  new catalog.MemcachedCache(web, 'pages');
  new catalog.OtelCollector(web, 'otel', { exporters: exporters() });
  new catalog.FluentBit(web, 'logs', { outputs: [{ plugin: 'stdout' }] });
  new catalog.GitSync(web, 'content', { repository: 'https://github.com/acme/content.git' });
  new catalog.Envoy(web, 'envoy', { upstreams: [upstream(8001)] });
  new catalog.OAuth2Proxy(web, 'login', { appPort: 8080, ...login(web, 'login') });

  // It stands in front of another proxy, whose port is its app's.
  new catalog.Nginx(web, 'front', { appPort: 4180 });

  expect(refusals(chart)).toEqual([]);
});

test.each<[string, Make]>([
  ['Redis', (web, id) => new catalog.RedisCache(web, id, { port: 8080 })],
  ['the health server of a proxy', (web, id) => new catalog.CloudSqlProxy(web, id, { instance: 'acme:europe-west1:orders', healthPort: 8080 })],
  ['the health server of git-sync', (web, id) => new catalog.GitSync(web, id, { repository: 'https://github.com/acme/site', healthPort: 8080 })],
])('%s on the port of the app is one finding', (_name, make) => {
  const web = deploymentIn(chartIn(), { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  make(web, 'helper');

  expect(PodLifecycle.of(web).findings.map(({ rule }) => rule)).toEqual(['NS604']);
});

test('a proxy that makes sockets takes no port but that of its health server', () => {
  const web = deploymentIn(chartIn());
  new catalog.CloudSqlProxy(web, 'orders-db', { instance: 'acme:europe-west1:orders', socketFolder: '/sql' });

  expect(() => new catalog.AlloyDbProxy(web, 'users-db', { instance: ALLOYDB })).not.toThrow();
});
