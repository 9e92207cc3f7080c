import { Size, SizeRoundingBehavior } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { PresetProps } from './preset-props';
import { addEnvTo, addEnvToContainer, AppEnv, prefixed } from './private/app-env';
import { cacheResources, checkCacheSize } from './private/cache';
import { checkListenPort } from './private/parts';
import { gateOptions, presetProps } from './private/preset';
import { REDIS, REDIS_PORT } from '../knowledge/programs/redis';
import { NativeSidecar } from '../sidecars/native-sidecar';
import { StartupGate } from '../sidecars/startup-gate';

/** Which keys Redis gives up when its memory is full. */
export enum RedisEviction {
  /** Those that were not used for longest. */
  ALLKEYS_LRU = 'allkeys-lru',
  /** Those that are used least often. */
  ALLKEYS_LFU = 'allkeys-lfu',
  /** Any. */
  ALLKEYS_RANDOM = 'allkeys-random',
  /** Of those that expire, the ones that were not used for longest. */
  VOLATILE_LRU = 'volatile-lru',
  /** Of those that expire, the ones that are used least often. */
  VOLATILE_LFU = 'volatile-lfu',
  /** Of those that expire, the ones that expire first. */
  VOLATILE_TTL = 'volatile-ttl',
  /** None, and writing fails. */
  NOEVICTION = 'noeviction',
}

/** How large a Redis cache is, and where. */
export interface RedisCacheProps extends PresetProps {
  /**
   * The port on loopback.
   * @default 6379
   */
  readonly port?: number;
  /**
   * How much memory the data may take, in whole mebibytes. The container's memory follows from it.
   * @default Size.mebibytes(64)
   */
  readonly maxMemory?: Size;
  /**
   * Which keys are given up when that is full.
   * @default RedisEviction.ALLKEYS_LRU
   */
  readonly eviction?: RedisEviction;
  /**
   * What the names of the app's environment variables begin with.
   * @default 'REDIS'
   */
  readonly envPrefix?: string;
}

/**
 * Redis as a cache of one pod: on loopback, without a password, and without anything on disk.
 *
 * The gate opens when it answers a ping.
 *
 * @see https://redis.io/docs/latest/develop/reference/eviction/
 */
export class RedisCache extends NativeSidecar {
  /** The address on which the app reaches it. */
  public readonly host: string = '127.0.0.1';
  /** The port on which the app reaches it. */
  public readonly port: number;
  /** The URL on which the app reaches it, for example `redis://127.0.0.1:6379`. */
  public readonly url: string;

  private readonly variables: AppEnv;

  constructor(scope: Construct, id: string, props: RedisCacheProps = {}) {
    const port = checkListenPort(`'${id}'`, props.port ?? REDIS_PORT);
    const mebibytes = checkCacheSize(`'${id}'`, props.maxMemory?.toMebibytes({ rounding: SizeRoundingBehavior.FLOOR }));
    super(scope, id, {
      ...presetProps(REDIS, props),
      resources: props.resources ?? cacheResources(mebibytes),
      command: ['redis-server'],
      args: [
        '--bind', '127.0.0.1',
        '--port', String(port),
        '--save', '',
        '--appendonly', 'no',
        '--maxmemory', `${mebibytes}mb`,
        '--maxmemory-policy', props.eviction ?? RedisEviction.ALLKEYS_LRU,
      ],
      startup: StartupGate.command(['redis-cli', '-h', '127.0.0.1', '-p', String(port), 'ping'], gateOptions(props)),
    });
    this.port = port;
    this._listensOn({ port, movedBy: "'port'" });
    this.url = `redis://${this.host}:${port}`;
    this.variables = prefixed(`'${id}'`, props.envPrefix ?? 'REDIS', { HOST: this.host, PORT: String(port), URL: this.url });
  }

  /**
   * Tells a container of the app where the cache is, by default with `REDIS_HOST`, `REDIS_PORT` and `REDIS_URL`.
   * @param container a container of a cdk8s-plus-28 workload
   */
  public addTo(container: kplus.Container): void {
    addEnvTo(container, this.variables, this);
  }

  /**
   * Tells a container of the app, by its name, where the cache is, by default with `REDIS_HOST`, `REDIS_PORT` and `REDIS_URL`. Works on every kind of workload.
   * @param name the name of a main container; by default the first
   */
  public addToContainer(name?: string): void {
    addEnvToContainer(this, this.variables, name);
  }
}
