import { restartAbilities } from '../../kubernetes/kubelet-behavior';
import { ContainerRole, PodContainer, PodRestartPolicy } from '../../kubernetes/pod';
import { effectiveRestartRules, matchingAction, ownRestartPolicy, RestartAbilities, RestartAction } from '../../kubernetes/restart-rules';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const restartOnSuccess: Rule = {
  id: 'NS413',
  name: 'restart-on-success',
  severity: Severity.ERROR,
  title: 'A Job whose work restarts after it succeeds never completes',
  why: 'A pod completes when its ordinary containers have exited and are not restarted. A restart rule that matches exit code 0, or restartPolicy: Always of the container, restarts '
    + 'work that is done. The Job never completes; with a deadline, it fails.',
  fix: 'Let restart rules match only the exit codes of failures, and set the restartPolicy of the container to Never or OnFailure.',
  example: {
    wrong: `# for Kubernetes 1.36
kind: Job
spec:
  template:
    spec:
      containers:
        - name: train
          restartPolicy: Never
          restartPolicyRules: [{ action: Restart, exitCodes: { operator: NotIn, values: [1] } }]`,
    right: `# for Kubernetes 1.36
kind: Job
spec:
  template:
    spec:
      containers:
        - name: train
          restartPolicy: Never
          restartPolicyRules: [{ action: Restart, exitCodes: { operator: NotIn, values: [0, 1] } }]`,
  },
  since: '0.1.0',
  needs: 'restartPolicy',
  check: ({ pod, kubernetes }: RuleContext): RuleOffense[] => !pod.job ? [] : pod.containers
    .filter(({ role, name }) => role !== ContainerRole.SIDECAR && !pod._isEndedByController(name))
    .flatMap(container => {
      const cause = causeOf(container, restartAbilities(kubernetes));
      return cause === undefined ? [] : [{
        container: container.name,
        message: `${cause.what} after exit code 0, so the Job never completes`,
        fix: cause.fix,
        at: atContainer(pod, container, cause.field),
      }];
    }),
};

interface Cause {
  readonly what: string;
  readonly fix: string;
  readonly field: string;
}

function causeOf(container: PodContainer, abilities: RestartAbilities): Cause | undefined {
  const { name, role } = container;
  const action = matchingAction(effectiveRestartRules(container, abilities), 0);
  // An init container that succeeds is done, unless it restarts the whole pod.
  if (action === RestartAction.RESTART_ALL ? abilities.ofAll : action !== undefined && role === ContainerRole.MAIN) {
    const what = `a restart rule of '${name}' restarts ${action === RestartAction.RESTART_ALL ? 'all containers of the pod' : 'it'}`;
    return { what, fix: 'let the rule match only exit codes of failures', field: 'restartPolicyRules' };
  }
  return abilities.ofContainers && role === ContainerRole.MAIN && ownRestartPolicy(container) === PodRestartPolicy.ALWAYS
    ? { what: `'${name}' has restartPolicy: Always, which restarts it`, fix: 'set it to Never or OnFailure, or move the container to initContainers if it is a sidecar', field: 'restartPolicy' }
    : undefined;
}
