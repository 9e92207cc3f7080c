import { idleRestartRule } from '../../../src/rules/order/idle-restart-rule';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const on = (values: readonly number[], action = 'Restart', operator = 'In') => ({ action, exitCodes: { operator, values } });
const ON_136 = { kubernetes: '1.36' };

test('a sidecar is restarted anyway', () => {
  expect(says(idleRestartRule, podOf([{ name: 'web' }], [sidecar('watcher', { restartPolicyRules: [on([88])] })]), ON_136)).toEqual([
    "NS208 restart rule 0 of 'watcher' has no effect, because the kubelet restarts a sidecar after every exit anyway: remove the rule, or use the action RestartAllContainers",
  ]);
});

test('a container is restarted anyway by its own policy', () => {
  const work = { name: 'work', restartPolicy: 'OnFailure' };

  expect(says(idleRestartRule, jobOf([{ ...work, restartPolicyRules: [on([1, 2])] }]), ON_136)).toEqual([
    "NS208 restart rule 0 of 'work' has no effect, because restartPolicy: OnFailure restarts the container after these exit codes anyway: remove the rule, or use the action RestartAllContainers",
  ]);
  expect(says(idleRestartRule, jobOf([{ ...work, restartPolicyRules: [on([0])] }]), ON_136)).toEqual([]);
});

test('a rule behind others that match all of its exit codes is never used', () => {
  const rules = [on([42]), on([42, 43], 'RestartAllContainers'), on([43, 42])];

  expect(says(idleRestartRule, jobOf([{ name: 'work', restartPolicy: 'Never', restartPolicyRules: rules }]), ON_136)).toEqual([
    "NS208 restart rule 2 of 'work' has no effect, because other rules match its exit codes: remove the rule, or put it before the others",
  ]);
  expect(says(idleRestartRule, jobOf([{ name: 'work', restartPolicy: 'Never', restartPolicyRules: [on([])] }]), ON_136)).toEqual([
    "NS208 restart rule 0 of 'work' has no effect, because it matches no exit code: list exit codes from 0 to 255, or remove the rule",
  ]);
});

test('a rule that keeps an exit from a later rule has an effect', () => {
  const rules = [on([0]), on([], 'RestartAllContainers', 'NotIn')];

  expect(says(idleRestartRule, podOf([{ name: 'web' }], [sidecar('watcher', { restartPolicyRules: rules })]), ON_136)).toEqual([]);
});

test('a target that drops the rules, rules that no API server accepts, and pods without rules are no concern', () => {
  const pod = podOf([{ name: 'web' }], [sidecar('watcher', { restartPolicyRules: [on([88])] })]);

  expect(says(idleRestartRule, pod, { kubernetes: '1.34' })).toEqual([]);
  expect(says(idleRestartRule, podOf([{ name: 'web', restartPolicy: 'Always', restartPolicyRules: [on([1]), { action: 'Stop' }] }]), ON_136)).toEqual([]);
  expect(says(idleRestartRule, podOf([{ name: 'web' }], [sidecar('watcher')]), ON_136)).toEqual([]);
});
