import { Severity } from './finding';
import { Offence, quoted, Rule, RuleContext } from './rule';
import { PodRestartPolicy } from '../lifecycle/pod';

export const restartsFailJob: Rule = {
  id: 'NS403',
  name: 'sidecar-restarts-fail-job',
  severity: Severity.WARNING,
  title: 'Under OnFailure the restarts of sidecars count against backoffLimit',
  check: ({ pod }: RuleContext): Offence[] => {
    if (!pod.job || pod.restartPolicy !== PodRestartPolicy.ON_FAILURE || pod.sidecars.length === 0) {
      return [];
    }
    return [{
      message: `with restartPolicy: OnFailure every restart of ${quoted(pod.sidecars.map(sidecar => sidecar.name))} counts against backoffLimit ${pod.job.backoffLimit}, so a flapping sidecar fails the Job`,
      fix: 'use restartPolicy: Never, or raise backoffLimit',
    }];
  },
};
