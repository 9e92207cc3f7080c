import { UNLIMITED } from '../../kubernetes/job-limits';
import { PodRestartPolicy } from '../../kubernetes/pod';
import { RestartAction } from '../../kubernetes/restart-rules';
import { Severity } from '../engine/finding';
import { atContainer, atPodSpec } from '../engine/place';
import { afterExit, canRestartAll, EXIT_CODES, RuledContainer, ruledContainers } from '../engine/restart-outcomes';
import { quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const unlimitedRestarts: Rule = {
  id: 'NS412',
  name: 'unlimited-restarts',
  severity: Severity.WARNING,
  title: 'Restarts by a restart rule are not retries of the Job',
  why: 'With restartPolicy: Never, the Job controller counts failed pods, and a restart rule keeps the pod from failing: without a deadline, the Job restarts forever. With '
    + 'restartPolicy: OnFailure, a restart of all containers counts once for each container that has run, so a few of them use up backoffLimit.',
  fix: 'Set activeDeadlineSeconds. With restartPolicy: OnFailure, use Never, or raise backoffLimit by the number of containers for each restart.',
  example: {
    wrong: `# for Kubernetes 1.36
kind: Job
spec:
  backoffLimit: 3
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
  backoffLimit: 3
  activeDeadlineSeconds: 3600
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
  check: (context: RuleContext): RuleOffense[] => {
    const { pod, kubernetes } = context;
    const ruled = pod.job && pod._found.place.limits ? ruledContainers(pod, kubernetes) : [];
    return pod.restartPolicy === PodRestartPolicy.ON_FAILURE ? countedTogether(context, ruled.filter(canRestartAll)) : neverCounted(context, ruled);
  },
};

function neverCounted({ pod }: RuleContext, ruled: readonly RuledContainer[]): RuleOffense[] {
  const hasDeadline = pod.job?.activeDeadlineSeconds !== undefined || pod.spec.activeDeadlineSeconds !== undefined;
  const endless = hasDeadline ? [] : ruled.filter(one => EXIT_CODES.some(code => isKeptFromFailing(one, code)));
  return endless.map(({ container }) => ({
    container: container.name,
    message: `a restart rule of '${container.name}' restarts it as often as it exits: backoffLimit counts only failed pods, and the Job has no deadline`,
    fix: 'set activeDeadlineSeconds',
    at: atContainer(pod, container, 'restartPolicyRules'),
  }));
}

/** Whether a rule, and not the policy, restarts something after an exit. */
function isKeptFromFailing({ rules, policy }: RuledContainer, code: number): boolean {
  const after = afterExit(rules, policy, code);
  return after === RestartAction.RESTART_ALL || (after === RestartAction.RESTART && afterExit([], policy, code) === 'ends');
}

function countedTogether({ pod }: RuleContext, ruled: readonly RuledContainer[]): RuleOffense[] {
  const limit = pod.job?.backoffLimit;
  return ruled.length === 0 || limit === undefined || limit === UNLIMITED ? [] : [{
    message: `with restartPolicy: OnFailure, a restart of all ${pod.containers.length} containers by ${quoted(ruled.map(({ container }) => container.name))} counts ${pod.containers.length} `
      + `against backoffLimit ${limit}${pod.containers.length >= limit ? ', so the first one fails the Job' : ''}`,
    fix: 'use restartPolicy: Never, which counts none of them, or raise backoffLimit',
    at: atPodSpec(pod, 'restartPolicy'),
  }];
}
