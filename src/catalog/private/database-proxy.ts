import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { AppEnv, ENV_PREFIX, prefixed } from './app-env';
import { Connectable } from './connectable';
import { checkListenPort, checkPortUses } from './parts';
import { checkPath, gateOptions, presetProps, resources, PRESET_KINDS } from './preset';
import { requireVersion, understands } from './program-version';
import { FLAG, Kinds, NUMBER, required, structsOf, TEXT } from '../../data/arguments';
import { Program } from '../../knowledge/programs/program';
import { Since } from '../../knowledge/programs/since';
import { Connection } from '../../sidecars/connect';
import { SECRET } from '../../sidecars/kinds';
import { StartupGate } from '../../sidecars/startup-gate';
import { wholeSeconds } from '../../sidecars/whole-seconds';
import { DatabaseInstance, DatabaseProxyProps } from '../database-proxy-props';

/** The differences between the database proxies. */
export interface DatabaseProxyKind {
  readonly program: Program;
  readonly healthPort: number;
  /** The first instance. */
  readonly instance: string;
  /** Refuses an invalid instance. */
  readonly check: (instance: string) => void;
  /** The name of the socket directory of an instance. */
  readonly socketName: (instance: string) => string;
  /** The flag by which it ends with 0, and its first version. */
  readonly exitZero: { readonly flag: string; readonly since: Since };
  /** The flags that only this proxy has. */
  readonly flags: readonly string[];
  /** What the user asks for, and not every version has. */
  readonly needs: readonly Since[];
}

/** What the properties of both proxies must be. */
export const DATABASE_PROXY_KINDS: Kinds<DatabaseProxyProps> = {
  ...PRESET_KINDS,
  port: NUMBER,
  moreInstances: structsOf<DatabaseInstance>({ instance: required(TEXT), port: NUMBER, envPrefix: TEXT }, 'a list of instances, each with its \'instance\''),
  socketFolder: TEXT,
  autoIamAuthn: FLAG,
  privateServiceConnect: FLAG,
  credentials: SECRET,
  credentialsKey: TEXT,
  waitForDatabase: FLAG,
  healthPort: NUMBER,
  envPrefix: TEXT,
};

/** An instance, and the address on which the app connects to it. */
interface Endpoint {
  readonly instance: string;
  readonly host: string;
  readonly port: number;
  readonly envPrefix: string | undefined;
}

const DEFAULT_PORT = 5432;
const LOOPBACK = '127.0.0.1';
const CREDENTIALS_FOLDER = '/etc/google-credentials';
const DEFAULT_CREDENTIALS_KEY = 'service_account.json';
/** Linux refuses longer socket paths. */
const MAX_SOCKET_PATH_LENGTH = 107;

/**
 * The common base of the proxies for Cloud SQL and AlloyDB.
 * @internal
 */
export abstract class DatabaseProxy extends Connectable {
  /** The address on which the app connects to the first instance. With sockets, it is the socket directory, which PostgreSQL clients accept as a host. */
  public readonly host: string;
  /** The port on which the app connects to the first instance. With sockets, it is the number in the name of the socket. */
  public readonly port: number;

  private readonly variables: AppEnv;
  private readonly folder?: string;
  private readonly sockets?: kplus.Volume;

  constructor(scope: Construct, id: string, props: DatabaseProxyProps, kind: DatabaseProxyKind) {
    const endpoints = endpointsOf(`'${id}'`, props, kind);
    super(scope, id, {
      ...presetProps(kind.program, props),
      resources: props.resources ?? resources(100, 128, 256),
      args: proxyArgs(props, kind, endpoints),
      startup: StartupGate.httpGet('/startup', props.healthPort ?? kind.healthPort, gateOptions(props)),
    });
    this.host = endpoints[0].host;
    this.port = endpoints[0].port;
    this._listensOn(
      { port: props.healthPort ?? kind.healthPort, property: "'healthPort'" },
      ...(props.socketFolder ? [] : endpoints.map(({ instance, port }, index) => ({ port, property: index === 0 ? "'port'" : `'port' of '${instance}'` }))),
    );
    this.variables = Object.assign({}, ...endpoints
      .filter(endpoint => endpoint.envPrefix !== undefined)
      .map(({ host, port, envPrefix }) => prefixed(`'${id}'`, envPrefix!, { HOST: host, PORT: String(port) })));
    if (props.credentials) {
      const volume = kplus.Volume.fromSecret(this, 'volume-credentials', props.credentials, { name: `${this.name}-credentials` });
      this.container.mount(CREDENTIALS_FOLDER, volume, { readOnly: true });
    }
    if (props.socketFolder) {
      this.folder = props.socketFolder;
      this.sockets = this.shareEmptyDir(`${this.name}-sockets`, { path: props.socketFolder });
    }
  }

