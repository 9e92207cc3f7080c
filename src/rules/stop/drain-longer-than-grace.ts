import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atPodSpec } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const drainLongerThanGrace: Rule = {
  id: 'NS305',
  name: 'drain-longer-than-grace',
  severity: Severity.ERROR,
  title: 'The kubelet kills a proxy that drains longer than the grace period',
  why: 'When the grace period ends, the kubelet kills every container that still runs. A native sidecar gets only the time that the app leaves.',
  fix: 'Shorten the drain, or increase terminationGracePeriodSeconds.',
  example: {
    wrong: `terminationGracePeriodSeconds: 30
initContainers:
  - name: logs
    image: timberio/vector:0.57.0-alpine   # drains for up to 60 s
    restartPolicy: Always`,
    right: `terminationGracePeriodSeconds: 50
initContainers:
  - name: logs
    image: timberio/vector:0.57.0-alpine
    restartPolicy: Always
    args: [--graceful-shutdown-limit-secs=15]`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => context.pod.containers.filter(({ role }) => role !== ContainerRole.INIT)
    .flatMap(container => drainOfMesh(context, container) ?? drainOfProgram(context, container) ?? []),
};

/** A native proxy is part of the budget that NS301 checks. */
function drainOfMesh({ pod, stops, mesh }: RuleContext, { name, role }: PodContainer): RuleOffense | undefined {
  const drain = role === ContainerRole.MAIN && mesh?.injected.includes(name) ? stops[name]?.shutdown ?? 0 : 0;
  return drain > pod.gracePeriodSeconds ? {
    container: name,
    at: atPodSpec(pod, 'terminationGracePeriodSeconds'),
    message: message(name, drain, pod.gracePeriodSeconds),
    fix: "shorten 'drain' of the mesh, or increase terminationGracePeriodSeconds",
  } : undefined;
}

/** How long a program drains by its flags or by default, unless a shutdown time is declared. It is a maximum: a program without open work drains faster. */
function drainOfProgram({ pod, stops, mesh, recognition }: RuleContext, container: PodContainer): RuleOffense | undefined {
  const { name } = container;
  if (stops[name]?.shutdown !== undefined || mesh?.injected.includes(name)) {
    return undefined;
  }
  const program = recognition.program(container);
  const drain = program?.drain?.(recognition.run(container));
  return drain && drain.seconds > pod.gracePeriodSeconds ? {
    container: name,
    at: atPodSpec(pod, 'terminationGracePeriodSeconds'),
    message: message(name, drain.seconds, pod.gracePeriodSeconds),
    fix: `lower ${drain.flag}, or increase terminationGracePeriodSeconds`,
    severity: Severity.WARNING,
  } : undefined;
}

function message(name: string, drain: number, grace: number): string {
  return `'${name}' may drain for ${drain} s, but the grace period is ${grace} s, so the kubelet kills it before the drain ends`;
}
