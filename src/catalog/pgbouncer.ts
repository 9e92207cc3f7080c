import { Construct } from 'constructs';
import { PgBouncerAuthentication, PgBouncerDatabase, PgBouncerPoolMode, PgBouncerProps, PgBouncerServerTls } from './pgbouncer-props';
import { refusal } from '../caller/refusal';
import { Kinds, NUMBER, oneOf, required, shown, structsOf, TEXT } from '../data/arguments';
import { isObject } from '../data/json';
import { CONFIG_MAP, SECRET } from '../sidecars/kinds';
import { AppEnv, ENV_PREFIX, prefixed } from './private/app-env';
import { Connectable } from './private/connectable';
import { Decided, ENDS } from './private/decided';
import { IniEntries, IniSections, toIni } from './private/ini';
import { FixedPart, mergeConfig } from './private/merge-config';
import { checkListenPort, mountConfigFile, mountConfigMap, mountSecret } from './private/parts';
import { checkPreset, PRESET_KINDS, checkPort, gateOptions, presetProps, resources } from './private/preset';
import { ConfigMapping } from './private/yaml';
import { DATA } from '../data/plain-data';
import { member, wording } from '../data/wording';
import { PGBOUNCER, PGBOUNCER_PORT, readyCommand } from '../knowledge/programs/pgbouncer';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';

const CONFIG_FOLDER = '/etc/pgbouncer';
const CONFIG_FILE = 'pgbouncer.ini';
const USERS_FOLDER = '/etc/pgbouncer-users';
const CA_FOLDER = '/etc/pgbouncer-ca';
const DEFAULT_USERS_KEY = 'userlist.txt';
const DEFAULT_SERVER_PORT = 5432;
/** After a failed connection to the database, PgBouncer refuses clients until it tries again: by default for 15 s. */
const SERVER_RETRY_SECONDS = 1;
const SECTIONS = ['databases', 'pgbouncer', 'users', 'peers'];

/** What its properties must be. */
const KINDS: Kinds<PgBouncerProps> = {
  ...PRESET_KINDS,
  serverHost: required(TEXT, "'orders-db.shop.svc'"),
  users: required(SECRET),
  usersKey: TEXT,
  serverPort: NUMBER,
  port: NUMBER,
  databases: structsOf<PgBouncerDatabase>({
    name: required(TEXT), host: TEXT, port: NUMBER, database: TEXT, poolSize: NUMBER, poolMode: oneOf(PgBouncerPoolMode),
  }, "a list of databases, for example [{ name: 'orders' }]"),
  poolMode: oneOf(PgBouncerPoolMode),
  poolSize: NUMBER,
  maxClients: NUMBER,
  authentication: oneOf(PgBouncerAuthentication),
  serverTls: oneOf(PgBouncerServerTls),
  certificateAuthority: CONFIG_MAP,
  config: DATA,
  envPrefix: TEXT,
};

/** The settings that have a property, and what the other settings of the sidecar are for. */
const SETTINGS: { readonly [setting: string]: string } = {
  listen_addr: 'remove it, because only this pod may connect',
  listen_port: "set 'port'",
  unix_socket_dir: 'remove it, because the root filesystem is read-only',
  pidfile: 'remove it, because the root filesystem is read-only',
  logfile: 'remove it, because the logs belong to stderr',
  auth_type: "set 'authentication'",
  auth_file: "set 'users' and 'usersKey'",
  pool_mode: "set 'poolMode'",
  default_pool_size: "set 'poolSize'",
  max_client_conn: "set 'maxClients'",
  server_tls_sslmode: "set 'serverTls'",
  server_tls_ca_file: "set 'certificateAuthority'",
};

/** The flags that would break the sidecar. */
const DECIDED: Decided = {
  flags: {
    ...Object.fromEntries(['d', 'daemon', 'R', 'reboot', 'u', 'user'].map(flag => [flag, 'remove it, because PgBouncer must stay the first process of its container'])),
    ...Object.fromEntries(['V', 'version', 'h', 'help'].map(flag => [flag, ENDS])),
  },
  letters: 'dqRu:vVh',
  completes: true,
  words: "use 'config' for settings",
};

