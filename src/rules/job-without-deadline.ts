import { Severity } from './finding';
import { Offence, quoted, Rule, RuleContext } from './rule';

export const jobWithoutDeadline: Rule = {
  id: 'NS404',
  name: 'job-without-deadline',
  severity: Severity.WARNING,
  title: 'A Job whose gate may never open waits for ever without a deadline',
  check: ({ pod }: RuleContext): Offence[] => {
    const gated = pod.sidecars.filter(sidecar => sidecar.spec.startupProbe);
    if (!pod.job || gated.length === 0 || pod.job.activeDeadlineSeconds !== undefined || pod.spec.activeDeadlineSeconds !== undefined) {
      return [];
    }
    return [{
      message: `the Job waits for ${quoted(gated.map(sidecar => sidecar.name))}, and if a gate never opens it waits for ever`,
      fix: 'set activeDeadlineSeconds',
    }];
  },
};
