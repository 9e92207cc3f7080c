import { Severity } from './finding';
import { Offence, Rule, RuleContext } from './rule';
import { Budget } from '../lifecycle/budget';

export const gracePeriodTooShort: Rule = {
  id: 'NS301',
  name: 'grace-period-too-short',
  severity: Severity.ERROR,
  title: 'The grace period is too short for what its containers say they need to stop one after another',
  check: ({ pod, stops }: RuleContext): Offence[] => {
    // Even if nothing ran beside anything else, it would take no longer than this.
    const atMost = Object.values(stops).reduce((sum, stop) => sum + (stop.preStop ?? 0) + (stop.shutdown ?? 0), 0);
    if (atMost <= pod.gracePeriodSeconds || pod.sidecars.length === 0) {
      return [];
    }
    const budget = Budget.of(pod, stops);
    return budget.fits(pod.gracePeriodSeconds) ? [] : [{
      message: `the grace period is ${pod.gracePeriodSeconds} s, but to stop in order takes ${budget.requiredSeconds} s (${budget.explain()})`,
      fix: `set terminationGracePeriodSeconds to ${budget.recommendedSeconds} or more, or leave it out, or shorten what takes long`,
    }];
  },
};