  /** @internal */
  protected _connection(): Connection {
    const mount = this.sockets && { volume: this.sockets, path: this.folder! };
    return { variables: this.variables, renamedBy: ENV_PREFIX, mount };
  }
}

function endpointsOf(subject: string, props: DatabaseProxyProps, kind: DatabaseProxyKind): Endpoint[] {
  const { socketFolder } = props;
  const given = [{ instance: kind.instance, port: props.port, envPrefix: props.envPrefix ?? 'DB' }, ...(props.moreInstances ?? [])];
  given.forEach(({ instance }) => kind.check(instance));
  if (socketFolder) {
    return given.map(({ instance, port, envPrefix }) => {
      if (port !== undefined && port !== null) {
        throw new Error(`${subject} has port ${port} for '${instance}', but 'socketFolder' replaces all ports: remove 'port' or 'socketFolder'`);
      }
      const host = socketOf(subject, checkPath(subject, socketFolder), kind.socketName(instance));
      return { instance, host, port: DEFAULT_PORT, envPrefix: envPrefix ?? undefined };
    });
  }
  const endpoints: Endpoint[] = [];
  for (const { instance, port, envPrefix } of given) {
    const next = port ?? (endpoints.length === 0 ? DEFAULT_PORT : endpoints[endpoints.length - 1].port + 1);
    endpoints.push({ instance, host: LOOPBACK, port: checkListenPort(subject, next), envPrefix: envPrefix ?? undefined });
  }
  checkPortUses(subject, [
    { port: checkListenPort(subject, props.healthPort ?? kind.healthPort), use: 'its health server' },
    ...endpoints.map(({ instance, port }) => ({ port, use: `'${instance}'` })),
  ]);
  return endpoints;
}

function socketOf(subject: string, folder: string, name: string): string {
  const path = `${folder.replace(/\/+$/, '')}/${name}`;
  const length = `${path}/.s.PGSQL.${DEFAULT_PORT}`.length;
  if (length > MAX_SOCKET_PATH_LENGTH) {
    throw new Error(`the path of the socket in '${path}' of ${subject} has ${length} characters, but Linux allows ${MAX_SOCKET_PATH_LENGTH}: set a shorter 'socketFolder', for example /sql, or use ports`);
  }
  return path;
}

function proxyArgs(props: DatabaseProxyProps, kind: DatabaseProxyKind, endpoints: readonly Endpoint[]): string[] {
  // With a longer shutdown time, the proxy lets open connections finish. It keeps one second for itself.
  const patience = props.shutdown ? wholeSeconds(props.shutdown) - 1 : 0;
  const { socketFolder } = props;
  kind.needs.forEach(since => requireVersion(kind.program, props, since));
  return [
    '--structured-logs',
    '--health-check',
    '--http-address=0.0.0.0',
    `--http-port=${props.healthPort ?? kind.healthPort}`,
    ...(patience > 0 ? [`--max-sigterm-delay=${patience}s`] : []),
    ...(understands(kind.program, props, kind.exitZero.since) ? [kind.exitZero.flag] : []),
    ...kind.flags,
    ...(props.privateServiceConnect ? ['--psc'] : []),
    ...(props.autoIamAuthn ? ['--auto-iam-authn'] : []),
    ...(props.credentials ? [`--credentials-file=${CREDENTIALS_FOLDER}/${props.credentialsKey ?? DEFAULT_CREDENTIALS_KEY}`] : []),
    ...(props.waitForDatabase ? ['--run-connection-test'] : []),
    ...(socketFolder
      ? [`--unix-socket=${socketFolder}`, ...endpoints.map(({ instance }) => instance)]
      : endpoints.map(({ instance, port }) => `${instance}?port=${port}`)),
  ];
}
