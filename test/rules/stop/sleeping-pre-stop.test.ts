import { sleepingPreStop } from '../../../src/rules/stop/sleeping-pre-stop';
import { HOOK, jobOf, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const SLEEP = { lifecycle: { preStop: { sleep: { seconds: 15 } } } };

test('a sidecar whose hook sleeps offends', () => {
  expect(says(sleepingPreStop, podOf([{ name: 'web' }], [sidecar('proxy', SLEEP)]))).toEqual([
    "NS304 the preStop hook of sidecar 'proxy' sleeps 15 s, which only delays every stop and every Job, because a native sidecar already outlives the app: "
    + 'remove the hook',
  ]);
});

test.each([
  ['remove only the sleep from the hook, which also does something else', 'sleep 15; /bin/flush --all'],
  ['remove only the sleep from the hook, which also does something else', 'sleep 15; cp /logs/last /archive; kill 1'],
  ['remove the hook', 'sleep 15'],
  ['remove the hook', 'sleep 15; kill 1'],
])('the fix is to %s: %s', (fix, script) => {
  const hook = { lifecycle: { preStop: { exec: { command: ['sh', '-c', script] } } } };

  expect(says(sleepingPreStop, podOf([{ name: 'web' }], [sidecar('proxy', hook)]))).toEqual([expect.stringMatching(new RegExp(`: ${fix}$`))]);
});

test.each([
  ['something else', { lifecycle: HOOK }],
  ['no time at all', { lifecycle: { preStop: { sleep: { seconds: 0 } } } }],
])('a hook that takes %s does not', (_name, rest) => {
  expect(says(sleepingPreStop, podOf([{ name: 'web' }], [sidecar('proxy', rest)]))).toEqual([]);
});

test('the app is no concern: it has reasons to wait', () => {
  expect(says(sleepingPreStop, podOf([{ name: 'web', ...SLEEP }], [sidecar('proxy')]))).toEqual([]);
});

describe('a shipper of logs in a job', () => {
  const shipper = (image: string, seconds: number) => sidecar('logs', { image, lifecycle: { preStop: { sleep: { seconds } } } });

  test('does not offend if it reads on for a moment after the work is done', () => {
    expect(says(sleepingPreStop, jobOf([{ name: 'export' }], [shipper('docker.io/timberio/vector:0.57.0-distroless-libc', 5)]))).toEqual([]);
  });

  test.each([
    ['for longer', jobOf([{ name: 'export' }], [shipper('fluent/fluent-bit:5.1.1', 6)])],
    ['but is none', jobOf([{ name: 'export' }], [shipper('envoyproxy/envoy:v1.39.0', 2)])],
    ['but is in no job, where the hook begins before the app has stopped', podOf([{ name: 'web' }], [shipper('fluent/fluent-bit:5.1.1', 2)])],
  ])('offends if it waits %s', (_name, pod) => {
    expect(says(sleepingPreStop, pod)).toHaveLength(1);
  });
});
