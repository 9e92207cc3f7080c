import { preStopFillsGracePeriod } from '../../../src/rules/stop/pre-stop-fills-grace-period';
import { HOOK, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const sleeping = (seconds: number) => ({ name: 'web', lifecycle: { preStop: { sleep: { seconds } } } });

test('a hook as long as the grace period offends', () => {
  expect(says(preStopFillsGracePeriod, podOf([sleeping(30)], [sidecar('proxy')]))).toEqual([
    "NS302 the pre-stop hook of 'web' sleeps 30 s, and the grace period is 30 s: 'web' and every sidecar are told to stop together, with 2 s left: "
    + 'shorten the hook or lengthen terminationGracePeriodSeconds',
  ]);
});

test('also without sidecars, and as a command', () => {
  const pod = podOf([{ name: 'web', lifecycle: { preStop: { exec: { command: ['sleep', '20'] } } } }], [], { terminationGracePeriodSeconds: 10 });

  expect(says(preStopFillsGracePeriod, pod)).toEqual([
    "NS302 the pre-stop hook of 'web' sleeps 20 s, and the grace period is 10 s: 'web' is told to stop, with 2 s left: "
    + 'shorten the hook or lengthen terminationGracePeriodSeconds',
  ]);
});

test('a shorter one does not', () => {
  expect(says(preStopFillsGracePeriod, podOf([sleeping(29)], [sidecar('proxy')]))).toEqual([]);
});

test('hooks that do not say how long they take are no concern', () => {
  expect(says(preStopFillsGracePeriod, podOf([{ name: 'web', lifecycle: HOOK }], [sidecar('proxy')]))).toEqual([]);
});
