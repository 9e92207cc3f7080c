import { preStopFillsGracePeriod } from '../../../src/rules/stop/pre-stop-fills-grace-period';
import { HOOK, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const sleeping = (seconds: number) => ({ name: 'web', lifecycle: { preStop: { sleep: { seconds } } } });

test('a hook as long as the grace period offends', () => {
  expect(says(preStopFillsGracePeriod, podOf([sleeping(30)], [sidecar('proxy')]))).toEqual([
    "NS302 the preStop hook of 'web' sleeps 30 s, but the grace period is 30 s, so 'web' and every sidecar get SIGTERM together with only 2 s left: "
    + 'shorten the hook, or increase terminationGracePeriodSeconds',
  ]);
});

test('also without sidecars, and as a command', () => {
  const pod = podOf([{ name: 'web', lifecycle: { preStop: { exec: { command: ['sleep', '20'] } } } }], [], { terminationGracePeriodSeconds: 10 });

  expect(says(preStopFillsGracePeriod, pod)).toEqual([
    "NS302 the preStop hook of 'web' sleeps 20 s, but the grace period is 10 s, so 'web' gets SIGTERM with only 2 s left: "
    + 'shorten the hook, or increase terminationGracePeriodSeconds',
  ]);
});

test('a shorter one does not', () => {
  expect(says(preStopFillsGracePeriod, podOf([sleeping(29)], [sidecar('proxy')]))).toEqual([]);
});

test('hooks that do not say how long they take are no concern', () => {
  expect(says(preStopFillsGracePeriod, podOf([{ name: 'web', lifecycle: HOOK }], [sidecar('proxy')]))).toEqual([]);
});
