import { hookOf } from '../../kubernetes/hooks';
import { missingToSleep } from '../../recognition/image-tools';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const preStopFillsGracePeriod: Rule = {
  id: 'NS302',
  name: 'pre-stop-fills-grace-period',
  severity: Severity.ERROR,
  title: 'A preStop hook that fills the grace period leaves no time to stop in order',
  why: 'A preStop hook runs within the grace period. If it takes all of it, the container gets only 2 s after SIGTERM. Native sidecars no longer wait for the app: '
    + 'the kubelet stops all containers together.',
  fix: 'Shorten the hook, or increase the grace period to cover the hook and the shutdown that follows.',
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
  check: ({ pod, recognition }: RuleContext): RuleOffense[] => pod.containers.filter(container => container.spec.lifecycle).flatMap(container => {
    const seconds = hookOf(container, 'preStop')?.seconds;
    const stops = pod.sidecars.length > 0 ? `'${container.name}' and every sidecar get SIGTERM together` : `'${container.name}' gets SIGTERM`;
    return seconds && seconds >= pod.gracePeriodSeconds && missingToSleep(recognition, container) === undefined ? [{
      container: container.name,
      at: atContainer(pod, container, 'lifecycle', 'preStop', 'sleep', 'seconds'),
      message: `the preStop hook of '${container.name}' sleeps ${seconds} s, but the grace period is ${pod.gracePeriodSeconds} s, so ${stops} with only 2 s left`,
      fix: 'shorten the hook, or increase terminationGracePeriodSeconds',
    }] : [];
  }),
};
