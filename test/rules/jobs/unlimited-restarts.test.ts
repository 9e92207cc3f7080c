import { unlimitedRestarts } from '../../../src/rules/jobs/unlimited-restarts';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const rules = (action: string) => ({ restartPolicyRules: [{ action, exitCodes: { operator: 'In', values: [42] } }] });
const TRAIN = { name: 'train', restartPolicy: 'Never', ...rules('Restart') };
const ON_136 = { kubernetes: '1.36' };

test('a restart rule in a Job without a deadline offends', () => {
  expect(says(unlimitedRestarts, jobOf([TRAIN]), ON_136)).toEqual([
    "NS412 a restart rule of 'train' restarts it as often as it exits: backoffLimit counts only failed pods, and the Job has no deadline: set activeDeadlineSeconds",
  ]);
});

test('with a deadline it does not', () => {
  expect(says(unlimitedRestarts, jobOf([TRAIN], [], {}, { activeDeadlineSeconds: 600 }), ON_136)).toEqual([]);
  expect(says(unlimitedRestarts, jobOf([TRAIN], [], { activeDeadlineSeconds: 600 }), ON_136)).toEqual([]);
});

test('a rule of a sidecar that restarts only the sidecar does not', () => {
  expect(says(unlimitedRestarts, jobOf([{ name: 'work' }], [sidecar('watcher', rules('Restart'))]), ON_136)).toEqual([]);
  expect(says(unlimitedRestarts, jobOf([{ name: 'work' }], [sidecar('watcher', rules('RestartAllContainers'))]), ON_136)).toHaveLength(1);
});

test('with OnFailure, a restart of all containers counts for each of them', () => {
  const job = (backoffLimit: number) =>
    jobOf([{ name: 'work' }], [{ name: 'fetch' }, sidecar('watcher', rules('RestartAllContainers'))], { restartPolicy: 'OnFailure' }, { backoffLimit });

  expect(says(unlimitedRestarts, job(3), ON_136)).toEqual([
    "NS412 with restartPolicy: OnFailure, a restart of all 3 containers by 'watcher' counts 3 against backoffLimit 3, so the first one fails the Job: "
    + 'use restartPolicy: Never, which counts none of them, or raise backoffLimit',
  ]);
  expect(says(unlimitedRestarts, job(12), ON_136)).toEqual([expect.stringContaining('counts 3 against backoffLimit 12: use')]);
});

test('a target that drops the rules, and a pod without a Job, are no concern', () => {
  expect(says(unlimitedRestarts, jobOf([TRAIN]), { kubernetes: '1.34' })).toEqual([]);
  expect(says(unlimitedRestarts, podOf([TRAIN]), ON_136)).toEqual([]);
});
