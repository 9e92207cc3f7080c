import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atPodSpec } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

export const drainLongerThanGrace: Rule = {
  id: 'NS305',
  name: 'drain-longer-than-grace',
  severity: Severity.ERROR,
  title: 'A proxy that drains longer than the grace period is killed',
  why: 'When the grace period is over, everything that still runs is killed. A native sidecar only gets what the app has left of it.',
  fix: 'Make the drain shorter, or terminationGracePeriodSeconds longer.',
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
  check: (context: RuleContext): RuleOffence[] => context.pod.containers.filter(({ role }) => role !== ContainerRole.INIT)
    .flatMap(container => drainOfMesh(context, container) ?? drainOfProgram(context, container) ?? []),
};

/** A native proxy is part of the budget, which NS301 judges. */
function drainOfMesh({ pod, stops, mesh }: RuleContext, { name, role }: PodContainer): RuleOffence | undefined {
  const drain = role === ContainerRole.MAIN && mesh?.injected.includes(name) ? stops[name]?.shutdown ?? 0 : 0;
  return drain > pod.gracePeriodSeconds ? {
    container: name,
    at: atPodSpec(pod, 'terminationGracePeriodSeconds'),
    message: message(name, drain, pod.gracePeriodSeconds),
    fix: "set 'drain' of the mesh to less, or lengthen terminationGracePeriodSeconds",
  } : undefined;
}

/** How long a program drains by its flags or by itself, unless somebody says how long it takes. Only what hangs on to something takes that long. */
function drainOfProgram({ pod, stops, mesh, recognition }: RuleContext, container: PodContainer): RuleOffence | undefined {
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
    fix: `set ${drain.flag} to less, or lengthen terminationGracePeriodSeconds`,
    severity: Severity.WARNING,
  } : undefined;
}

function message(name: string, drain: number, grace: number): string {
  return `'${name}' may drain for ${drain} s, and the grace period is ${grace} s: it is killed with what is still open`;
}
