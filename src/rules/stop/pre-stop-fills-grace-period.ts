import { hookOf } from '../../kubernetes/hooks';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

export const preStopFillsGracePeriod: Rule = {
  id: 'NS302',
  name: 'pre-stop-fills-grace-period',
  severity: Severity.ERROR,
  title: 'A pre-stop hook as long as the grace period leaves no time to stop, and loses the order',
  why: 'The time that a pre-stop hook takes is taken from the grace period. A hook that takes all of it leaves the container 2 s after SIGTERM, and a native sidecar no longer waits for '
    + 'the app: everything is told to stop together.',
  fix: 'Make the hook shorter than the grace period, or the grace period long enough for the hook and for what comes after it.',
  example: {
    wrong: `terminationGracePeriodSeconds: 30
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2
  lifecycle: { preStop: { sleep: { seconds: 30 } } }`,
    right: `terminationGracePeriodSeconds: 37
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2
  lifecycle: { preStop: { sleep: { seconds: 5 } } }`,
  },
  since: '0.1.0',
  needs: 'hook',
  check: ({ pod }: RuleContext): RuleOffence[] => pod.containers.filter(container => container.spec.lifecycle).flatMap(container => {
    const seconds = hookOf(container, 'preStop')?.seconds;
    const stops = pod.sidecars.length > 0 ? `'${container.name}' and every sidecar are told to stop together` : `'${container.name}' is told to stop`;
    return seconds && seconds >= pod.gracePeriodSeconds ? [{
      container: container.name,
      at: atContainer(pod, container, 'lifecycle', 'preStop', 'sleep', 'seconds'),
      message: `the pre-stop hook of '${container.name}' sleeps ${seconds} s, and the grace period is ${pod.gracePeriodSeconds} s: ${stops}, with 2 s left`,
      fix: 'shorten the hook or lengthen terminationGracePeriodSeconds',
    }] : [];
  }),
};
