import { restartsFailJob } from '../../../src/rules/jobs/restarts-fail-job';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const IN_PLACE = { restartPolicy: 'OnFailure' };

test('sidecars in a Job that restarts in place offend', () => {
  expect(says(restartsFailJob, jobOf([{ name: 'work' }], [sidecar('proxy'), sidecar('logs')], IN_PLACE, { backoffLimit: 2 }))).toEqual([
    "NS403 with restartPolicy: OnFailure, every restart of 'proxy', 'logs' counts against backoffLimit 2, so a sidecar that keeps restarting fails the Job: "
    + 'use restartPolicy: Never, or raise backoffLimit',
  ]);
});

test('those in a Job that replaces its pods do not', () => {
  expect(says(restartsFailJob, jobOf([{ name: 'work' }], [sidecar('proxy')]))).toEqual([]);
});

test.each([
  ['a Job without sidecars', jobOf([{ name: 'work' }], [], IN_PLACE)],
  ['a Job that only limits each index', jobOf([{ name: 'work' }], [sidecar('proxy')], IN_PLACE, { backoffLimitPerIndex: 1 })],
  ['a pod of its own', podOf([{ name: 'work' }], [sidecar('proxy')], IN_PLACE)],
])('%s is no concern', (_name, pod) => {
  expect(says(restartsFailJob, pod)).toEqual([]);
});
