import { isShipper } from '../../knowledge/known-programs';
import { hookOf } from '../../kubernetes/hooks';
import { Pod, PodContainer } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

/** How long a shipper may go on reading after the work of a Job is done, in seconds. */
const LAST_READ_SECONDS = 5;

/** The sentence about a sidecar whose pre-stop hook sleeps. */
export function sleepingPreStopMessage(sidecar: string, seconds: number): string {
  return `the pre-stop hook of sidecar '${sidecar}' sleeps ${seconds} s: it already outlives the app, so this only makes every stop and every Job that much longer`;
}

export const sleepingPreStop: Rule = {
  id: 'NS304',
  name: 'sleeping-pre-stop',
  severity: Severity.WARNING,
  title: 'A native sidecar needs no sleeping pre-stop hook',
  why: "Such a hook let an ordinary sidecar outlive the app. A native sidecar outlives it anyway, and its hook begins together with the app's, so it only sets how long a stop lasts at "
    + 'least; in a Job it begins when the work is done, and every run lasts that much longer.',
  fix: 'Take the hook away. If requests still arrive while the app stops, let the app sleep, not the sidecar.',
  example: {
    wrong: `initContainers:
- name: proxy
  restartPolicy: Always
  lifecycle: { preStop: { sleep: { seconds: 15 } } }
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2`,
    right: `initContainers:
- name: proxy
  restartPolicy: Always
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2
  lifecycle: { preStop: { sleep: { seconds: 5 } } }`,
  },
  since: '0.1.0',
  check: ({ pod }: RuleContext): RuleOffence[] => pod.sidecars.flatMap(sidecar => {
    const seconds = hookOf(sidecar, 'preStop')?.seconds;
    return seconds && !isLastRead(pod, sidecar, seconds)
      ? [{ container: sidecar.name, at: atContainer(pod, sidecar, 'lifecycle', 'preStop'), message: sleepingPreStopMessage(sidecar.name, seconds), fix: 'take the hook away' }]
      : [];
  }),
};

/** The hook of a Job's sidecar begins when the work is done: a shipper then still has lines to read, and stops reading at its stop signal. */
function isLastRead(pod: Pod, sidecar: PodContainer, seconds: number): boolean {
  return pod.job !== undefined && seconds <= LAST_READ_SECONDS && isShipper(sidecar.spec.image);
}
