import { Severity } from './finding';
import { Offence, Rule, RuleContext } from './rule';
import { hookOf } from '../lifecycle/hooks';

export const preStopFillsGracePeriod: Rule = {
  id: 'NS302',
  name: 'pre-stop-fills-grace-period',
  severity: Severity.ERROR,
  title: 'A pre-stop hook as long as the grace period leaves no time to stop, and loses the order',
  check: ({ pod }: RuleContext): Offence[] => pod.containers.flatMap(container => {
    const seconds = hookOf(container, 'preStop')?.seconds;
    const stops = pod.sidecars.length > 0 ? `'${container.name}' and every sidecar are told to stop together` : `'${container.name}' is told to stop`;
    return seconds !== undefined && seconds >= pod.gracePeriodSeconds ? [{
      container: container.name,
      message: `the pre-stop hook of '${container.name}' sleeps ${seconds} s, and the grace period is ${pod.gracePeriodSeconds} s: ${stops}, with 2 s left`,
      fix: 'shorten the hook or lengthen terminationGracePeriodSeconds',
    }] : [];
  }),
};