/**
 * PgBouncer, a connection pool on loopback that limits the number of connections to the database.
 *
 * The gate opens when PgBouncer accepts connections; it does not depend on the database. On shutdown, PgBouncer exits when its last client has disconnected, which is
 * when the app has exited. PgBouncer reads its configuration at startup, so a change rolls out new pods, except in a Job or CronJob.
 *
 * Only list users in `users` that the app may use: before PgBouncer 1.26.1 (CVE-2026-107350), a client that knows the password of one user can log in as another.
 *
 * PgBouncer serves no metrics of its own; an exporter can read them from its admin console.
 *
 * `connect` sets `DB_HOST` and `DB_PORT` of a container, or variables with another `envPrefix`.
 *
 * @see https://www.pgbouncer.org/config.html
 */
export class PgBouncer extends Connectable {
  /** The address on which the app connects to its databases. */
  public readonly host: string = '127.0.0.1';
  /** The port on which the app connects to its databases. */
  public readonly port: number;

  private readonly variables: AppEnv;

  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the settings of the program and of its container
   */
  constructor(scope: Construct, id: string, props: PgBouncerProps) {
    checkPreset(scope, id, props, KINDS, PGBOUNCER, new.target !== PgBouncer);
    const port = checkListenPort(`'${id}'`, props.port ?? PGBOUNCER_PORT);
    const ini = configuration(`'${id}'`, props, port);
    super(scope, id, {
      ...presetProps(PGBOUNCER, props, DECIDED),
      resources: props.resources ?? resources(50, 32, 128),
      command: ['pgbouncer'],
      args: [`${CONFIG_FOLDER}/${CONFIG_FILE}`],
      startup: StartupGate.command(readyCommand(port), gateOptions(props)),
    });
    this.port = port;
    this._listensOn({ port, property: "'port'" });
    this.variables = prefixed(`'${id}'`, props.envPrefix ?? 'DB', { HOST: this.host, PORT: String(port) });
    mountConfigFile(this, CONFIG_FOLDER, CONFIG_FILE, ini);
    mountSecret(this, USERS_FOLDER, 'users', props.users);
    mountConfigMap(this, CA_FOLDER, 'ca', props.certificateAuthority);
  }

  /** @internal */
  protected _connection(): Connection {
    return { variables: this.variables, renamedBy: ENV_PREFIX };
  }
}

function configuration(subject: string, props: PgBouncerProps, port: number): string {
  const own = ownSettings(subject, props, port);
  const databases = databaseEntries(subject, props, port);
  const typed = { databases, pgbouncer: { ...own, server_login_retry: SERVER_RETRY_SECONDS, ignore_startup_parameters: 'extra_float_digits' } };
  const merged = mergeConfig(wording`'config' of ${subject}`, typed, props.config, [
    ...Object.entries(SETTINGS).map(([setting, instead]): FixedPart => [['pgbouncer', setting], instead]),
    ...Object.keys(databases).map((name): FixedPart => [['databases', name], "set 'databases' and 'serverHost'"]),
  ]);
  return toIni(subject, checkSections(subject, merged));
}

function checkSections(subject: string, config: ConfigMapping): IniSections {
  for (const [section, entries] of Object.entries(config)) {
    if (!SECTIONS.includes(section)) {
      throw refusal`'config' of ${subject} has the section '${section}': use ${SECTIONS.map(known => `'${known}'`).join(', ')}`;
    }
    if (!isObject(entries)) {
      throw refusal`'config' of ${subject} has ${shown(entries)} for section '${section}': set an object with the entries of the section, for example ${'{ query_wait_timeout: 30 }'}`;
    }
    const [wrong] = Object.entries(entries).find(([, value]) => typeof value === 'object') ?? [];
    if (wrong !== undefined) {
      throw refusal`'config' of ${subject} has no plain value for '${wrong}' of section '${section}': set a string or a number`;
    }
    const misspelled = section === 'pgbouncer' ? Object.keys(entries).find(name => !/^[a-z0-9_]+$/.test(name)) : undefined;
    if (misspelled !== undefined) {
      throw refusal`${subject} has the setting '${misspelled}', which is not a valid name: set the name of a PgBouncer setting, for example query_wait_timeout`;
    }
  }
  return config as IniSections;
}

