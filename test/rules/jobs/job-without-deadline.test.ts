import { jobWithoutDeadline } from '../../../src/rules/jobs/job-without-deadline';
import { GATE, jobOf, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const GATED = [sidecar('proxy', { startupProbe: GATE }), sidecar('logs')];

test('a Job with a gate and without a deadline offends', () => {
  expect(says(jobWithoutDeadline, jobOf([{ name: 'work' }], GATED))).toEqual([
    "NS404 the Job waits for 'proxy': if a startup probe never passes, the Job waits forever: set activeDeadlineSeconds",
  ]);
});

test.each([
  ['on the Job', jobOf([{ name: 'work' }], GATED, {}, { activeDeadlineSeconds: 3600 })],
  ['on its pod', jobOf([{ name: 'work' }], GATED, { activeDeadlineSeconds: 3600 })],
])('one with a deadline %s does not', (_name, pod) => {
  expect(says(jobWithoutDeadline, pod)).toEqual([]);
});

test.each([
  ['a Job that waits for no gate', jobOf([{ name: 'work' }], [sidecar('logs')])],
  ['a pod of its own', podOf([{ name: 'work' }], GATED)],
])('%s is no concern', (_name, pod) => {
  expect(says(jobWithoutDeadline, pod)).toEqual([]);
});
