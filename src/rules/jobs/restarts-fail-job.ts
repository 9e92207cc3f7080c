import { UNLIMITED } from '../../kubernetes/job-limits';
import { PodRestartPolicy } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atPodSpec } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const restartsFailJob: Rule = {
  id: 'NS403',
  name: 'sidecar-restarts-fail-job',
  severity: Severity.WARNING,
  title: 'With restartPolicy: OnFailure, restarts of sidecars count against backoffLimit',
  why: 'With restartPolicy: OnFailure, the Job controller compares backoffLimit with the restarts of all containers of the pod. A sidecar that restarts, for example after a failed '
    + 'liveness probe, uses up the retries of the work.',
  fix: 'Use restartPolicy: Never, with which only failed pods count, or raise backoffLimit.',
  example: {
    wrong: `kind: Job
spec:
  backoffLimit: 3
  template:
    spec:
      restartPolicy: OnFailure
      initContainers:
      - name: proxy
        restartPolicy: Always`,
    right: `kind: Job
spec:
  backoffLimit: 3
  template:
    spec:
      restartPolicy: Never
      initContainers:
      - name: proxy
        restartPolicy: Always`,
  },
  since: '0.1.0',
  check: ({ pod }: RuleContext): RuleOffense[] => {
    const limit = pod.job?.backoffLimit;
    if (limit === undefined || limit === UNLIMITED || pod.restartPolicy !== PodRestartPolicy.ON_FAILURE || pod.sidecars.length === 0) {
      return [];
    }
    return [{
      at: atPodSpec(pod, 'restartPolicy'),
      message: `with restartPolicy: OnFailure, every restart of ${quoted(pod.sidecars.map(sidecar => sidecar.name))} counts against backoffLimit ${limit}, so a sidecar that keeps restarting fails the Job`,
      fix: 'use restartPolicy: Never, or raise backoffLimit',
    }];
  },
};
