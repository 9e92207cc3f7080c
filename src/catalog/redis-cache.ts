import { Size, SizeRoundingBehavior } from 'cdk8s';
import { Construct } from 'constructs';
import { PresetProps } from './preset-props';
import { refusal } from '../caller/refusal';
import { Kinds, NUMBER, oneOf, shown, SIZE, TEXT } from '../data/arguments';
import { AppEnv, ENV_PREFIX, prefixed } from './private/app-env';
import { cacheResources, checkCacheSize } from './private/cache';
import { Connectable } from './private/connectable';
import { Decided, ENDS } from './private/decided';
import { addedArgs } from './private/extra-args';
import { checkListenPort } from './private/parts';
import { checkPreset, PRESET_KINDS, gateOptions, presetProps } from './private/preset';
import { DATA } from '../data/plain-data';
import { sortedEntries } from '../data/sorted';
import { REDIS_PORT } from '../knowledge/databases';
import { REDIS } from '../knowledge/programs/redis';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';

/** The keys that Redis evicts when its memory is full. */
export enum RedisEviction {
  /** The least recently used keys. */
  ALLKEYS_LRU = 'allkeys-lru',
  /** The least frequently used keys. */
  ALLKEYS_LFU = 'allkeys-lfu',
  /** Random keys. */
  ALLKEYS_RANDOM = 'allkeys-random',
  /** The least recently used keys among those with an expiration time. */
  VOLATILE_LRU = 'volatile-lru',
  /** The least frequently used keys among those with an expiration time. */
  VOLATILE_LFU = 'volatile-lfu',
  /** The keys that expire first. */
  VOLATILE_TTL = 'volatile-ttl',
  /** No keys. Writes fail. */
  NOEVICTION = 'noeviction',
}

/** Properties of a `RedisCache`. */
export interface RedisCacheProps extends PresetProps {
  /**
   * The port on loopback.
   * @default 6379
   */
  readonly port?: number;
  /**
   * The maximum memory for data, in whole mebibytes. It determines the memory of the container.
   * @default Size.mebibytes(64)
   */
  readonly maxMemory?: Size;
  /**
   * The keys that Redis evicts when the memory is full.
   * @default RedisEviction.ALLKEYS_LRU
   */
  readonly eviction?: RedisEviction;
  /**
   * Further directives of redis.conf, for example `{ 'lazyfree-lazy-eviction': 'yes', 'client-output-buffer-limit': 'normal 0 0 0' }`. The words of a value are separated
   * by spaces; a list repeats the directive.
   * @default - the defaults of Redis
   */
  readonly config?: { [directive: string]: any };
  /**
   * The prefix of the environment variables that the app gets.
   * @default 'REDIS'
   */
  readonly envPrefix?: string;
}

/** What its properties must be. */
const KINDS: Kinds<RedisCacheProps> = {
  ...PRESET_KINDS,
  port: NUMBER,
  maxMemory: SIZE,
  eviction: oneOf(RedisEviction),
  config: DATA,
  envPrefix: TEXT,
};

/** Redis listens on loopback, so only this pod can connect. */
const NO_PASSWORD = 'remove it, because only this pod can connect, and the startup gate and the app do so without a password';

/** The directives that have a property, or that would break the sidecar. */
const DECIDED: Decided = {
  flags: {
    'bind': 'remove it, because only this pod may connect',
    'port': "set 'port'",
    'save': 'remove it, because the root filesystem is read-only',
    'appendonly': 'remove it, because the root filesystem is read-only',
    'maxmemory': "set 'maxMemory'",
    'maxmemory-policy': "set 'eviction'",
    'daemonize': 'remove it, because Redis must stay the first process of its container',
    'requirepass': NO_PASSWORD,
    'aclfile': NO_PASSWORD,
    'user': NO_PASSWORD,
    'v': ENDS,
    'version': ENDS,
    'h': ENDS,
    'help': ENDS,
    'test-memory': ENDS,
    'check-system': ENDS,
  },
  ignoresCase: true,
};

/**
 * Redis as a cache for one pod: on loopback, without a password, and without persistence.
 *
 * The gate opens when Redis answers a ping. Redis serves no metrics of its own; an exporter can read them over its port.
 *
 * `connect` sets `REDIS_HOST`, `REDIS_PORT` and `REDIS_URL` of a container, or variables with another `envPrefix`.
 *
 * @see https://redis.io/docs/latest/develop/reference/eviction/
 */
export class RedisCache extends Connectable {
  /** The address on which the app connects to Redis. */
  public readonly host: string = '127.0.0.1';
  /** The port on which the app connects to Redis. */
  public readonly port: number;
  /** The URL on which the app connects to Redis, for example `redis://127.0.0.1:6379`. */
  public readonly url: string;

  private readonly variables: AppEnv;

  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the settings of the program and of its container
   */
  constructor(scope: Construct, id: string, props: RedisCacheProps = {}) {
    checkPreset(scope, id, props, KINDS, REDIS, new.target !== RedisCache);
    const port = checkListenPort(`'${id}'`, props.port ?? REDIS_PORT);
    const mebibytes = checkCacheSize(`'${id}'`, props.maxMemory?.toMebibytes({ rounding: SizeRoundingBehavior.FLOOR }));
    super(scope, id, {
      ...presetProps(REDIS, props, DECIDED),
      resources: props.resources ?? cacheResources(mebibytes),
      command: ['redis-server'],
      args: [
        '--bind', '127.0.0.1',
        '--port', String(port),
        '--save', '',
        '--appendonly', 'no',
        '--maxmemory', `${mebibytes}mb`,
        '--maxmemory-policy', props.eviction ?? RedisEviction.ALLKEYS_LRU,
        ...directives(`'${id}'`, props.config ?? {}),
      ],
      startup: StartupGate.command(['redis-cli', '-h', '127.0.0.1', '-p', String(port), 'ping'], gateOptions(props)),
    });
    this.port = port;
    this._listensOn({ port, property: "'port'" });
    this.url = `redis://${this.host}:${port}`;
    this.variables = prefixed(`'${id}'`, props.envPrefix ?? 'REDIS', { HOST: this.host, PORT: String(port), URL: this.url });
  }

  /** @internal */
  protected _connection(): Connection {
    return { variables: this.variables, renamedBy: ENV_PREFIX };
  }
}

function directives(subject: string, config: { readonly [directive: string]: any }): string[] {
  // A directive of an included file replaces those before it.
  const entries = Object.hasOwn(config, 'include') ? Object.entries(config) : sortedEntries(config);
  return entries.flatMap(([name, value]) => {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    if (!/^[a-z][a-z0-9-]*$/.test(name) || values.some(one => typeof one !== 'string' && typeof one !== 'number')) {
      throw refusal`'config' of ${subject} has the directive '${name}' with ${shown(value)}: use the name of a directive, and a string, a number, or a list of them`;
    }
    return addedArgs(subject, [], values.flatMap(one => [`--${name}`, ...String(one).split(/\s+/)]), DECIDED, 'config');
  });
}
