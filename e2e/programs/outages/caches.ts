import { Scenario } from './scenario';
import { Stage } from './stage';
import { staged, Subject } from './staged';
import { underLoad } from './under-load';
import * as catalog from '../../../src/catalog';

const PATIENCE = 30;
const CLIENTS = 20;

/** A cache, how to ask it something, and how to put a value and get it again. */
interface Cache extends Subject {
  readonly port: number;
  readonly question: string;
  readonly put: string;
  readonly get: string;
}

const CACHES: readonly Cache[] = [
  {
    preset: 'RedisCache',
    program: 'Redis',
    make: workload => new catalog.RedisCache(workload, 'side'),
    port: 6379,
    question: 'PING',
    put: 'SET key kept',
    get: 'GET key',
  },
  {
    preset: 'MemcachedCache',
    program: 'memcached',
    make: workload => new catalog.MemcachedCache(workload, 'side'),
    port: 11211,
    question: 'version',
    put: 'set key 0 0 4\\r\\nkept',
    get: 'get key',
  },
];

export const CACHE_SCENARIOS: readonly Scenario[] = CACHES.flatMap(cache => [
  staged(cache, 'it crashes and is started again: its values are gone', async stage => {
    await stage.open(PATIENCE);
    const before = await says(stage, cache, `${cache.put}\\r\\n${cache.get}`);
    const seconds = await stage.crash();
    const after = await says(stage, cache, cache.get);
    if (!before.includes('kept') || after.includes('kept')) {
      throw new Error(`it said '${before}' before the crash and '${after}' after it`);
    }
    return { seconds, ...await stage.stop() };
  }),
  staged(cache, `${CLIENTS} clients ask it when the stop signal comes`, async stage => {
    await stage.open(PATIENCE);
    return underLoad(stage, `tcp://127.0.0.1:${cache.port}#${encodeURIComponent(cache.question)}`, CLIENTS);
  }, { mayLose: true }),
]);

/** What it answers within a second. */
function says(stage: Stage, { port }: Cache, words: string): Promise<string> {
  return stage.call('bash', '-c', `exec 3<>/dev/tcp/127.0.0.1/${port}; printf '${words}\\r\\n' >&3; timeout 1 cat <&3`);
}
