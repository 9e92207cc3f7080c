import { Severity } from '../../../src/rules/engine/finding';
import { tightDeadline } from '../../../src/rules/jobs/tight-deadline';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const SLEEPS = { lifecycle: { preStop: { sleep: { seconds: 20 } } } };

test('a deadline that the stop of a sidecar breaks offends', () => {
  const job = jobOf([{ name: 'work' }], [sidecar('proxy', SLEEPS)], {}, { activeDeadlineSeconds: 15 });

  expect(says(tightDeadline, job)).toEqual([
    "NS406 activeDeadlineSeconds is 15 and stopping 'proxy' takes 20 s of it: the Job fails although its work is done: "
    + 'set activeDeadlineSeconds to 20 plus the time for the work, or make the sidecars stop faster',
  ]);
});

test('so does one that a sidecar breaks which ignores its signal, or for which a long stop is said', () => {
  const logs = sidecar('logs', { command: ['tail', '-F', '/logs/app.log'] });

  expect(offenses(tightDeadline, jobOf([{ name: 'work' }], [logs], {}, { activeDeadlineSeconds: 30 }))[0].message).toContain("'logs' takes 30 s of it");
  expect(offenses(tightDeadline, jobOf([{ name: 'work' }], [sidecar('proxy')], { activeDeadlineSeconds: 10 }), { stops: { proxy: { shutdown: 12 } } })[0].message)
    .toContain("'proxy' takes 12 s of it");
});

test('one that a stop may break is worth knowing', () => {
  const job = jobOf([{ name: 'work' }], [sidecar('proxy')], {}, { activeDeadlineSeconds: 30 });

  expect(says(tightDeadline, job)).toEqual([
    "NS406 activeDeadlineSeconds is 30 and stopping 'proxy' may take the whole grace period of 30 s: the Job can fail although its work is done: "
    + 'set activeDeadlineSeconds to more than 30 plus the time for the work, or shorten terminationGracePeriodSeconds',
  ]);
  expect(offenses(tightDeadline, job)[0].severity).toBe(Severity.INFO);
});

test('one that is longer than any stop does not offend, and neither does none', () => {
  expect(says(tightDeadline, jobOf([{ name: 'work' }], [sidecar('proxy', SLEEPS)], {}, { activeDeadlineSeconds: 31 }))).toEqual([]);
  expect(says(tightDeadline, jobOf([{ name: 'work' }], [sidecar('proxy', SLEEPS)]))).toEqual([]);
});

test('Jobs without sidecars are no concern, nor is what is no Job', () => {
  expect(says(tightDeadline, jobOf([{ name: 'work' }], [], {}, { activeDeadlineSeconds: 5 }))).toEqual([]);
  expect(says(tightDeadline, podOf([{ name: 'web' }], [sidecar('proxy')], { activeDeadlineSeconds: 5 }))).toEqual([]);
});
