import { Hook, hookOf } from '../../kubernetes/hooks';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { canRestartAll, ruledContainers } from '../engine/restart-outcomes';
import { quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const restartSkipsHooks: Rule = {
  id: 'NS311',
  name: 'restart-skips-hooks',
  severity: Severity.INFO,
  title: 'A restart of all containers runs no preStop hooks and ignores the grace period',
  why: 'A restart rule with the action RestartAllContainers stops one container after another: main containers first, then the others in the order of the list. The kubelet runs no '
    + 'preStop hook, and kills a container 2 s after SIGTERM, whatever the grace period. A drain or a flush in a hook does not happen.',
  fix: 'Do the work on SIGTERM within 2 s, or where a restart cannot lose it. Otherwise, remove the rule.',
  example: {
    wrong: `# for Kubernetes 1.36
initContainers:
  - name: db
    restartPolicy: Always
    restartPolicyRules: [{ action: RestartAllContainers, exitCodes: { operator: NotIn, values: [0] } }]
containers:
  - name: web
    lifecycle: { preStop: { exec: { command: [/app/drain] } } }`,
    right: `# for Kubernetes 1.36
initContainers:
  - name: db
    restartPolicy: Always
    restartPolicyRules: [{ action: RestartAllContainers, exitCodes: { operator: NotIn, values: [0] } }]
containers:
  - name: web
    command: [/app/web, --drain-on-sigterm]`,
  },
  since: '0.1.0',
  needs: 'restartRules',
  check: ({ pod, kubernetes }: RuleContext): RuleOffense[] => {
    const [by] = ruledContainers(pod, kubernetes).filter(canRestartAll);
    const hooked = by ? pod.containers.filter(container => losesWork(hookOf(container, 'preStop'))) : [];
    return hooked.length === 0 ? [] : [{
      container: by.container.name,
      message: `when '${by.container.name}' restarts all containers, the kubelet skips the preStop hook of ${quoted(hooked.map(({ name }) => name))} and kills each container 2 s after SIGTERM`,
      fix: 'do the work on SIGTERM within 2 s, or remove the rule with the action RestartAllContainers',
      at: atContainer(pod, by.container, 'restartPolicyRules'),
    }];
  },
};

/** A hook that only sleeps keeps a server up for requests that still arrive: it does no work that could be lost. */
function losesWork(hook: Hook | undefined): boolean {
  return hook !== undefined && hook.seconds === undefined;
}
