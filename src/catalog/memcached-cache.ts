import { Size, SizeRoundingBehavior } from 'cdk8s';
import { Construct } from 'constructs';
import { PresetProps } from './preset-props';
import { refusal } from '../caller/refusal';
import { Kinds, NUMBER, SIZE, TEXT } from '../data/arguments';
import { AppEnv, ENV_PREFIX, prefixed } from './private/app-env';
import { cacheResources, checkCacheSize } from './private/cache';
import { Connectable } from './private/connectable';
import { Decided, ENDS } from './private/decided';
import { checkListenPort } from './private/parts';
import { checkPreset, PRESET_KINDS, gateOptions, presetProps } from './private/preset';
import { member } from '../data/wording';
import { MEMCACHED, MEMCACHED_PORT } from '../knowledge/programs/memcached';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';

/** The default of memcached. */
const DEFAULT_MAX_CONNECTIONS = 1024;

/** Properties of a `MemcachedCache`. */
export interface MemcachedCacheProps extends PresetProps {
  /**
   * The port on loopback.
   * @default 11211
   */
  readonly port?: number;
  /**
   * The maximum memory for items, in whole mebibytes. It determines the memory of the container.
   * @default Size.mebibytes(64)
   */
  readonly maxMemory?: Size;
  /**
   * The maximum number of simultaneous connections.
   * @default 1024
   */
  readonly maxConnections?: number;
  /**
   * The maximum size of an item, in whole kibibytes.
   * @default Size.mebibytes(1)
   */
  readonly maxItemSize?: Size;
  /**
   * The number of worker threads.
   * @default 4
   */
  readonly threads?: number;
  /**
   * The prefix of the environment variables that the app gets.
   * @default 'MEMCACHED'
   */
  readonly envPrefix?: string;
}

/** What its properties must be. */
const KINDS: Kinds<MemcachedCacheProps> = {
  ...PRESET_KINDS,
  port: NUMBER,
  maxMemory: SIZE,
  maxConnections: NUMBER,
  maxItemSize: SIZE,
  threads: NUMBER,
  envPrefix: TEXT,
};

const LOOPBACK_ONLY = 'remove it, because only this pod may connect';
const FOREGROUND = 'remove it, because memcached must stay the first process of its container';
const PLAIN = 'remove it, because the startup gate and the app connect without it';

/** The flags that have a property, or that would break the sidecar. */
const DECIDED: Decided = {
  flags: {
    'listen': LOOPBACK_ONLY,
    'l': LOOPBACK_ONLY,
    'port': "set 'port'",
    'p': "set 'port'",
    'memory-limit': "set 'maxMemory'",
    'm': "set 'maxMemory'",
    'conn-limit': "set 'maxConnections'",
    'c': "set 'maxConnections'",
    'max-item-size': "set 'maxItemSize'",
    'I': "set 'maxItemSize'",
    'threads': "set 'threads'",
    't': "set 'threads'",
    'daemon': FOREGROUND,
    'd': FOREGROUND,
    'unix-socket': 'remove it, because memcached would not listen on its port',
    's': 'remove it, because memcached would not listen on its port',
    'enable-sasl': PLAIN,
    'S': PLAIN,
    'auth-file': PLAIN,
    'Y': PLAIN,
    'enable-ssl': PLAIN,
    'Z': PLAIN,
    'help': ENDS,
    'h': ENDS,
    'license': ENDS,
    'i': ENDS,
    'version': ENDS,
    'V': ENDS,
  },
  letters: 'a:Ap:s:U:m:Mc:khirvdl:u:P:f:n:t:D:LR:Cb:B:I:SFXY:e:ZVo:N:',
  completes: true,
};

/**
 * memcached as a cache for one pod, on loopback.
 *
 * The gate opens when memcached returns its version. The check uses `nc`, which Alpine images contain; another image must contain it too.
 * memcached serves no metrics of its own; an exporter can read them over its port.
 *
 * `connect` sets `MEMCACHED_HOST`, `MEMCACHED_PORT` and `MEMCACHED_SERVERS` of a container, or variables with another `envPrefix`.
 *
 * @see https://docs.memcached.org/
 */
export class MemcachedCache extends Connectable {
  /** The address on which the app connects to memcached. */
  public readonly host: string = '127.0.0.1';
  /** The port on which the app connects to memcached. */
  public readonly port: number;
  /** The address and port, in the form that most clients expect. */
  public readonly server: string;

  private readonly variables: AppEnv;

  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the settings of the program and of its container
   */
  constructor(scope: Construct, id: string, props: MemcachedCacheProps = {}) {
    checkPreset(scope, id, props, KINDS, MEMCACHED, new.target !== MemcachedCache);
    const port = checkListenPort(`'${id}'`, props.port ?? MEMCACHED_PORT);
    const mebibytes = checkCacheSize(`'${id}'`, props.maxMemory?.toMebibytes({ rounding: SizeRoundingBehavior.FLOOR }));
    super(scope, id, {
      ...presetProps(MEMCACHED, props, DECIDED),
      resources: props.resources ?? cacheResources(mebibytes),
      command: ['memcached'],
      args: [
        '--listen=127.0.0.1',
        `--port=${port}`,
        `--memory-limit=${mebibytes}`,
        `--conn-limit=${checkCount(id, 'maxConnections', props.maxConnections ?? DEFAULT_MAX_CONNECTIONS)}`,
        ...(props.maxItemSize ? [`--max-item-size=${itemKibibytes(id, props.maxItemSize, mebibytes)}k`] : []),
        ...((props.threads ?? undefined) === undefined ? [] : [`--threads=${checkCount(id, 'threads', props.threads!)}`]),
      ],
      startup: StartupGate.command(['sh', '-c', `printf 'version\\r\\nquit\\r\\n' | nc 127.0.0.1 ${port} | grep -q VERSION`], gateOptions(props)),
    });
    this.port = port;
    this._listensOn({ port, property: "'port'" });
    this.server = `${this.host}:${port}`;
    this.variables = prefixed(`'${id}'`, props.envPrefix ?? 'MEMCACHED', { HOST: this.host, PORT: String(port), SERVERS: this.server });
  }

  /** @internal */
  protected _connection(): Connection {
    return { variables: this.variables, renamedBy: ENV_PREFIX };
  }
}

function checkCount(id: string, property: 'maxConnections' | 'threads', count: number): number {
  if (!Number.isInteger(count) || count < 1) {
    throw refusal`${member(property)} of '${id}' is ${count}: set a whole number from 1${property === 'maxConnections' ? `, for example ${DEFAULT_MAX_CONNECTIONS}` : ''}`;
  }
  return count;
}

/** memcached refuses to start with items of more than half of its memory. */
function itemKibibytes(id: string, size: Size, mebibytes: number): number {
  const kibibytes = size.toKibibytes({ rounding: SizeRoundingBehavior.FLOOR });
  if (kibibytes < 1 || kibibytes > mebibytes * 512) {
    throw refusal`'maxItemSize' of '${id}' is ${kibibytes} KiB: set at least 1 KiB, and at most half of 'maxMemory', which is ${mebibytes} MiB`;
  }
  return kibibytes;
}
