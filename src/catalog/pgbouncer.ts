import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { PgBouncerAuthentication, PgBouncerDatabase, PgBouncerPoolMode, PgBouncerProps, PgBouncerServerTls } from './pgbouncer-props';
import { addEnvTo, addEnvToContainer, AppEnv, prefixed } from './private/app-env';
import { IniEntries, toIni } from './private/ini';
import { checkListenPort, mountConfigFile } from './private/parts';
import { checkPort, gateOptions, presetProps, resources } from './private/preset';
import { PGBOUNCER, PGBOUNCER_PORT } from '../knowledge/programs/pgbouncer';
import { NativeSidecar } from '../sidecars/native-sidecar';
import { StartupGate } from '../sidecars/startup-gate';

const CONFIG_FOLDER = '/etc/pgbouncer';
const CONFIG_FILE = 'pgbouncer.ini';
const USERS_FOLDER = '/etc/pgbouncer-users';
const DEFAULT_USERS_KEY = 'userlist.txt';
const DEFAULT_SERVER_PORT = 5432;

/**
 * PgBouncer: the app connects on loopback as often as it likes, and few connections reach the database.
 *
 * The gate opens when it accepts connections. That the database answers is not part of it. It ends when its last client has left, which at the end of a pod is
 * when the app has ended. Its configuration is read at start: a change of it needs a new pod, and on everything but a Job and a CronJob makes new ones.
 *
 * Put only those users into `users` that the app may be: before PgBouncer 1.26.1 (CVE-2026-107350) a client that knows the password of one of them can log in as
 * another.
 *
 * @see https://www.pgbouncer.org/config.html
 */
export class PgBouncer extends NativeSidecar {
  /** The address on which the app reaches its databases. */
  public readonly host: string = '127.0.0.1';
  /** The port on which the app reaches its databases. */
  public readonly port: number;

  private readonly variables: AppEnv;

  constructor(scope: Construct, id: string, props: PgBouncerProps) {
    const port = checkListenPort(`'${id}'`, props.port ?? PGBOUNCER_PORT);
    const ini = configuration(`'${id}'`, props, port);
    super(scope, id, {
      ...presetProps(PGBOUNCER, props),
      resources: props.resources ?? resources(50, 32, 128),
      command: ['pgbouncer'],
      args: [`${CONFIG_FOLDER}/${CONFIG_FILE}`],
      // Without a user, pg_isready looks for the name of its own, which another image may not have.
      startup: StartupGate.command(['pg_isready', '-h', '127.0.0.1', '-p', String(port), '-U', 'pgbouncer', '-d', 'pgbouncer'], gateOptions(props)),
    });
    this.port = port;
    this._listensOn({ port, movedBy: "'port'" });
    this.variables = prefixed(`'${id}'`, props.envPrefix ?? 'DB', { HOST: this.host, PORT: String(port) });
    mountConfigFile(this, CONFIG_FOLDER, CONFIG_FILE, ini);
    const users = kplus.Volume.fromSecret(this, 'volume-users', props.users, { name: `${this.name}-users` });
    this.container.mount(USERS_FOLDER, users, { readOnly: true });
  }

  /**
   * Tells a container of the app where its databases are, by default with `DB_HOST` and `DB_PORT`.
   * @param container a container of a cdk8s-plus-28 workload
   */
  public addTo(container: kplus.Container): void {
    addEnvTo(container, this.variables, this);
  }

  /**
   * Tells a container of the app, by its name, where its databases are, by default with `DB_HOST` and `DB_PORT`. Works on every kind of workload.
   * @param name the name of a main container; by default the first
   */
  public addToContainer(name?: string): void {
    addEnvToContainer(this, this.variables, name);
  }
}

function configuration(subject: string, props: PgBouncerProps, port: number): string {
  const own = ownSettings(subject, props, port);
  const settings = props.settings ?? {};
  const taken = Object.keys(settings).find(name => name in own);
  if (taken !== undefined) {
    throw new Error(`${subject} sets '${taken}' of PgBouncer itself: leave it out of 'settings'`);
  }
  const misspelt = Object.keys(settings).find(name => !/^[a-z0-9_]+$/.test(name));
  if (misspelt !== undefined) {
    throw new Error(`${subject} cannot set '${misspelt}' of PgBouncer: give the name of a setting, for example query_wait_timeout`);
  }
  return toIni(subject, {
    databases: databaseEntries(subject, props, port),
    pgbouncer: { ...own, ignore_startup_parameters: 'extra_float_digits', ...settings },
  });
}

function ownSettings(subject: string, props: PgBouncerProps, port: number): IniEntries {
  return {
    listen_addr: '127.0.0.1',
    listen_port: port,
    // Each of these would be written below a root that is read-only.
    unix_socket_dir: '',
    pidfile: '',
    logfile: '',
    auth_type: props.authentication ?? PgBouncerAuthentication.SCRAM_SHA_256,
    auth_file: `${USERS_FOLDER}/${props.usersKey ?? DEFAULT_USERS_KEY}`,
    pool_mode: props.poolMode ?? PgBouncerPoolMode.SESSION,
    default_pool_size: checkCount(subject, 'poolSize', props.poolSize ?? 20),
    max_client_conn: checkCount(subject, 'maxClients', props.maxClients ?? 100),
    server_tls_sslmode: props.serverTls ?? PgBouncerServerTls.PREFER,
  };
}

function databaseEntries(subject: string, props: PgBouncerProps, port: number): IniEntries {
  const special = (props.databases ?? []).map(database => [databaseName(subject, database.name), connection(subject, props, port, database)]);
  const twice = special.map(([name]) => name).find((name, index, names) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new Error(`${subject} has two databases called ${twice}: give each a name of its own`);
  }
  return Object.fromEntries([...special, ['*', connection(subject, props, port)]]);
}

function connection(subject: string, props: PgBouncerProps, port: number, database?: PgBouncerDatabase): string {
  const host = checkHost(subject, database?.host ?? props.serverHost);
  const serverPort = checkPort(subject, database?.port ?? (database?.host ? DEFAULT_SERVER_PORT : props.serverPort ?? DEFAULT_SERVER_PORT));
  if (serverPort === port && /^(127\.|localhost$|::1$)/.test(host)) {
    throw new Error(`${subject} would connect to itself on ${host}:${port}: give the port of the database, or another 'port'`);
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

/** Its manual says that other letters can be quoted, but it does not read a file in which they are. */
function databaseName(subject: string, name: string): string {
  if (!/^[A-Za-z0-9_.-]+$/.test(name) || name === 'pgbouncer') {
    throw new Error(`${subject} cannot offer a database as '${name}': give letters, digits and any of '_.-', for example orders, and say in 'database' how the server calls it`);
  }
  return name;
}

function checkHost(subject: string, host: string): string {
  if (!/^[^\s'"=]+$/.test(host)) {
    throw new Error(`${subject} cannot connect to the host '${host}': give a name or an address, for example orders-db.shop.svc`);
  }
  return host;
}

function checkCount(subject: string, prop: string, count: number): number {
  if (!Number.isInteger(count) || count < 1) {
    throw new Error(`'${prop}' of ${subject} is ${count}: give a whole number from 1`);
  }
  return count;
}
