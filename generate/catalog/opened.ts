import { Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Entry, Exhibit, exhibitsOf } from './gallery';
import * as catalog from '../../src/catalog';
import { ALLOYDB_PROXY } from '../../src/knowledge/programs/alloydb-proxy';
import { CLOUD_SQL_PROXY } from '../../src/knowledge/programs/cloud-sql-proxy';
import { ENVOY } from '../../src/knowledge/programs/envoy';
import { KUBE_RBAC_PROXY } from '../../src/knowledge/programs/kube-rbac-proxy';
import { MEMCACHED } from '../../src/knowledge/programs/memcached';
import { NGINX } from '../../src/knowledge/programs/nginx';
import { OAUTH2_PROXY } from '../../src/knowledge/programs/oauth2-proxy';
import { PGBOUNCER } from '../../src/knowledge/programs/pgbouncer';
import { REDIS } from '../../src/knowledge/programs/redis';

const tls = (workload: kplus.Workload) => kplus.Secret.fromSecretName(workload, 'tls', 'web-tls');
const ca = (workload: kplus.Workload) => kplus.ConfigMap.fromConfigMapName(workload, 'ca', 'shop-ca');

/** Presets with what is off by default: metrics, TLS, raw configuration, further arguments. Their real programs must accept it. */
const OPENED: readonly Entry[] = [
  ['CloudSqlProxy opened', CLOUD_SQL_PROXY, (workload, id) => new catalog.CloudSqlProxy(workload, id, {
    instance: 'acme:europe-west1:orders', metrics: true, maxConnections: 50, extraArgs: ['--quota-project=acme', '--debug-logs'],
  })],
  ['AlloyDbProxy opened', ALLOYDB_PROXY, (workload, id) => new catalog.AlloyDbProxy(workload, id, {
    instance: 'projects/acme/locations/europe-west1/clusters/shop/instances/orders', metrics: true, maxConnections: 50, extraArgs: ['--debug-logs'],
  })],
  ['Envoy opened', ENVOY, (workload, id) => new catalog.Envoy(workload, id, {
    appPort: 8080,
    upstreams: [{ name: 'orders', host: 'orders.shop.svc.cluster.local', port: 443, listenPort: 8001, tls: true }],
    certificate: tls(workload),
    certificateAuthority: ca(workload),
    metrics: true,
    config: { stats_config: { use_all_default_tags: true }, static_resources: { clusters: [{ name: 'traces', type: 'STATIC', connect_timeout: '1s' }] } },
    extraArgs: ['--log-level', 'warning'],
  })],
  ['OAuth2Proxy opened', OAUTH2_PROXY, (workload, id) => new catalog.OAuth2Proxy(workload, id, {
    appPort: 8080,
    issuerUrl: 'https://login.acme.com/realms/shop',
    emailDomains: ['acme.com'],
    credentials: kplus.Secret.fromSecretName(workload, 'login', 'web-login'),
    allowedGroups: ['buyers'],
    skipAuthRoutes: ['GET=^/healthz$'],
    certificate: tls(workload),
    metrics: true,
    extraArgs: ['--cookie-domain=.acme.com', '--whitelist-domain=.acme.com'],
  })],
  ['Nginx opened', NGINX, (workload, id) => new catalog.Nginx(workload, id, {
    appPort: 8080,
    certificate: tls(workload),
    metrics: true,
    config: {
      main: { worker_processes: 2 },
      events: { multi_accept: 'on' },
      http: { log_format: 'short "$remote_addr \\"$request\\""', access_log: '/dev/stdout short', keepalive_timeout: '75s' },
      server: { 'location = /robots.txt': { return: '200 "User-agent: *"', default_type: 'text/plain' } },
      location: { proxy_set_header: 'X-Shop acme' },
    },
  })],
  ['PgBouncer opened', PGBOUNCER, (workload, id) => new catalog.PgBouncer(workload, id, {
    serverHost: 'orders-db.shop.svc',
    users: kplus.Secret.fromSecretName(workload, 'users', 'db-users'),
    serverTls: catalog.PgBouncerServerTls.VERIFY_FULL,
    certificateAuthority: ca(workload),
    config: { pgbouncer: { query_wait_timeout: 30, stats_users: 'app' }, users: { app: 'pool_mode=transaction' } },
    extraArgs: ['-v'],
  })],
  ['KubeRbacProxy opened', KUBE_RBAC_PROXY, (workload, id) => new catalog.KubeRbacProxy(workload, id, {
    appPort: 8080,
    resource: { resource: 'services', subresource: 'metrics', namespace: 'shop', name: 'web' },
    certificate: tls(workload),
    tlsMinVersion: catalog.KubeRbacTlsVersion.TLS_1_3,
    clientCertificateAuthority: ca(workload),
    audiences: ['web'],
    config: { authorization: { static: [{ path: '/metrics', verb: 'get', resourceRequest: false, user: { name: 'monitoring' } }] } },
    extraArgs: ['--v=2'],
  })],
  ['RedisCache opened', REDIS, (workload, id) => new catalog.RedisCache(workload, id, {
    config: { 'lazyfree-lazy-eviction': 'yes', 'tcp-keepalive': 60, 'client-output-buffer-limit': ['normal 0 0 0', 'pubsub 1mb 1mb 60'] },
    extraArgs: ['--loglevel', 'verbose'],
  })],
  ['MemcachedCache opened', MEMCACHED, (workload, id) => new catalog.MemcachedCache(workload, id, {
    maxItemSize: Size.mebibytes(4), threads: 2, extraArgs: ['--extended=no_lru_crawler'],
  })],
];

/** The presets of `OPENED`, each in a chart of its own. */
export function openedGallery(): Exhibit[] {
  return exhibitsOf(OPENED);
}
