import { doesMore, stopsProgram } from './stopping-pre-stop';
import { isShipper } from '../../knowledge/known-programs';
import { hookOf, onlySleeps } from '../../kubernetes/hooks';
import { ContainerRole, PodContainer, PodModel } from '../../kubernetes/pod';
import { missingToSleep } from '../../recognition/image-tools';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

/** How long a shipper may keep reading after the work of a Job is done, in seconds. */
const LAST_READ_SECONDS = 5;

/**
 * The message about a sidecar whose preStop hook sleeps.
 *
 * @param isFailing whether the hook fails at once: NS307 reports why
 */
export function sleepingPreStopMessage(sidecar: string, seconds: number, isFailing = false): string {
  const delays = isFailing ? `should sleep ${seconds} s, which would only delay` : `sleeps ${seconds} s, which only delays`;
  return `the preStop hook of sidecar '${sidecar}' ${delays} every stop and every Job, because a native sidecar already outlives the app`;
}

export const sleepingPreStop: Rule = {
  id: 'NS304',
  name: 'sleeping-pre-stop',
  severity: Severity.WARNING,
  title: 'A native sidecar does not need a preStop hook that sleeps',
  why: 'A sleep lets an ordinary sidecar outlive the app, but a native sidecar outlives the app anyway. Its hook starts together with the hook of the app, so the sleep only sets a minimum '
    + 'duration for every stop. In a Job, the hook starts when the work is done, and extends every run.',
  fix: 'Remove the hook, or only the sleep if the hook does something else, too. If requests still arrive while the app stops, add the sleep to the app, not to the sidecar.',
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
  check: (context: RuleContext): RuleOffense[] => context.pod.sidecars.filter(sidecar => sleepsForNothing(context, sidecar)).map(sidecar => ({
    container: sidecar.name,
    at: atContainer(context.pod, sidecar, 'lifecycle', 'preStop'),
    message: sleepingPreStopMessage(sidecar.name, hookOf(sidecar, 'preStop')!.seconds!, missingToSleep(context.recognition, sidecar) !== undefined),
    fix: worksToo(sidecar) ? 'remove only the sleep from the hook, which also does something else' : 'remove the hook',
  })),
};

/** Whether a container is a native sidecar with a preStop hook that sleeps, which it does not need to outlive the app. */
export function sleepsForNothing({ pod }: Pick<RuleContext, 'pod'>, container: PodContainer): boolean {
  const seconds = container.role === ContainerRole.SIDECAR ? hookOf(container, 'preStop')?.seconds : undefined;
  return seconds !== undefined && seconds > 0 && !isLastRead(pod, container, seconds);
}

/** Whether a hook does more than to sleep, and than to stop its program, which it should not do either. */
function worksToo(sidecar: PodContainer): boolean {
  const command: unknown = sidecar.spec.lifecycle?.preStop?.exec?.command;
  return !onlySleeps(sidecar, 'preStop') && !(Array.isArray(command) && stopsProgram(command.join(' ')) && !doesMore(sidecar));
}

/** In a Job, the hook of a sidecar starts when the work is done. A shipper then still has lines to read, and stops reading at its stop signal. */
function isLastRead(pod: PodModel, sidecar: PodContainer, seconds: number): boolean {
  return pod.job !== undefined && seconds <= LAST_READ_SECONDS && isShipper(sidecar.spec.image);
}
