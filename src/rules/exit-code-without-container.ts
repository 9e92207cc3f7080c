import { Severity } from './finding';
import { Offence, Rule, RuleContext } from './rule';
import { follow } from '../lifecycle/manifest';

export const exitCodeWithoutContainer: Rule = {
  id: 'NS405',
  name: 'exit-code-without-container',
  severity: Severity.WARNING,
  title: 'A pod failure policy on exit codes must say whose exit code it means',
  check: ({ pod }: RuleContext): Offence[] => {
    if (!pod.job || pod.sidecars.length === 0) {
      return [];
    }
    const path = pod.path.split('.').slice(0, -2);
    const rules = follow(pod.manifest, [...path, 'podFailurePolicy', 'rules']);
    return !Array.isArray(rules) ? [] : rules.flatMap((rule, index) => (rule?.onExitCodes && !rule.onExitCodes.containerName ? [{
      message: `rule ${index} of the pod failure policy names no container, so the 143 or 137 of a stopped sidecar matches too and can hide a failure of the app`,
      fix: `set onExitCodes.containerName, for example to '${pod.mains[0].name}'`,
    }] : []));
  },
};
