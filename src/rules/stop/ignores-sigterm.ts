import { ContainerRole, Pod, PodContainer } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atContainerField } from '../engine/place';
import { ownContainers, quoted, Rule, RuleContext, RuleOffence } from '../engine/rule';

export const ignoresSigterm: Rule = {
  id: 'NS306',
  name: 'ignores-sigterm',
  severity: Severity.INFO,
  title: 'A first process that ignores SIGTERM makes every stop last the whole grace period',
  why: 'The first process of a container is spared every signal that it has no handler for, and tail, sleep and a shell without a trap have none. So the kubelet waits '
    + 'until the grace period is over and kills it: at every deletion, and at every completion of a Job whose sidecar it is. What stops after it is left 2 s.',
  fix: "Set a trap and let the shell wait for what runs in the background: trap 'exit 0' TERM; tail -F /logs/app.log & wait. "
    + 'A trap alone does not help: a shell runs it only once the command in the foreground has ended.',
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
  check: (context: RuleContext): RuleOffence[] => ownContainers(context)
    .filter(container => container.role !== ContainerRole.INIT && hasWords(container))
    .flatMap(container => offence(context, container)),
};

function hasWords({ spec }: PodContainer): boolean {
  return Array.isArray(spec.command) || Array.isArray(spec.args);
}

function offence({ pod, recognition }: RuleContext, container: PodContainer): RuleOffence[] {
  const reason = recognition.reasonToIgnoreSigterm(container);
  const isSidecar = container.role === ContainerRole.SIDECAR;
  const ends = pod.runsToCompletion;
  // Work that ends by itself is seldom stopped.
  if (reason === undefined || (ends && !isSidecar && !recognition.isEndless(container))) {
    return [];
  }
  const behind = stoppedAfter(pod, container);
  return [{
    container: container.name,
    at: atContainerField(pod, container, 'command') ?? atContainerField(pod, container, 'args'),
    message: `the first process of '${container.name}' is ${reason}, so it ignores SIGTERM: every deletion${ends && isSidecar ? ' and every completion' : ''} `
      + `lasts the whole grace period of ${pod.gracePeriodSeconds} s`
      + (behind.length > 0 ? `, and ${quoted(behind)}, which ${behind.length > 1 ? 'stop' : 'stops'} after it, ${behind.length > 1 ? 'are' : 'is'} left 2 s` : ''),
    fix: reason.startsWith('haproxy') ? 'add -W to its command' : "trap it, and wait for what runs in the background: trap 'exit 0' TERM; COMMAND & wait",
    // The image's entry point, which is not known, may be one that passes signals on.
    severity: ends && isSidecar && Array.isArray(container.spec.command) ? Severity.WARNING : Severity.INFO,
  }];
}

/** The sidecars that wait for a container's end before they stop. */
function stoppedAfter(pod: Pod, { name, role }: PodContainer): string[] {
  const sidecars = pod.sidecars.map(sidecar => sidecar.name);
  return role === ContainerRole.SIDECAR ? sidecars.slice(0, sidecars.indexOf(name)) : sidecars;
}
