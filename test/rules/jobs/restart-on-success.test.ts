import { restartOnSuccess } from '../../../src/rules/jobs/restart-on-success';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const ON_136 = { kubernetes: '1.36' };
const train = (action: string, operator: string, values: number[], restartPolicy = 'Never') =>
  ({ name: 'train', restartPolicy, restartPolicyRules: [{ action, exitCodes: { operator, values } }] });

test.each([['In', [0]], ['NotIn', [1]], ['NotIn', []]])('a rule that restarts the work after success offends: %s %j', (operator, values) => {
  expect(says(restartOnSuccess, jobOf([train('Restart', operator, values)]), ON_136)).toEqual([
    "NS413 a restart rule of 'train' restarts it after exit code 0, so the Job never completes: let the rule match only exit codes of failures",
  ]);
});

test('a rule that restarts all containers after success offends, also of an init container', () => {
  const text = 'restarts all containers of the pod after exit code 0, so the Job never completes';

  expect(says(restartOnSuccess, jobOf([train('RestartAllContainers', 'In', [0])]), ON_136)).toEqual([expect.stringContaining(text)]);
  expect(says(restartOnSuccess, jobOf([{ name: 'work' }], [train('RestartAllContainers', 'In', [0])]), ON_136)).toEqual([expect.stringContaining(text)]);
});

test('a container that its own policy always restarts offends, beside a rule and alone', () => {
  const text = "NS413 'train' has restartPolicy: Always, which restarts it after exit code 0, so the Job never completes: "
    + 'set it to Never or OnFailure, or move the container to initContainers if it is a sidecar';

  expect(says(restartOnSuccess, jobOf([train('Restart', 'In', [42], 'Always')]), ON_136)).toEqual([text]);
  expect(says(restartOnSuccess, jobOf([{ name: 'train', restartPolicy: 'Always' }]), ON_136)).toEqual([text]);
});

test('restarts after failures, and of sidecars, do not', () => {
  expect(says(restartOnSuccess, jobOf([train('Restart', 'NotIn', [0])]), ON_136)).toEqual([]);
  expect(says(restartOnSuccess, jobOf([train('Restart', 'In', [42], 'OnFailure')]), ON_136)).toEqual([]);
  expect(says(restartOnSuccess, jobOf([{ name: 'work' }], [sidecar('proxy'), train('Restart', 'In', [0])]), ON_136)).toEqual([]);
});

test('a target that does not follow the fields, and a pod without a Job, are no concern', () => {
  expect(says(restartOnSuccess, jobOf([train('Restart', 'In', [0])]), { kubernetes: '1.34' })).toEqual([]);
  expect(says(restartOnSuccess, jobOf([train('RestartAllContainers', 'In', [0])]), { kubernetes: '1.35' })).toEqual([]);
  expect(says(restartOnSuccess, podOf([train('Restart', 'In', [0])]), ON_136)).toEqual([]);
});
