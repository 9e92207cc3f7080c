import { restartAbilities } from '../../src/kubernetes/kubelet-behavior';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { PodRestartPolicy } from '../../src/kubernetes/pod';
import { effectiveRestartPolicy, effectiveRestartRules, matchingAction, RestartAction, restartRulesOf } from '../../src/kubernetes/restart-rules';
import { jobOf } from '../simulator/pods';

const rule = (action: string, operator: string, ...values: unknown[]) => ({ action, exitCodes: { operator, values } });
const mainWith = (fields: object) => jobOf([{ name: 'app', ...fields }]).container('app');

test('the first rule that matches an exit code decides', () => {
  const rules = restartRulesOf(mainWith({ restartPolicyRules: [rule('Restart', 'In', 42, 43), rule('RestartAllContainers', 'NotIn', 0, 1)] }));

  expect([42, 43, 7, 0, 1].map(code => matchingAction(rules, code))).toEqual([
    RestartAction.RESTART, RestartAction.RESTART, RestartAction.RESTART_ALL, undefined, undefined,
  ]);
});

test.each<[string, unknown]>([
  ['no list', { action: 'Restart' }],
  ['a rule without exit codes', [{ action: 'Restart' }]],
  ['an unknown action', [rule('Reboot', 'In', 42)]],
  ['an unknown operator', [rule('Restart', 'Between', 40, 44)]],
  ['a rule that is no object', ['Restart', null]],
])('%s matches nothing', (_, restartPolicyRules) => {
  expect(restartRulesOf(mainWith({ restartPolicyRules }))).toEqual([]);
});

test('values that a template fills in are not exit codes', () => {
  const rules = restartRulesOf(mainWith({ restartPolicyRules: [rule('Restart', 'In', '{{ .code }}', 42)] }));

  expect(rules).toEqual([{ action: 'Restart', operator: 'In', codes: [42] }]);
});

test.each([
  ['1.34', false, false],
  ['1.35', true, false],
  ['1.36', true, true],
])('Kubernetes %s: restart fields of containers %s, of all containers %s', (version, ofContainers, ofAll) => {
  expect(restartAbilities(KubernetesVersion.of(version))).toEqual({ ofContainers, ofAll });
});

test("a container's own policy and rules count only where the kubelet honors them, and rules only beside a policy", () => {
  const pod = jobOf([{ name: 'app', restartPolicy: 'OnFailure', restartPolicyRules: [rule('Restart', 'In', 42)] }]);
  const app = pod.container('app');
  const [old, current] = ['1.34', '1.35'].map(version => restartAbilities(KubernetesVersion.of(version)));

  expect([old, current].map(abilities => effectiveRestartPolicy(pod, app, abilities))).toEqual([PodRestartPolicy.NEVER, PodRestartPolicy.ON_FAILURE]);
  expect([old, current].map(abilities => effectiveRestartRules(app, abilities).length)).toEqual([0, 1]);
  expect(effectiveRestartRules(mainWith({ restartPolicyRules: [rule('Restart', 'In', 42)] }), current)).toEqual([]);
});
