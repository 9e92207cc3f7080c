import { zeroDeadline } from '../../../src/rules/jobs/zero-deadline';
import { jobOf, podOf } from '../../simulator/pods';
import { says } from '../check';

const WORK = { name: 'work' };

test('a deadline of zero offends', () => {
  expect(says(zeroDeadline, jobOf([WORK], [], {}, { activeDeadlineSeconds: 0 }))).toEqual([
    'NS409 activeDeadlineSeconds is 0, so the Job fails with DeadlineExceeded as soon as it starts: set it to more than the longest run of the Job, or remove it',
  ]);
});

test('so do a negative one, and one of the pod that the API server rejects', () => {
  expect(says(zeroDeadline, jobOf([WORK], [], { activeDeadlineSeconds: 0 }, { activeDeadlineSeconds: -1 }))).toEqual([
    'NS409 activeDeadlineSeconds is -1, and Kubernetes rejects a negative deadline: set it to more than the longest run of the Job, or remove it',
    'NS409 activeDeadlineSeconds of the pod is 0, and Kubernetes rejects a pod with a deadline below 1: set it to at least 1, or remove it',
  ]);
});

test('a real deadline does not', () => {
  expect(says(zeroDeadline, jobOf([WORK], [], { activeDeadlineSeconds: 60 }, { activeDeadlineSeconds: 60 }))).toEqual([]);
});

test('a pod without deadlines is no concern', () => {
  expect(says(zeroDeadline, podOf([WORK]))).toEqual([]);
});
