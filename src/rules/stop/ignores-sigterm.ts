import { copiedFrom } from './copying-pre-stop';
import { ContainerRole, PodModel, PodContainer } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atCommand } from '../engine/place';
import { ownContainers, quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';
import { hasSidecar } from '../has-sidecar';

export const ignoresSigterm: Rule = {
  id: 'NS306',
  name: 'ignores-sigterm',
  severity: Severity.INFO,
  title: 'If the main process ignores SIGTERM, every stop takes the whole grace period',
  why: 'The kernel delivers SIGTERM to the main process of a container (PID 1) only if the process handles it; tail, sleep and a shell without a trap do not. '
    + 'The kubelet waits until the grace period ends and then kills the container, at every deletion and, for a sidecar of a Job, at every completion. '
    + 'Containers that stop after it get only 2 s.',
  fix: "Set a trap, run the command in the background, and wait for it: trap 'exit 0' TERM; tail -F /logs/app.log & wait. "
    + 'A trap alone does not help, because a shell runs it only after the foreground command exits.',
  example: {
    wrong: `initContainers:
- name: logs
  image: busybox:1.37
  restartPolicy: Always
  command: [sh, -c, 'tail -n +1 -F /logs/app.log']
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2`,
    right: `initContainers:
- name: logs
  image: busybox:1.37
  restartPolicy: Always
  command: [sh, -c, "trap 'exit 0' TERM; tail -n +1 -F /logs/app.log & wait"]
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => hasSidecar(context) && context.pod.gracePeriodSeconds > SHORT_GRACE_SECONDS
    ? deafContainers(context) : [],
};

/** The same for every pod: what happens to a container that is alone is no finding, but it happens. */
export const ignoresSigtermAnywhere: Rule = { ...ignoresSigterm, check: deafContainers };

function deafContainers(context: RuleContext): RuleOffense[] {
  return ownContainers(context)
    .filter(container => container.role !== ContainerRole.INIT && hasWords(container))
    .flatMap(container => offense(context, container));
}

/** A grace period that is too short to notice, in seconds. */
const SHORT_GRACE_SECONDS = 2;

function hasWords({ spec }: PodContainer): boolean {
  return Array.isArray(spec.command) || Array.isArray(spec.args);
}

function offense({ pod, recognition }: RuleContext, container: PodContainer): RuleOffense[] {
  const reason = recognition.reasonToIgnoreSigterm(container);
  const isSidecar = container.role === ContainerRole.SIDECAR;
  const ends = pod.runsToCompletion;
  // Work that completes by itself is rarely stopped.
  if (reason === undefined || (ends && !isSidecar && !recognition.isEndless(container))) {
    return [];
  }
  const later = stoppedAfter(pod, container);
  const bringsFiles = recognition.helper(container.name)?.direction === 'content';
  return [{
    container: container.name,
    at: atCommand(pod, container),
    message: `'${container.name}' ignores SIGTERM because its main process is ${reason}, so every deletion${ends && isSidecar ? ' and every completion' : ''} `
      + `takes the whole grace period of ${pod.gracePeriodSeconds} s`
      + (later.length > 0 ? ` and leaves ${quoted(later)} only 2 s to stop` : ''),
    fix: reason.startsWith('haproxy') ? 'add -W to its command' : fixOfScript(pod, container, bringsFiles ? '' : recognition.runCommand(container)?.script?.text ?? ''),
    // The entry point of the image is unknown and may forward signals.
    severity: ends && isSidecar && Array.isArray(container.spec.command) ? Severity.WARNING : Severity.INFO,
  }];
}

/** What an app writes last is only copied by one more round. */
function fixOfScript(pod: PodModel, container: PodContainer, script: string): string {
  return copiedFrom(pod, container, script).length > 0
    ? "set a trap that copies once more, and wait for the sleep in the background: trap 'COMMAND; exit 0' TERM; while true; do COMMAND; sleep 10 & wait $!; done"
    : "set a trap, and wait for the command in the background: trap 'exit 0' TERM; COMMAND & wait";
}

/** The sidecars that stop only after a container has exited. */
function stoppedAfter(pod: PodModel, { name, role }: PodContainer): string[] {
  const sidecars = pod.sidecars.map(sidecar => sidecar.name);
  return role === ContainerRole.SIDECAR ? sidecars.slice(0, sidecars.indexOf(name)) : sidecars;
}
