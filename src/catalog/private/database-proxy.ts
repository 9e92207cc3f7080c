import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { addEnvTo, addEnvToContainer, AppEnv, prefixed } from './app-env';
import { checkListenPort, checkPortUses } from './parts';
import { checkPath, gateOptions, presetProps, resources } from './preset';
import { Program } from '../../knowledge/programs/program';
import { NativeSidecar } from '../../sidecars/native-sidecar';
import { StartupGate } from '../../sidecars/startup-gate';
import { wholeSeconds } from '../../sidecars/whole-seconds';
import { DatabaseProxyProps } from '../database-proxy-props';

/** What one of Google's proxies does in its own way. */
export interface DatabaseProxyKind {
  readonly program: Program;
  readonly healthPort: number;
  /** The first instance. */
  readonly instance: string;
  /** Refuses what is no instance. */
  readonly check: (instance: string) => void;
  /** The name of an instance's folder of sockets. */
  readonly socketName: (instance: string) => string;
  /** The flags that the other proxies have not. */
  readonly flags: readonly string[];
}

/** An instance, and where the app finds it. */
interface Reach {
  readonly instance: string;
  readonly host: string;
  readonly port: number;
  readonly envPrefix: string | undefined;
}

const DEFAULT_PORT = 5432;
const LOOPBACK = '127.0.0.1';
const CREDENTIALS_FOLDER = '/etc/google-credentials';
const DEFAULT_CREDENTIALS_KEY = 'service_account.json';
/** Longer names of sockets are refused by Linux. */
const LONGEST_SOCKET = 107;

/**
 * What the proxies for Cloud SQL and AlloyDB have in common.
 * @internal
 */
export abstract class DatabaseProxy extends NativeSidecar {
  /** The address on which the app reaches the first database. With sockets, the folder of its socket, which is what PostgreSQL clients take as a host. */
  public readonly host: string;
  /** The port on which the app reaches the first database. With sockets, the number in the socket's name. */
  public readonly port: number;

  private readonly variables: AppEnv;
  private readonly folder?: string;
  private readonly sockets?: kplus.Volume;

  constructor(scope: Construct, id: string, props: DatabaseProxyProps, kind: DatabaseProxyKind) {
    const reaches = reachesOf(`'${id}'`, props, kind);
    super(scope, id, {
      ...presetProps(kind.program, props),
      resources: props.resources ?? resources(100, 128, 256),
      args: proxyArgs(props, kind, reaches),
      startup: StartupGate.httpGet('/startup', props.healthPort ?? kind.healthPort, gateOptions(props)),
    });
    this.host = reaches[0].host;
    this.port = reaches[0].port;
    this._listensOn(
      { port: props.healthPort ?? kind.healthPort, movedBy: "'healthPort'" },
      ...(props.socketFolder ? [] : reaches.map(({ instance, port }, index) => ({ port, movedBy: index === 0 ? "'port'" : `'port' of '${instance}'` }))),
    );
    this.variables = Object.assign({}, ...reaches
      .filter(reach => reach.envPrefix !== undefined)
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

  /**
   * Tells a container of the app where the databases are, by default with `DB_HOST` and `DB_PORT`.
   * @param container a container of a cdk8s-plus-28 workload
   */
  public addTo(container: kplus.Container): void {
    addEnvTo(container, this.variables, this);
    if (this.sockets && !container.mounts.some(mount => mount.path === this.folder)) {
      container.mount(this.folder!, this.sockets);
    }
  }

  /**
   * Tells a container of the app, by its name, where the databases are, by default with `DB_HOST` and `DB_PORT`. Works on every kind of workload.
   * @param name the name of a main container; by default the first
   */
  public addToContainer(name?: string): void {
    addEnvToContainer(this, this.variables, name);
    if (this.sockets) {
      this.shareVolume(this.sockets, { path: this.folder!, container: name });
    }
  }
}

function reachesOf(subject: string, props: DatabaseProxyProps, kind: DatabaseProxyKind): Reach[] {
  const { socketFolder } = props;
  const given = [{ instance: kind.instance, port: props.port, envPrefix: props.envPrefix ?? 'DB' }, ...(props.moreInstances ?? [])];
  given.forEach(({ instance }) => kind.check(instance));
  if (socketFolder) {
    return given.map(({ instance, port, envPrefix }) => {
      if (port !== undefined && port !== null) {
        throw new Error(`${subject} makes a socket for '${instance}', so it does not listen on port ${port}: leave out 'port' or 'socketFolder'`);
      }
      const host = socketOf(subject, checkPath(subject, socketFolder), kind.socketName(instance));
      return { instance, host, port: DEFAULT_PORT, envPrefix: envPrefix ?? undefined };
    });
  }
  const reaches: Reach[] = [];
  for (const { instance, port, envPrefix } of given) {
    const next = port ?? (reaches.length === 0 ? DEFAULT_PORT : reaches[reaches.length - 1].port + 1);
    reaches.push({ instance, host: LOOPBACK, port: checkListenPort(subject, next), envPrefix: envPrefix ?? undefined });
  }
  checkPortUses(subject, [
    { port: checkListenPort(subject, props.healthPort ?? kind.healthPort), use: 'its health server' },
    ...reaches.map(({ instance, port }) => ({ port, use: `'${instance}'` })),
  ]);
  return reaches;
}

function socketOf(subject: string, folder: string, name: string): string {
  const path = `${folder.replace(/\/+$/, '')}/${name}`;
  const length = `${path}/.s.PGSQL.${DEFAULT_PORT}`.length;
  if (length > LONGEST_SOCKET) {
    throw new Error(`${subject} would make a socket in '${path}', whose name has ${length} letters, and Linux allows ${LONGEST_SOCKET}: give a shorter 'socketFolder', for example /sql, or use ports`);
  }
  return path;
}

function proxyArgs(props: DatabaseProxyProps, kind: DatabaseProxyKind, reaches: readonly Reach[]): string[] {
  // Whoever gives it more time to stop wants open connections to end by themselves in it. A second is for the proxy.
  const patience = props.shutdown ? wholeSeconds(props.shutdown) - 1 : 0;
  const { socketFolder } = props;
  return [
    '--structured-logs',
    '--health-check',
    '--http-address=0.0.0.0',
    `--http-port=${props.healthPort ?? kind.healthPort}`,
    ...(patience > 0 ? [`--max-sigterm-delay=${patience}s`] : []),
    ...kind.flags,
    ...(props.privateServiceConnect ? ['--psc'] : []),
    ...(props.autoIamAuthn ? ['--auto-iam-authn'] : []),
    ...(props.credentials ? [`--credentials-file=${CREDENTIALS_FOLDER}/${props.credentialsKey ?? DEFAULT_CREDENTIALS_KEY}`] : []),
    ...(props.waitForDatabase ? ['--run-connection-test'] : []),
    ...(socketFolder
      ? [`--unix-socket=${socketFolder}`, ...reaches.map(({ instance }) => instance)]
      : reaches.map(({ instance, port }) => `${instance}?port=${port}`)),
  ];
}
