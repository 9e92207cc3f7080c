import { restartSkipsHooks } from '../../../src/rules/stop/restart-skips-hooks';
import { HOOK, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

const PROXY = sidecar('db', { restartPolicyRules: [{ action: 'RestartAllContainers', exitCodes: { operator: 'NotIn', values: [0] } }] });
const ON_136 = { kubernetes: '1.36' };

test('a hook beside a rule that restarts all containers offends', () => {
  expect(says(restartSkipsHooks, podOf([{ name: 'web', lifecycle: HOOK }], [PROXY]), ON_136)).toEqual([
    "NS311 when 'db' restarts all containers, the kubelet skips the preStop hook of 'web' and kills each container 2 s after SIGTERM: "
    + 'do the work on SIGTERM within 2 s, or remove the rule with the action RestartAllContainers',
  ]);
});

test('a hook that only sleeps loses nothing', () => {
  expect(says(restartSkipsHooks, podOf([{ name: 'web', lifecycle: { preStop: { sleep: { seconds: 5 } } } }], [PROXY]), ON_136)).toEqual([]);
});

test('a pod without such a rule, or for a target that lacks it, is no concern', () => {
  expect(says(restartSkipsHooks, podOf([{ name: 'web', lifecycle: HOOK }], [sidecar('db')]), ON_136)).toEqual([]);
  expect(says(restartSkipsHooks, podOf([{ name: 'web', lifecycle: HOOK }], [PROXY]), { kubernetes: '1.34' })).toEqual([]);
});
