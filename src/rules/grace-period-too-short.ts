import { Severity } from './finding';
import { Offence, Rule, RuleContext } from './rule';
import { Budget } from '../lifecycle/budget';

export const gracePeriodTooShort: Rule = {
  id: 'NS301',
  name: 'grace-period-too-short',
  severity: Severity.ERROR,
  title: 'The grace period is too short for what its containers say they need to stop one after another',
  check: ({ pod, stops }: RuleContext): Offence[] => {
    const budget = pod.sidecars.length > 0 ? Budget.of(pod, stops) : undefined;
    return !budget || budget.fits(pod.gracePeriodSeconds) ? [] : [{
      message: `the grace period is ${pod.gracePeriodSeconds} s, but to stop in order takes ${budget.requiredSeconds} s (${budget.explain()})`,
      fix: `set terminationGracePeriodSeconds to ${budget.recommendedSeconds} or more, or leave it out, or shorten what takes long`,
    }];
  },
};
