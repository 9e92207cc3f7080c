import type { RecognizedPod } from './recognized';
import { mountsLastingVolume } from './shared-files';
import { JsonObject, listOf } from '../data/json';
import { MONGO_PORT, MYSQL_PORT, POSTGRES_PORT } from '../knowledge/databases';
import { repositoryOf, programOfImage } from '../knowledge/known-programs';
import { isPayload, isStore } from '../knowledge/payloads';
import { askImage } from '../kubernetes/image-of';
import { PodContainer } from '../kubernetes/pod';

/** What a database is configured with, whatever its image is called. Its clients often have the same variables, but also one for the host. */
const FAMILIES: readonly { readonly port: number; readonly variable: RegExp; readonly host: RegExp; readonly probe: RegExp }[] = [
  {
    port: POSTGRES_PORT,
    variable: /^(POSTGRES_(DB|USER|PASSWORD|PASSWORD_FILE|INITDB_ARGS|HOST_AUTH_METHOD)|PGDATA)$/,
    host: /^(POSTGRES(QL)?_(HOST|HOSTNAME|SERVER|ADDR)|PGHOST)$/,
    probe: /\bpg_isready\b/,
  },
  {
    port: MYSQL_PORT,
    variable: /^(MYSQL|MARIADB)_(ROOT_PASSWORD|ROOT_PASSWORD_FILE|DATABASE|USER|PASSWORD|ALLOW_EMPTY_(ROOT_)?PASSWORD|RANDOM_ROOT_PASSWORD)$/,
    host: /^(MYSQL|MARIADB)_(HOST|HOSTNAME|SERVER|ADDR)$/,
    probe: /\b(mysqladmin|mariadb-admin|healthcheck\.sh)\b/,
  },
  { port: 5672, variable: /^RABBITMQ_(DEFAULT_(USER|PASS|VHOST)|ERLANG_COOKIE)$/, host: /^RABBITMQ_(HOST|HOSTNAME|SERVER|ADDR)$/, probe: /\brabbitmq(ctl|-diagnostics)\b/ },
  { port: 9092, variable: /^KAFKA_(NODE_ID|BROKER_ID|ADVERTISED_LISTENERS|PROCESS_ROLES|CFG_\w+)$/, host: /^KAFKA_(HOST|BROKERS|BOOTSTRAP_SERVERS?)$/, probe: /\bkafka-[a-z-]{1,40}\.sh\b/ },
  { port: 9200, variable: /^(discovery\.type|cluster\.name|ES_JAVA_OPTS)$/, host: /^ELASTIC(SEARCH)?_(HOSTS?|URL)$/, probe: /_cluster\/health/ },
  { port: MONGO_PORT, variable: /^MONGO_INITDB_\w+$/, host: /^MONGO(DB)?_(HOST|HOSTNAME|SERVER|ADDR)$/, probe: /\b(mongosh?|mongod)\b/ },
];

/** A probe may also ask the database of another pod. */
const ASKS_HOST = /\s(-h|--host)\b/;
const ASKS_ITSELF = /\s(-h|--host)[= ]?(localhost|127\.0\.0\.1)/;

/** The port of the database that a container is configured as: two of its variables, its probes and its ports show it. Undefined when they do not. */
export function configuredStore(spec: JsonObject): number | undefined {
  const { env, ports, startupProbe, readinessProbe, livenessProbe } = spec;
  const names = listOf(env).map(({ name }) => String(name));
  const probes = [startupProbe, readinessProbe, livenessProbe]
    .map(probe => Array.isArray(probe?.exec?.command) ? probe.exec.command.join(' ') : '')
    .filter(text => !ASKS_HOST.test(text) || ASKS_ITSELF.test(text));
  const family = FAMILIES.find(({ port, variable, host, probe }) => {
    const signs = [
      names.some(name => variable.test(name)),
      probes.some(text => probe.test(text)),
      listOf(ports).some(({ containerPort }) => containerPort === port),
    ];
    return signs.filter(Boolean).length > 1 && !names.some(name => host.test(name));
  });
  return family && askImage(spec, programOfImage) === undefined ? family.port : undefined;
}

/** Whether a container is a database or a queue, by its image or by what it is configured with. */
export function isStoreHere({ spec }: PodContainer): boolean {
  return askImage(spec, isStoreImage) || isRunAsStore(spec);
}

/** The same as a question to `RecognizedPod.once`. */
export function isStoreIn(_recognition: RecognizedPod, container: PodContainer): boolean {
  return isStoreHere(container);
}

/** Whether pods are made for what a container runs or keeps, whoever calls it. */
export function isMadeFor(recognition: RecognizedPod, container: PodContainer): boolean {
  const { spec } = container;
  const repository = typeof spec.image === 'string' ? repositoryOf(spec.image) : '';
  return isPayload(repository, recognition.runCommand(container)?.words ?? []) || isRunAsStore(spec)
    || mountsLastingVolume(recognition.pod, container);
}

/** Whether a container is a database or a queue by its command, or by what it is configured with. */
function isRunAsStore(spec: JsonObject): boolean {
  return configuredStore(spec) !== undefined || STORE_COMMAND.test(firstWord(spec));
}

/** What the servers of databases are called. */
const STORE_COMMAND = /(^|\/)(mongod|mysqld|mariadbd|postgres|etcd|cockroach|rabbitmq-server|clickhouse-server|influxd)$/;

function firstWord({ command, args }: JsonObject): string {
  const words: unknown[] = [command, args].flatMap(list => Array.isArray(list) ? list : []);
  return String(words[0] ?? '');
}

/** Whether an image is one of a database or a queue. */
export function isStoreImage(image: unknown): boolean {
  return typeof image === 'string' && isStore(repositoryOf(image));
}
