import { hookOf } from '../../kubernetes/hooks';
import { PodModel } from '../../kubernetes/pod';
import { Budget } from '../../simulator/budget';
import { Severity } from '../engine/finding';
import { atPodSpec, atTemplateOwner } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';
import { certainStops } from '../known-shutdowns';

export const tightDeadline: Rule = {
  id: 'NS406',
  name: 'tight-deadline',
  severity: Severity.WARNING,
  title: 'The shutdown of sidecars counts against the deadline of a Job',
  why: 'A Job completes only when its sidecars have stopped. If activeDeadlineSeconds passes while they stop, the Job fails although the work succeeded.',
  fix: 'Set a deadline that covers the work, the startup and shutdown of the sidecars, and a few seconds of margin. A shutdown takes at most the grace period.',
  example: {
    wrong: `spec:
  activeDeadlineSeconds: 20
  template:
    spec:
      restartPolicy: Never
      initContainers:
      - name: proxy
        restartPolicy: Always
        lifecycle: { preStop: { sleep: { seconds: 20 } } }`,
    right: `spec:
  activeDeadlineSeconds: 600
  template:
    spec:
      restartPolicy: Never
      initContainers:
      - name: proxy
        restartPolicy: Always`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => {
    const { pod } = context;
    const deadline = deadlineOf(pod);
    if (deadline === undefined || pod.sidecars.length === 0 || deadline > Math.max(pod.gracePeriodSeconds, stopSeconds(context))) {
      return [];
    }
    const stop = stopSeconds(context);
    const names = quoted(pod.sidecars.map(sidecar => sidecar.name));
    const at = pod.job?.activeDeadlineSeconds === deadline ? atTemplateOwner(pod, 'activeDeadlineSeconds') : atPodSpec(pod, 'activeDeadlineSeconds');
    return [stop >= deadline ? {
      at,
      message: `activeDeadlineSeconds is ${deadline} and stopping ${names} takes ${stop} s of it: the Job fails although its work is done`,
      fix: `set activeDeadlineSeconds to ${stop} plus the time for the work, or make the sidecars stop faster`,
    } : {
      at,
      message: `activeDeadlineSeconds is ${deadline} and stopping ${names} may take the whole grace period of ${pod.gracePeriodSeconds} s: the Job can fail although its work is done`,
      fix: `set activeDeadlineSeconds to more than ${pod.gracePeriodSeconds} plus the time for the work, or shorten terminationGracePeriodSeconds`,
      severity: Severity.INFO,
    }];
  },
};

/** The earlier one of the Job's deadline and the pod's own; undefined when there is none, or when this is no Job. */
function deadlineOf(pod: PodModel): number | undefined {
  if (!pod.job) {
    return undefined;
  }
  const own: unknown = pod.spec.activeDeadlineSeconds;
  const deadlines = [pod.job.activeDeadlineSeconds, typeof own === 'number' ? own : undefined].filter(deadline => deadline !== undefined);
  return deadlines.length > 0 ? Math.min(...deadlines) : undefined;
}

/** How long the sidecars take to stop once the work is done, as far as it is known. */
function stopSeconds({ pod, stops: declared, recognition }: RuleContext): number {
  const stops = certainStops(declared, recognition);
  const needs = Object.fromEntries(pod.sidecars.map(sidecar => [sidecar.name, {
    preStop: stops[sidecar.name]?.preStop ?? hookOf(sidecar, 'preStop')?.seconds,
    shutdown: recognition.reasonToIgnoreSigterm(sidecar) === undefined ? stops[sidecar.name]?.shutdown : pod.gracePeriodSeconds,
  }]));
  return Math.min(Budget.of(pod, needs).requiredSeconds, Math.max(pod.gracePeriodSeconds, 0));
}
