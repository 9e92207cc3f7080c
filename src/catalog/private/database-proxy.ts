import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { AppEnv, ENV_PREFIX, prefixed } from './app-env';
import { Connectable } from './connectable';
import { CREDENTIALS_FOLDER, DATABASE_PROXY_DECIDED, DatabaseProxyKind, Endpoint, proxyArgs } from './database-proxy-args';
import { declaredMetrics } from './metrics';
import { checkListenPort, checkPortUses } from './parts';
import { checkPath, gateOptions, presetProps, resources, PRESET_KINDS } from './preset';
import { refusal } from '../../caller/refusal';
import { FLAG, Kinds, NUMBER, required, structsOf, TEXT } from '../../data/arguments';
import { wording } from '../../data/wording';
import { Connection } from '../../sidecars/connect';
import { SECRET } from '../../sidecars/kinds';
import { StartupGate } from '../../sidecars/startup-gate';
import { DatabaseInstance, DatabaseProxyProps } from '../database-proxy-props';

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
  impersonate: TEXT,
  maxConnections: NUMBER,
  metrics: FLAG,
  envPrefix: TEXT,
};

const DEFAULT_PORT = 5432;
const LOOPBACK = '127.0.0.1';
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
  /**
   * The port on which the proxy serves metrics.
   * @default - the proxy serves no metrics
   */
  public readonly metricsPort?: number;

  private readonly variables: AppEnv;
  private readonly folder?: string;
  private readonly sockets?: kplus.Volume;

  constructor(scope: Construct, id: string, props: DatabaseProxyProps, kind: DatabaseProxyKind) {
    const endpoints = endpointsOf(`'${id}'`, props, kind);
    const healthPort = props.healthPort ?? kind.healthPort;
    const metricsPort = props.metrics ? healthPort : undefined;
    super(scope, id, {
      ...presetProps(kind.program, props, { ...DATABASE_PROXY_DECIDED, variablePrefixes: [kind.variablePrefix] }),
      resources: props.resources ?? resources(100, 128, 256),
      args: proxyArgs(`'${id}'`, props, kind, endpoints),
      ports: declaredMetrics(metricsPort),
      startup: StartupGate.httpGet('/startup', healthPort, gateOptions(props)),
    });
    this.metricsPort = metricsPort;
    this.host = endpoints[0].host;
    this.port = endpoints[0].port;
    this._listensOn(
      { port: healthPort, property: "'healthPort'" },
      ...(props.socketFolder ? [] : endpoints.map(({ instance, port }, index) => ({ port, property: index === 0 ? "'port'" : wording`'port' of '${instance}'` }))),
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
        throw refusal`${subject} has port ${port} for '${instance}', but 'socketFolder' replaces all ports: remove 'port' or 'socketFolder'`;
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
  const path = `${folder.replace(/(?<!\/)\/+$/, '')}/${name}`;
  const length = `${path}/.s.PGSQL.${DEFAULT_PORT}`.length;
  if (length > MAX_SOCKET_PATH_LENGTH) {
    throw refusal`the path of the socket in '${path}' of ${subject} has ${length} characters, but Linux allows ${MAX_SOCKET_PATH_LENGTH}: set a shorter 'socketFolder', for example /sql, or use ports`;
  }
  return path;
}
