import { KnownProgram } from './program';

/** Exporters of well-known programs, and those of projects that make nothing but exporters. */
const KNOWN_EXPORTER = new RegExp('(^|/)((prom|prometheus|prometheuscommunity|prometheus-community|percona|oliver006|bitnami|bitnamilegacy|nginx|danielqsj|kbudde)/(?!statsd|dummy)[a-z0-9._-]*[-_]exporter'
  + '|(redis|valkey|mysqld?|mariadb|postgres(ql)?|pgbouncer|pgpool2?|proxysql|mongo(db)?|memcached|elasticsearch|opensearch|kafka|jmx|zookeeper|rabbitmq|nats|nginx(-prometheus|-vts)?|apache|haproxy|varnish'
  + '|squid|php-?fpm|uwsgi|node|process|blackbox|consul|bind|dovecot|postfix|unbound|solr|couchdb|ipmi|snmp|nvidia-smi|dcgm|ssl|sql|json|script|graphite|collectd|minio|vault|jenkins|gitlab'
  + '|ci-pipelines|stackdriver|cloudwatch|azure-metrics|frr|windows|influxdb|oracledb|mssql|cassandra|clickhouse)(-prometheus)?[-_]exporter|exportarr)$');

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
  { name: 'metrics exporter', repositories: /(^|\/)(?!statsd|dummy)[a-z0-9._-]*[-_]exporter$/, onlySidecar: false, direction: 'observer', byEnding: true },
];
