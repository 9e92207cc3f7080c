import { Severity } from './finding';
import { Offence, Rule, RuleContext } from './rule';

export const drainLongerThanGrace: Rule = {
  id: 'NS305',
  name: 'drain-longer-than-grace',
  severity: Severity.ERROR,
  title: 'A proxy that drains longer than the grace period is killed',
  // A native proxy is part of the budget, which NS301 judges.
  check: ({ pod, stops, mesh }: RuleContext): Offence[] => pod.mains.filter(main => mesh?.injected.includes(main.name)).flatMap(main => {
    const drain = stops[main.name]?.shutdown ?? 0;
    return drain > pod.gracePeriodSeconds ? [{
      container: main.name,
      message: `'${main.name}' may drain for ${drain} s, and the grace period is ${pod.gracePeriodSeconds} s: it is killed with what is still open`,
      fix: "set 'drain' of the mesh to less, or lengthen terminationGracePeriodSeconds",
    }] : [];
  }),
};
