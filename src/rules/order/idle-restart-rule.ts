import { ContainerRole, PodModel } from '../../kubernetes/pod';
import { matchingAction, RestartAction } from '../../kubernetes/restart-rules';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { afterExit, EXIT_CODES, RuledContainer, ruledContainers } from '../engine/restart-outcomes';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const idleRestartRule: Rule = {
  id: 'NS208',
  name: 'idle-restart-rule',
  severity: Severity.WARNING,
  title: 'A restart rule must change what happens after an exit',
  why: 'The first rule that matches the exit code decides, and the restartPolicy of the container decides about the other codes. A rule with the action Restart changes nothing where '
    + 'the policy restarts the container anyway, as it does for every sidecar. A rule whose exit codes all match an earlier rule is never used.',
  fix: 'Remove the rule, put it before the rule that matches its exit codes, or use the action RestartAllContainers (Kubernetes 1.36 and later).',
  example: {
    wrong: `# for Kubernetes 1.36
initContainers:
  - name: watcher
    restartPolicy: Always
    restartPolicyRules:
    - action: Restart
      exitCodes: { operator: In, values: [88] }`,
    right: `# for Kubernetes 1.36
initContainers:
  - name: watcher
    restartPolicy: Always
    restartPolicyRules:
    - action: RestartAllContainers
      exitCodes: { operator: In, values: [88] }`,
  },
  since: '0.1.0',
  needs: 'restartRules',
  check: ({ pod, kubernetes }: RuleContext): RuleOffense[] => ruledContainers(pod, kubernetes).flatMap(one => ofContainer(pod, one)),
};

function ofContainer(pod: PodModel, { container, rules, policy }: RuledContainer): RuleOffense[] {
  const { name, role, spec } = container;
  // The API server rejects a rule that cannot be read.
  return rules.length !== spec.restartPolicyRules.length ? [] : rules.flatMap((rule, index): RuleOffense[] => {
    const others = rules.filter(other => other !== rule);
    if (EXIT_CODES.some(code => afterExit(rules, policy, code) !== afterExit(others, policy, code))) {
      return [];
    }
    const place = { container: name, at: atContainer(pod, container, 'restartPolicyRules', index) };
    if (!EXIT_CODES.some(code => matchingAction([rule], code) !== undefined)) {
      return [{ ...place, message: `restart rule ${index} of '${name}' has no effect, because it matches no exit code`, fix: 'list exit codes from 0 to 255, or remove the rule' }];
    }
    const isUsed = EXIT_CODES.some(code => matchingAction(rules.slice(0, index), code) === undefined && matchingAction([rule], code) !== undefined);
    const isAlways = isUsed && rule.action === RestartAction.RESTART;
    return [{
      ...place,
      message: `restart rule ${index} of '${name}' has no effect, because ${isAlways
        ? `${role === ContainerRole.SIDECAR ? 'the kubelet restarts a sidecar after every exit' : `restartPolicy: ${policy} restarts the container after these exit codes`} anyway`
        : 'other rules match its exit codes'}`,
      fix: isAlways ? 'remove the rule, or use the action RestartAllContainers' : 'remove the rule, or put it before the others',
    }];
  });
}
