import { KnownProgram } from './program';

/** Exporters of what is never in their own pod: they ask other hosts, and are the app. */
const REMOTE = 'blackbox|snmp|ipmi|ssl|x509-certificate|stackdriver|cloudwatch|yet-another-cloudwatch|azure-metrics|ci-pipelines|github|speedtest';

/** Exporters of well-known programs, and those of projects that make nothing but exporters. */
const KNOWN_EXPORTER = new RegExp('(^|/)((prom|prometheus|prometheuscommunity|prometheus-community|percona|oliver006|bitnami|bitnamilegacy|nginx|danielqsj|kbudde)/(?!statsd|dummy|(' + REMOTE + ')[-_])[a-z0-9._-]*[-_]exporter'
  + '|(redis|valkey|mysqld?|mariadb|postgres(ql)?|pgbouncer|pgpool2?|proxysql|mongo(db)?|memcached|elasticsearch|opensearch|kafka|jmx|zookeeper|rabbitmq|nats|nginx(-prometheus|-vts)?|apache|haproxy|varnish'
  + '|squid|php-?fpm|uwsgi|node|process|consul|bind|dovecot|postfix|unbound|solr|couchdb|nvidia-smi|dcgm|sql|json|script|graphite|collectd|minio|vault|jenkins|gitlab'
  + '|frr|windows|influxdb|oracledb|mssql|cassandra|clickhouse)(-prometheus)?[-_]exporter|exportarr)$');

/** Programs that ask the app, for metrics above all. The app does not need them. */
export const OBSERVERS: readonly KnownProgram[] = [
  {
    name: 'Thanos sidecar',
    repositories: /(^|\/)thanos$/,
    // The same image is also the store, the query and the rest of Thanos.
    binary: /^sidecar$/,
    command: /^thanos$/,
    subcommand: /^sidecar$/,
    onlySidecar: false,
    direction: 'observer',
    waitsFor: (_run, path) => path === '/-/ready' ? { of: 'app', instead: '/-/healthy' } : undefined,
  },
  // It asks Envoy, which is the app there, whether it has drained.
  {
    name: 'shutdown manager of Envoy',
    repositories: /(^|\/)(projectcontour\/contour|envoyproxy\/gateway)$/,
    binary: /^shutdown-manager$/,
    command: /^(contour|envoy-gateway)$/,
    subcommand: /^envoy$/,
    onlySidecar: false,
    direction: 'observer',
  },
  { name: 'prometheus-to-sd', repositories: /(^|\/)prometheus-to-sd$/, onlySidecar: true, direction: 'observer' },
  { name: 'Prometheus JMX exporter', repositories: /(^|\/)(bitnami\/|bitnamilegacy\/)?jmx[-_]exporter$/, onlySidecar: true, direction: 'observer' },
  // redis_exporter, mysqld-exporter, node-exporter and all the others; what they tell about is their own affair. That of StatsD is another kind: the app sends to it.
  { name: 'Prometheus exporter', repositories: KNOWN_EXPORTER, onlySidecar: false, direction: 'observer' },
  { name: 'metrics exporter', repositories: new RegExp(`(^|/)(?!statsd|dummy|(${REMOTE})[-_])[a-z0-9._-]*[-_]exporter$`), onlySidecar: false, direction: 'observer', byEnding: true },
];
