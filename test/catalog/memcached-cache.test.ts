import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { containerOf, inJob, onDeployment, onImport, openFindings, outlivesTheApp, pictureOf } from './stage';
import { MemcachedCache, MemcachedCacheProps } from '../../src/catalog/memcached-cache';

function cache(props?: MemcachedCacheProps): (workload: Construct) => MemcachedCache {
  return workload => new MemcachedCache(workload, 'cache', props);
}

test('the container', () => {
  expect(pictureOf(onDeployment(cache()))).toMatchSnapshot();
});

test('starts before the app, outlives it, and a Job completes', () => {
  outlivesTheApp(cache());
});

test('the rules find nothing on it', () => {
  expect(openFindings(cache())).toEqual([]);
});

describe('the app reaches it on loopback', () => {
  test('by MEMCACHED_HOST, MEMCACHED_PORT and MEMCACHED_SERVERS', () => {
    const staged = onDeployment(cache());

    staged.sidecar.connect((staged.workload as kplus.Deployment).containers[0].name);

    expect(staged.sidecar).toMatchObject({ host: '127.0.0.1', port: 11211, server: '127.0.0.1:11211' });
    expect(containerOf(staged, 'web').env).toEqual([
      { name: 'MEMCACHED_HOST', value: '127.0.0.1' }, { name: 'MEMCACHED_PORT', value: '11211' }, { name: 'MEMCACHED_SERVERS', value: '127.0.0.1:11211' },
    ]);
  });

  test('from a container that is only known by its name', () => {
    const staged = onImport(cache({ envPrefix: 'CACHE' }));

    staged.sidecar.connect('worker');

    expect(containerOf(staged, 'worker').env[0]).toEqual({ name: 'CACHE_HOST', value: '127.0.0.1' });
  });
});

test('what is given is obeyed, and the memory of the container follows from that of the items', () => {
  const image = `docker.io/library/memcached@sha256:${'0'.repeat(64)}`;
  const staged = inJob(cache({ image, port: 11212, maxMemory: Size.mebibytes(256), maxConnections: 64, patience: Duration.seconds(5) }));

  expect(containerOf(staged, 'cache')).toMatchObject({
    image,
    args: ['--listen=127.0.0.1', '--port=11212', '--memory-limit=256', '--conn-limit=64'],
    resources: { requests: { memory: '288Mi' }, limits: { memory: '544Mi' } },
    startupProbe: { failureThreshold: 6 },
  });
});

test('the size of items and the number of threads become flags', () => {
  const { args } = containerOf(onDeployment(cache({ maxItemSize: Size.mebibytes(4), threads: 2, extraArgs: ['--extended=no_lru_crawler'] })), 'cache');

  expect(args.slice(-3)).toEqual(['--max-item-size=4096k', '--threads=2', '--extended=no_lru_crawler']);
});

describe('it refuses', () => {
  test.each<[string, MemcachedCacheProps, string]>([
    ['what is no port', { port: 1.5 }, "'cache' has port 1.5, which is not valid: set a number from 1 to 65535"],
    ['no memory', { maxMemory: Size.kibibytes(1) }, "'maxMemory' of 'cache' is less than 1 MiB: set at least 1 MiB, for example Size.mebibytes(64)"],
    ['items that are too large for it', { maxItemSize: Size.mebibytes(40) },
      "'maxItemSize' of 'cache' is 40960 KiB: set at least 1 KiB, and at most half of 'maxMemory', which is 64 MiB"],
    ['no threads', { threads: 0 }, "'threads' of 'cache' is 0: set a whole number from 1"],
    ['to listen elsewhere', { extraArgs: ['-l', '0.0.0.0'] },
      "'extraArgs' of 'cache' has '-l', which the sidecar decides: remove it, because only this pod may connect"],
    ['to listen elsewhere, joined with the address', { extraArgs: ['-l0.0.0.0'] },
      "'extraArgs' of 'cache' has '-l0.0.0.0', which the sidecar decides: remove it, because only this pod may connect"],
    ['another port, joined with it', { extraArgs: ['-p1'] }, "'extraArgs' of 'cache' has '-p1', which the sidecar decides: set 'port'"],
    ['to run in the background, joined with another flag', { extraArgs: ['-vd'] },
      "'extraArgs' of 'cache' has '-vd', which the sidecar decides: remove it, because memcached must stay the first process of its container"],
    ['only a socket', { extraArgs: ['-s', '/x'] },
      "'extraArgs' of 'cache' has '-s', which the sidecar decides: remove it, because memcached would not listen on its port"],
    ['what the gate does not speak', { extraArgs: ['--enable-ssl'] },
      "'extraArgs' of 'cache' has '--enable-ssl', which the sidecar decides: remove it, because the startup gate and the app connect without it"],
    ['no connections', { maxConnections: 0 }, "'maxConnections' of 'cache' is 0: set a whole number from 1, for example 1024"],
  ])('%s', (_, props, message) => {
    expect(() => onDeployment(cache(props))).toThrow(new Error(message));
  });
});
