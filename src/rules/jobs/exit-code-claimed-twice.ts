import { follow, isObject, JsonObject } from '../../data/json';
import { PodModel } from '../../kubernetes/pod';
import { matchingAction, restartRulesOf } from '../../kubernetes/restart-rules';
import { Severity } from '../engine/finding';
import { atTemplateOwner } from '../engine/place';
import { EXIT_CODES, RuledContainer, ruledContainers } from '../engine/restart-outcomes';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const exitCodeClaimedTwice: Rule = {
  id: 'NS411',
  name: 'exit-code-claimed-twice',
  severity: Severity.WARNING,
  title: 'A pod failure policy never sees an exit code that a restart rule matches',
  why: 'The kubelet applies restart rules first: it restarts the container, so the pod does not fail, and the Job controller looks at the pod failure policy only when a pod has '
    + 'failed. A rule such as FailJob for the same exit code never applies.',
  fix: 'Give each exit code to one of them: remove it from the restart rules, or from the pod failure policy.',
  example: {
    wrong: `# for Kubernetes 1.36
kind: Job
spec:
  podFailurePolicy:
    rules:
    - { action: FailJob, onExitCodes: { containerName: train, operator: In, values: [42, 64] } }
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: train
        restartPolicy: Never
        restartPolicyRules: [{ action: Restart, exitCodes: { operator: In, values: [42] } }]`,
    right: `# for Kubernetes 1.36
kind: Job
spec:
  podFailurePolicy:
    rules:
    - { action: FailJob, onExitCodes: { containerName: train, operator: In, values: [64] } }
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: train
        restartPolicy: Never
        restartPolicyRules: [{ action: Restart, exitCodes: { operator: In, values: [42] } }]`,
  },
  since: '0.1.0',
  needs: 'restartRules',
  check: ({ pod, kubernetes }: RuleContext): RuleOffense[] => {
    const rules = pod.job ? follow(pod.manifest, [...pod._found.path.slice(0, -1), 'podFailurePolicy', 'rules']) : undefined;
    const ruled = Array.isArray(rules) ? ruledContainers(pod, kubernetes) : [];
    return ruled.flatMap(one => (rules as unknown[]).flatMap((rule, index) => isObject(rule) ? ofRule(pod, one, rule, index) : []));
  },
};

function ofRule(pod: PodModel, { container, rules }: RuledContainer, { action, onExitCodes }: JsonObject, index: number): RuleOffense[] {
  const { name } = container;
  const { containerName = name } = onExitCodes ?? {};
  const asRule = restartRulesOf({ ...container, spec: { restartPolicyRules: [{ action: 'Restart', exitCodes: onExitCodes }] } });
  const claimed = EXIT_CODES.slice(1).filter(code => matchingAction(asRule, code) !== undefined);
  const lost = claimed.filter(code => matchingAction(rules, code) !== undefined);
  // A policy for all other exit codes is meant for what the restart rules leave.
  const isMeant = onExitCodes?.operator === 'NotIn' && lost.length < claimed.length;
  return containerName !== name || lost.length === 0 || isMeant ? [] : [{
    container: name,
    message: `the pod failure policy never sees exit code ${codesIn(lost)} of '${name}', because a restart rule matches it first, so the action ${action} of its rule ${index} does not apply`,
    fix: `remove ${codesIn(lost)} from the restart rules of '${name}', or from the pod failure policy`,
    at: atTemplateOwner(pod, 'podFailurePolicy', 'rules', index, 'onExitCodes'),
  }];
}

const MOST_NAMED = 3;

function codesIn(codes: readonly number[]): string {
  return codes.length > MOST_NAMED ? `${codes.slice(0, MOST_NAMED).join(', ')} and ${codes.length - MOST_NAMED} others` : codes.join(', ');
}
