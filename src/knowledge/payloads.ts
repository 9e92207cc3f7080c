import { DATABASE_CLIENTS, MONGO_PORT, MYSQL_PORT, POSTGRES_PORT, REDIS_PORT } from './databases';
import { MESHES } from './meshes/mesh-list';
import { remembering } from '../data/remember';

/** Programs that are what a pod is there for, when another container of it calls them, with the port that each listens on unless told otherwise. */
const PAYLOADS: readonly { readonly repositories: RegExp; readonly ports: readonly number[]; readonly isStore?: true }[] = [
  { repositories: /(^|\/)(postgres|postgresql(-repmgr)?|timescaledb(-ha)?|postgis|pgvector)$/, ports: [POSTGRES_PORT], isStore: true },
  { repositories: /(^|\/)(mysql|mariadb(-galera)?|percona(-server|-xtradb-cluster)?)(-server|-\d+)?$/, ports: [MYSQL_PORT], isStore: true },
  { repositories: /(^|\/)(mongo|mongodb(-sharded|-community-server)?)$/, ports: [MONGO_PORT], isStore: true },
  { repositories: /(^|\/)(elasticsearch|opensearch)(-oss)?$/, ports: [9200, 9300], isStore: true },
  { repositories: /(^|\/)(cassandra|scylla)$/, ports: [9042], isStore: true },
  { repositories: /(^|\/)rabbitmq$/, ports: [5672, 15672], isStore: true },
  { repositories: /(^|\/)(cp-kafka|kafka|redpanda|cp-server)$/, ports: [9092], isStore: true },
  { repositories: /(^|\/)(cp-)?zookeeper$/, ports: [2181], isStore: true },
  { repositories: /(^|\/)etcd$/, ports: [2379], isStore: true },
  { repositories: /(^|\/)(influxdb|clickhouse(-server)?|neo4j|couchdb|couchbase(-server)?|cockroach|minio|nats|solr|arangodb)$/, ports: [], isStore: true },
  // Stores of telemetry.
  { repositories: /(^|\/)loki$/, ports: [3100], isStore: true },
  { repositories: /(^|\/)tempo$/, ports: [3200], isStore: true },
  { repositories: /(^|\/)(mimir|cortex)$/, ports: [], isStore: true },
  { repositories: /(^|\/)victoria-metrics$/, ports: [8428], isStore: true },
  { repositories: /(^|\/)victoria-logs$/, ports: [9428], isStore: true },
  { repositories: /(^|\/)prometheus$/, ports: [9090] },
  { repositories: /(^|\/)(alertmanager)$/, ports: [9093] },
  { repositories: /(^|\/)grafana(-oss|-enterprise)?$/, ports: [3000] },
  { repositories: /(^|\/)(jenkins|gitlab-(ce|ee)|sonarqube|nexus3?|keycloak|wordpress|nextcloud|drupal|joomla|ghost|moodle)$/, ports: [] },
  { repositories: /(^|\/)php(-fpm)?$/, ports: [9000] },
  { repositories: /(^|\/)(vllm-openai|tritonserver|text-generation-inference|sglang|torchserve)$/, ports: [] },
  { repositories: /(^|\/)external-dns$/, ports: [7979] },
];

/** Ports that programs listen on unless told otherwise, of those that are as often an app's helper as the app itself. */
const DEFAULT_PORTS: readonly { readonly repositories: RegExp; readonly ports: readonly number[] }[] = [
  { repositories: /(^|\/)(redis|redis-stack(-server)?|valkey|keydb|dragonfly)$/, ports: [REDIS_PORT] },
  { repositories: /(^|\/)memcached$/, ports: [11211] },
  { repositories: /(^|\/)pgbouncer$/, ports: [6432] },
  { repositories: /(^|\/)(nginx|httpd|caddy)$/, ports: [80] },
  { repositories: /(^|\/)nginx-unprivileged$/, ports: [8080] },
  { repositories: /(^|\/)vault(-enterprise)?$/, ports: [8200] },
  { repositories: /(^|\/)registry$/, ports: [5000] },
  { repositories: /(^|\/)docker$/, ports: [2375, 2376] },
  { repositories: /(^|\/)squid$/, ports: [3128] },
  { repositories: /(^|\/)tinyproxy$/, ports: [8888] },
  { repositories: /(^|\/)privoxy$/, ports: [8118] },
  { repositories: /(^|\/)openpolicyagent\/opa$/, ports: [8181] },
  { repositories: /(^|\/)(opentelemetry-collector(-contrib|-k8s)?|aws-otel-collector)$/, ports: [4317, 4318] },
  { repositories: /(^|\/)jaeger-agent$/, ports: [5775, 5778, 6831, 6832] },
  { repositories: /(^|\/)(statsd|statsd[-_]exporter|telegraf)$/, ports: [8125, 9125] },
  { repositories: /(^|\/)datadog(hq)?\/agent$/, ports: [8125, 8126] },
  // Where Envoy tells its shutdown manager that it stops.
  { repositories: /(^|\/)projectcontour\/contour$/, ports: [8090] },
  { repositories: /(^|\/)envoyproxy\/gateway$/, ports: [19002] },
];

/** Programs that run until they are stopped when their image is told nothing else. */
const SERVERS = new RegExp('(^|/)(redis|redis-stack(-server)?|valkey|memcached|nginx|nginx-unprivileged|httpd|haproxy|pgbouncer|postgres|postgresql|postgis|mysql|mariadb|mongo|mongodb'
  + '|elasticsearch|opensearch|rabbitmq|zookeeper|wiremock|localstack|mailhog|mockserver|standalone-(chrome|firefox)|squid|tinyproxy|privoxy|telegraf|consul-template)$');

