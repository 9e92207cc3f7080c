import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { containerOf, inJob, onDeployment, onImport, openFindings, outlivesTheApp, pictureOf } from './stage';
import { PodLifecycle } from '../../src';
import { RedisCache, RedisCacheProps, RedisEviction } from '../../src/catalog/redis-cache';

function cache(props?: RedisCacheProps): (workload: Construct) => RedisCache {
  return workload => new RedisCache(workload, 'cache', props);
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
  test('by REDIS_HOST, REDIS_PORT and REDIS_URL', () => {
    const staged = onDeployment(cache());

    staged.sidecar.connect((staged.workload as kplus.Deployment).containers[0].name);

    expect(staged.sidecar).toMatchObject({ host: '127.0.0.1', port: 6379, url: 'redis://127.0.0.1:6379' });
    expect(containerOf(staged, 'web').env).toEqual([
      { name: 'REDIS_HOST', value: '127.0.0.1' }, { name: 'REDIS_PORT', value: '6379' }, { name: 'REDIS_URL', value: 'redis://127.0.0.1:6379' },
    ]);
  });

  test('from a container that is only known by its name', () => {
    const staged = onImport(cache({ port: 6380, envPrefix: 'SESSIONS' }));

    staged.sidecar.connect('worker');

    expect(containerOf(staged, 'worker').env.map(({ name, value }: any) => `${name}=${value}`)).toEqual(
      ['SESSIONS_HOST=127.0.0.1', 'SESSIONS_PORT=6380', 'SESSIONS_URL=redis://127.0.0.1:6380']);
  });
});

test('what is given is obeyed, and the memory of the container follows from that of the data', () => {
  const image = `docker.io/library/redis@sha256:${'0'.repeat(64)}`;
  const eviction = RedisEviction.VOLATILE_TTL;
  const staged = inJob(cache({ image, eviction, port: 6380, maxMemory: Size.gibibytes(1), shutdown: Duration.seconds(4) }));

  expect(containerOf(staged, 'cache')).toMatchObject({
    image,
    args: expect.arrayContaining(['6380', '1024mb', 'volatile-ttl']),
    resources: { requests: { memory: '1056Mi' }, limits: { memory: '2080Mi' } },
    startupProbe: { exec: { command: ['redis-cli', '-h', '127.0.0.1', '-p', '6380', 'ping'] } },
  });
  expect(PodLifecycle.of(staged.workload).gracePeriod.toSeconds()).toBe(30 + 4 + 2);
});

test('directives of the user follow its own', () => {
  const { args } = containerOf(onDeployment(cache({ config: { 'tcp-keepalive': 60, 'client-output-buffer-limit': ['normal 0 0 0', 'pubsub 1mb 1mb 60'] } })), 'cache');

  expect(args.slice(-12)).toEqual([
    '--client-output-buffer-limit', 'normal', '0', '0', '0', '--client-output-buffer-limit', 'pubsub', '1mb', '1mb', '60', '--tcp-keepalive', '60',
  ]);
});

describe('it refuses', () => {
  test.each<[string, RedisCacheProps, string]>([
    ['a port for which it had to be root', { port: 637 },
      "'cache' cannot listen on port 637, which requires root on many nodes: set a port from 1024, and use 637 as the port of the Service"],
    ['a directive that has a property', { config: { maxmemory: '1gb' } }, "'config' of 'cache' has '--maxmemory', which the sidecar decides: set 'maxMemory'"],
    ['it among the arguments', { extraArgs: ['--bind', '0.0.0.0'] },
      "'extraArgs' of 'cache' has '--bind', which the sidecar decides: remove it, because only this pod may connect"],
    ['it in capital letters', { extraArgs: ['--PORT', '1'] }, "'extraArgs' of 'cache' has '--PORT', which the sidecar decides: set 'port'"],
    ['a password, which the gate does not have', { config: { requirepass: '$(REQUIREPASS)' } },
      "'config' of 'cache' has '--requirepass', which the sidecar decides: remove it, because only this pod can connect, "
      + 'and the startup gate and the app do so without a password'],
    ['users with passwords', { extraArgs: ['--aclfile', '/etc/redis/users.acl'] },
      "'extraArgs' of 'cache' has '--aclfile', which the sidecar decides: remove it, because only this pod can connect, "
      + 'and the startup gate and the app do so without a password'],
    ['a password in plain text', { config: { masterauth: 'hunter2' } },
      "'config' of 'cache' would write the secret of '--masterauth' into the manifest: add the variable MASTERAUTH from a Secret to 'envVariables', "
      + "and set the flag to '$(MASTERAUTH)'"],
    ['what is no directive', { config: { Timeout: true } },
      "'config' of 'cache' has the directive 'Timeout' with true: use the name of a directive, and a string, a number, or a list of them"],
    ['no memory', { maxMemory: Size.kibibytes(100) },
      "'maxMemory' of 'cache' is less than 1 MiB: set at least 1 MiB, for example Size.mebibytes(64)"],
  ])('%s', (_, props, message) => {
    expect(() => onDeployment(cache(props))).toThrow(new Error(message));
  });
});
