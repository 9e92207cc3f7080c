import { wholeNumber } from '../../data/number';
import { Severity } from '../engine/finding';
import { atPodSpec, atTemplateOwner } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const zeroDeadline: Rule = {
  id: 'NS409',
  name: 'zero-deadline',
  severity: Severity.ERROR,
  title: 'A deadline of zero fails a Job before its work starts',
  why: 'The API server accepts activeDeadlineSeconds: 0 on a Job. The Job controller then fails the Job as soon as it starts, with the reason DeadlineExceeded. In a pod spec, the API server rejects 0.',
  fix: 'Set activeDeadlineSeconds to more than the longest run of the Job, or remove it.',
  example: {
    wrong: `kind: Job
spec:
  activeDeadlineSeconds: 0
  template:
    spec: { restartPolicy: Never }`,
    right: `kind: Job
spec:
  activeDeadlineSeconds: 3600
  template:
    spec: { restartPolicy: Never }`,
  },
  since: '0.1.0',
  needs: 'deadline',
  check: ({ pod }: RuleContext): RuleOffense[] => {
    const offenses: RuleOffense[] = [];
    const limit = pod.job?.activeDeadlineSeconds;
    if (limit !== undefined && limit <= 0) {
      offenses.push({
        at: atTemplateOwner(pod, 'activeDeadlineSeconds'),
        message: limit === 0
          ? 'activeDeadlineSeconds is 0, so the Job fails with DeadlineExceeded as soon as it starts'
          : `activeDeadlineSeconds is ${limit}, and Kubernetes rejects a negative deadline`,
        fix: 'set it to more than the longest run of the Job, or remove it',
      });
    }
    const own = wholeNumber(pod.spec.activeDeadlineSeconds);
    if (own !== undefined && own <= 0) {
      offenses.push({
        at: atPodSpec(pod, 'activeDeadlineSeconds'),
        message: `activeDeadlineSeconds of the pod is ${own}, and Kubernetes rejects a pod with a deadline below 1`,
        fix: 'set it to at least 1, or remove it',
      });
    }
    return offenses;
  },
};
