import { exitCodeClaimedTwice } from '../../../src/rules/jobs/exit-code-claimed-twice';
import { jobOf, podOf } from '../../simulator/pods';
import { says } from '../check';

const RULES = { restartPolicy: 'Never', restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [42, 43] } }] };
const TRAIN = { name: 'train', ...RULES };
const ON_136 = { kubernetes: '1.36' };

const policy = (onExitCodes: object) => ({ podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [] }, { action: 'FailJob', onExitCodes }] } });
const trainWith = (onExitCodes: object) => jobOf([TRAIN], [], {}, policy(onExitCodes));

test('an exit code that a restart rule and the pod failure policy claim offends', () => {
  expect(says(exitCodeClaimedTwice, trainWith({ containerName: 'train', operator: 'In', values: [42, 64] }), ON_136)).toEqual([
    "NS411 the pod failure policy never sees exit code 42 of 'train', because a restart rule matches it first, so the action FailJob of its rule 1 does not apply: "
    + "remove 42 from the restart rules of 'train', or from the pod failure policy",
  ]);
});

test('so does one in a policy that names no container', () => {
  expect(says(exitCodeClaimedTwice, trainWith({ operator: 'In', values: [42, 43] }), ON_136)).toEqual([expect.stringContaining('exit code 42, 43')]);
});

test('a policy for all other exit codes offends only where the restart rules leave none', () => {
  const all = { ...TRAIN, restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'NotIn', values: [0] } }] };

  expect(says(exitCodeClaimedTwice, trainWith({ operator: 'NotIn', values: [1] }), ON_136)).toEqual([]);
  expect(says(exitCodeClaimedTwice, jobOf([all], [], {}, policy({ operator: 'NotIn', values: [1] })), ON_136)).toEqual([expect.stringContaining('exit code 2, 3, 4 and 251 others')]);
});

test('other exit codes and other containers do not', () => {
  expect(says(exitCodeClaimedTwice, trainWith({ operator: 'In', values: [64] }), ON_136)).toEqual([]);
  expect(says(exitCodeClaimedTwice, jobOf([TRAIN, { name: 'other' }], [], {}, policy({ containerName: 'other', operator: 'In', values: [42] })), ON_136)).toEqual([]);
});

test('a target that drops the restart rules, and a pod without a Job, are no concern', () => {
  expect(says(exitCodeClaimedTwice, trainWith({ operator: 'In', values: [42] }), { kubernetes: '1.34' })).toEqual([]);
  expect(says(exitCodeClaimedTwice, podOf([TRAIN]), ON_136)).toEqual([]);
});