function ownSettings(subject: string, props: PgBouncerProps, port: number): { [setting: string]: string | number } {
  return {
    listen_addr: '127.0.0.1',
    listen_port: port,
    // The root filesystem, where PgBouncer would write these files, is read-only.
    unix_socket_dir: '',
    pidfile: '',
    logfile: '',
    auth_type: props.authentication ?? PgBouncerAuthentication.SCRAM_SHA_256,
    auth_file: `${USERS_FOLDER}/${props.usersKey ?? DEFAULT_USERS_KEY}`,
    pool_mode: props.poolMode ?? PgBouncerPoolMode.SESSION,
    default_pool_size: checkCount(subject, 'poolSize', props.poolSize ?? 20),
    max_client_conn: checkCount(subject, 'maxClients', props.maxClients ?? 100),
    server_tls_sslmode: props.serverTls ?? PgBouncerServerTls.PREFER,
    ...(props.certificateAuthority ? { server_tls_ca_file: `${CA_FOLDER}/ca.crt` } : {}),
  };
}

function databaseEntries(subject: string, props: PgBouncerProps, port: number): { [name: string]: string } {
  const special = (props.databases ?? []).map(database => [databaseName(subject, database.name), connection(subject, props, port, database)]);
  const duplicate = special.map(([name]) => name).find((name, index, names) => names.indexOf(name) !== index);
  if (duplicate !== undefined) {
    throw refusal`${subject} has two databases with the name ${duplicate}: give each a unique name`;
  }
  return Object.fromEntries([...special, ['*', connection(subject, props, port)]]);
}

function connection(subject: string, props: PgBouncerProps, port: number, database?: PgBouncerDatabase): string {
  const host = checkHost(subject, database?.host ?? props.serverHost);
  const serverPort = checkPort(subject, database?.port ?? (database?.host ? DEFAULT_SERVER_PORT : props.serverPort ?? DEFAULT_SERVER_PORT));
  if (serverPort === port && /^(127\.|localhost$|::1$)/.test(host)) {
    throw refusal`${subject} would connect to itself on ${host}:${port}: set the port of the database, or another 'port'`;
  }
  const poolSize = database?.poolSize ?? undefined;
  const fields: IniEntries = {
    host,
    port: serverPort,
    dbname: database?.database ?? undefined,
    pool_size: poolSize === undefined ? undefined : checkCount(subject, 'poolSize', poolSize),
    pool_mode: database?.poolMode ?? undefined,
  };
  return Object.entries(fields).filter(([, value]) => value !== undefined).map(([key, value]) => `${key}=${quoted(value!)}`).join(' ');
}

function quoted(value: string | number): string {
  return /^[\w.:/-]+$/.test(String(value)) ? String(value) : `'${String(value).replace(/'/g, "''")}'`;
}

/** According to its manual, PgBouncer accepts other characters in quotes, but it rejects such a file. */
function databaseName(subject: string, name: string): string {
  if (!/^[A-Za-z0-9_.-]+$/.test(name) || name === 'pgbouncer') {
    throw refusal`${subject} has a database with the name '${name}', which is not valid: use letters, digits, '_', '.' and '-', for example orders, and set 'database' to its name on the server`;
  }
  return name;
}

function checkHost(subject: string, host: string): string {
  if (!/^[^\s'"=]+$/.test(host)) {
    throw refusal`${subject} has the host '${host}', which is not valid: set a host name or IP address, for example orders-db.shop.svc`;
  }
  return host;
}

function checkCount(subject: string, prop: string, count: number): number {
  if (!Number.isInteger(count) || count < 1) {
    throw refusal`${member(prop)} of ${subject} is ${count}: set a whole number from 1`;
  }
  return count;
}
