import { Severity } from '../../../src/rules/engine/finding';
import { postStartBarrier } from '../../../src/rules/start/post-start-barrier';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { offenses, says, saysInMesh } from '../check';
import { LINKERD_LEGACY } from '../meshes';

const hook = (script: string) => ({ lifecycle: { postStart: { exec: { command: ['sh', '-c', script] } } } });
const ASKS = hook('until curl -fs localhost:9000/ready; do sleep 1; done');

test('a hook that waits for an answer offends', () => {
  expect(says(postStartBarrier, podOf([{ name: 'proxy', image: 'acme/auth-proxy:1', ...ASKS }, { name: 'web' }]))).toEqual([
    "NS112 the postStart hook of 'proxy' (curl localhost:9000) delays 'web': make it a native sidecar that checks the same condition in its startupProbe",
  ]);
});

test.each([
  ['check the same condition in a startupProbe, and remove the hook', ASKS, false],
  ["check the same condition in the startupProbe of 'proxy', for which the kubelet already waits, and remove the hook", ASKS, true],
  ["give 'proxy' a startupProbe that checks whether it is up, and remove the hook", hook('sleep 30'), false],
  ["remove the hook, because the kubelet already waits for the startupProbe of 'proxy'", hook('sleep 30'), true],
])('a hook of a native sidecar asks what its startup probe should: %s', (fix, hooks, hasProbe) => {
  const proxy = sidecar('proxy', { ...hooks, ...(hasProbe ? { startupProbe: { tcpSocket: { port: 9000 } } } : {}) });

  expect(offenses(postStartBarrier, podOf([{ name: 'web' }], [proxy])).map(offense => offense.fix)).toEqual([fix]);
});

test('a hook that only sleeps is worth knowing', () => {
  expect(offenses(postStartBarrier, podOf([{ name: 'redis', ...hook('sleep 30; redis-cli reset') }, { name: 'web' }]))).toEqual([{
    container: 'redis',
    at: { path: ['spec', 'containers', 0, 'lifecycle', 'postStart'] },
    message: "the postStart hook of 'redis' (sleep 30) delays 'web'",
    fix: 'do this in the container itself, or check the condition in a startupProbe',
    severity: Severity.INFO,
  }]);
});

test('so is the hook of an app that waits for itself', () => {
  const pod = podOf([{ name: 'search', image: 'elasticsearch:9.1.0', ...hook('until curl -fs localhost:9200; do sleep 1; done; curl -XPUT localhost:9200/_template/logs') }, { name: 'exporter' }]);

  expect(offenses(postStartBarrier, pod)).toEqual([expect.objectContaining({
    container: 'search', fix: 'do this in the container itself, or check the condition in a startupProbe', severity: Severity.INFO,
  })]);
});

test('a hook that holds nothing back does not offend', () => {
  expect(says(postStartBarrier, podOf([{ name: 'web' }, { name: 'proxy', ...ASKS }]))).toEqual([]);
  expect(says(postStartBarrier, podOf([{ name: 'proxy', ...hook('echo up') }, { name: 'web' }]))).toEqual([]);
});

test("pods without hooks, and the mesh's own hook, are no concern", () => {
  expect(says(postStartBarrier, podOf([{ name: 'proxy' }, { name: 'web' }]))).toEqual([]);
  expect(saysInMesh(postStartBarrier, LINKERD_LEGACY, podOf([{ name: 'web' }]))).toEqual([]);
});

describe('a hook that waits for a later container', () => {
  const web = { name: 'web', ports: [{ containerPort: 9000 }] };
  const tries = hook('for i in 1 2 3; do curl -fs localhost:9000/ready && break; sleep 1; done');

  test('never ends, and neither does the start of the pod', () => {
    expect(says(postStartBarrier, podOf([{ name: 'proxy', ...ASKS }, web]))).toEqual([
      "NS112 the postStart hook of 'proxy' (curl localhost:9000) waits for 'web', which the kubelet starts only after the hook ends, so the pod never starts: "
      + "wait for 'web' in the command of 'proxy', or list 'web' before 'proxy'",
    ]);
    // No order of the lists starts an ordinary container before a native sidecar.
    expect(offenses(postStartBarrier, podOf([web], [sidecar('proxy', ASKS)]))).toMatchObject([{ severity: Severity.ERROR, fix: "wait for 'web' in the command of 'proxy'" }]);
  });

  test('delays the start while it tries, or while the work of a Job runs', () => {
    expect(offenses(postStartBarrier, podOf([{ name: 'proxy', ...tries }, web]))).toMatchObject([{ severity: Severity.WARNING, message: expect.stringMatching(/after the hook ends$/) }]);
    expect(offenses(postStartBarrier, jobOf([{ name: 'work', ...ASKS }, web]))).toMatchObject([{ severity: Severity.WARNING }]);
  });

  test('is only a delay where its own container serves the port', () => {
    expect(offenses(postStartBarrier, podOf([{ name: 'proxy', ports: [{ containerPort: 9000 }], ...ASKS }, web]))).toMatchObject([{ message: expect.stringContaining('delays') }]);
  });
});