/** What a server's own program is called, where an image is told to run it. */
const SERVER_COMMAND = /^-|-server$|(^|\/)(mysqld|mariadbd|mongod|postgres|memcached|nginx|httpd(-foreground)?|haproxy|start|server)$/;

/** Flags with which a program does its work once, and exits. */
const ONCE = /^--?(once|version|help|repair|initialize(-insecure)?|single|test|upgrade|validate|check)(=true)?$/;
/** Flags of web servers with which they only check or tell something. */
const CHECKS: readonly (readonly [program: RegExp, flag: RegExp])[] = [[/^nginx$/, /^-[tTvV]+$/], [/^(httpd|apache2)$/, /^-[tvVSlL]$/], [/^haproxy$/, /^-(c|v|vv)$/]];

/** Whether an image, without its tag, runs until it is stopped, given what it is told to run. */
export function isServer(repository: string, words: readonly string[]): boolean {
  return SERVERS.test(repository) && (words.length === 0
    || (SERVER_COMMAND.test(words[0]) && !words.some(word => ONCE.test(word)) && !onlyChecks(repository, words)));
}

function onlyChecks(repository: string, words: readonly string[]): boolean {
  const names = [words[0], repository].map(name => name.slice(name.lastIndexOf('/') + 1));
  return CHECKS.some(([program, flag]) => names.some(name => program.test(name)) && words.some(word => flag.test(word)));
}

/** How many characters of images are remembered. */
const ROOM = 2 ** 16;

const isPayloadImage = remembering(repository => PAYLOADS.some(program => program.repositories.test(repository)), ROOM);

/** Programs in the images of databases that only carry calls to a database elsewhere; as the program itself, or first in a script. */
const ROUTER = /^(exec )?(\/\S+\/)?(mongos|mysqlrouter)(\s|$)/;

/** Whether an image, without its tag, is a database or another program that pods are made for, given what it is told to run. */
export function isPayload(repository: string, words: readonly string[] = []): boolean {
  return SERVER_MODES.some(([image, word]) => image.test(repository) && words.some(one => word.test(one)))
    || (isPayloadImage(repository) && !words.some((word, index) => (index === 0 || word.includes(' ')) && ROUTER.test(word)) && !isClient(words));
}

/** Programs that are the app of a pod where they are told to be servers, and a helper otherwise. */
const SERVER_MODES: readonly (readonly [repository: RegExp, word: RegExp])[] = [
  [/(^|\/)(vault(-enterprise)?|openbao)$/, /^server$/],
  [/(^|\/)consul(-enterprise)?$/, /^--?server(=true)?$/],
];

const CLIENT = new RegExp(`(^|[\\s/;(])(${Object.keys(DATABASE_CLIENTS).join('|')})(?=\\s|$)`);
const SHELL = /(^|\/)(sh|bash|ash)$/;
/** What a command of a script begins with that starts a server, or may start one. */
const STARTS = /^(exec|(\S*\/)?(\S{0,64}entrypoint|mysqld|mysqld_safe|mariadbd|mongod|postgres|pg_ctl|redis-server)|\S*\.sh)(?![\w-])/;

const BACKGROUND = /[^&>]&(?![&>\d])/;

/** Whether the image of a database is told to run only a client of it, as the program itself or in a script that starts no server. */
export function isClient(words: readonly string[]): boolean {
  const [first = '', ...rest] = words;
  const script = SHELL.test(first) ? rest.at(-1) ?? '' : undefined;
  const mayStart = (text: string) => BACKGROUND.test(text) || text.split(/[;&|()\n]/).some(command => STARTS.test(command.trimStart()));
  return script === undefined ? CLIENT.test(first) : CLIENT.test(script) && !mayStart(script);
}

/** Whether an image, without its tag, is a database or a queue: an app may have one of its own beside it. */
export const isStore = remembering(repository => PAYLOADS.some(program => program.isStore && program.repositories.test(repository)), ROOM);

const LISTENERS = [
  ...PAYLOADS,
  ...DEFAULT_PORTS,
  ...MESHES.map(({ proxy }) => ({ repositories: proxy.program.repositories, ports: proxy.defaultPorts ?? [] })),
];

/** The ports that the program of an image, without its tag, listens on unless told otherwise. */
export const defaultPorts = remembering(
  (repository): readonly number[] => LISTENERS.find(program => program.repositories.test(repository))?.ports ?? [],
  ROOM,
);

/** Services by their usual names in variables, with the default port of each. */
const NAMED_SERVICES: readonly { readonly name: RegExp; readonly port: number }[] = [
  { name: /(^|_)(DOG)?STATSD$/, port: 8125 },
  { name: /(^|_)MEMCACHED?$/, port: 11211 },
  { name: /(^|_)(REDIS|VALKEY)$/, port: REDIS_PORT },
  { name: /(^|_)PGBOUNCER$/, port: 6432 },
  { name: /(^|_)OPA$/, port: 8181 },
  { name: /(^|_)JAEGER_AGENT$/, port: 6831 },
  { name: /^DD_AGENT$/, port: 8126 },
  { name: /(^|_)(PG|POSTGRES|POSTGRESQL)$/, port: POSTGRES_PORT },
  { name: /(^|_)(MYSQL|MARIADB)$/, port: MYSQL_PORT },
  { name: /(^|_)MONGO(DB)?$/, port: MONGO_PORT },
  { name: /(^|_)(AMQP|RABBITMQ)$/, port: 5672 },
];

/** The port of a service that a variable's name speaks of, as `REDIS` of `REDIS_HOST` does. */
export function usualPort(name: string): number | undefined {
  return NAMED_SERVICES.find(service => service.name.test(name))?.port;
}
