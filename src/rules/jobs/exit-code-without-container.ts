import { follow } from '../../data/json';
import { Severity } from '../engine/finding';
import { atTemplateOwner } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const exitCodeWithoutContainer: Rule = {
  id: 'NS405',
  name: 'exit-code-without-container',
  severity: Severity.WARNING,
  title: 'A pod failure policy on exit codes must name the container',
  why: 'An exit-code rule without a container name matches every container, including sidecars. A stopped sidecar usually exits with 143 or 137, so a rule that ignores '
    + 'these codes also ignores a failure of the app.',
  fix: 'Set onExitCodes.containerName to the container that does the work.',
  example: {
    wrong: `kind: Job
spec:
  podFailurePolicy:
    rules:
    - action: Ignore
      onExitCodes: { operator: In, values: [137, 143] }
  template:
    spec:
      restartPolicy: Never
      initContainers:
      - name: proxy
        restartPolicy: Always
      containers:
      - name: export
        image: ghcr.io/acme/export:1.0.0`,
    right: `kind: Job
spec:
  podFailurePolicy:
    rules:
    - action: Ignore
      onExitCodes: { containerName: export, operator: In, values: [137, 143] }
  template:
    spec:
      restartPolicy: Never
      initContainers:
      - name: proxy
        restartPolicy: Always
      containers:
      - name: export
        image: ghcr.io/acme/export:1.0.0`,
  },
  since: '0.1.0',
  check: ({ pod }: RuleContext): RuleOffense[] => {
    if (!pod.job || pod.sidecars.length === 0) {
      return [];
    }
    const path = pod._found.path.slice(0, -1);
    const rules = follow(pod.manifest, [...path, 'podFailurePolicy', 'rules']);
    return !Array.isArray(rules) ? [] : rules.flatMap((rule, index) => (rule?.onExitCodes && !rule.onExitCodes.containerName ? [{
      at: atTemplateOwner(pod, 'podFailurePolicy', 'rules', index, 'onExitCodes'),
      message: `rule ${index} of the pod failure policy names no container, so it also matches the exit code 143 or 137 of a stopped sidecar and can hide a failure of the app`,
      fix: `set onExitCodes.containerName, for example to '${pod.mains[0].name}'`,
    }] : []));
  },
};
