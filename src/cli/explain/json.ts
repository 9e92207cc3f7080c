import { Explanation } from '../../core/explain/explanation';
import { safeJson } from '../../data/safe-text';

/**
 * Renders an explanation as JSON: the keys of the timeline first, then its context.
 *
 * @param notes what the user should know about the options and the input
 */
export function explainJson(explanation: Explanation, notes: readonly string[]): string {
  return `${safeJson(explanationData(explanation, notes))}\n`;
}

/** The data of an explanation. */
export function explanationData({ pod, timeline, known, assumptions, closeCalls, resources, checks }: Explanation, notes: readonly string[]): object {
  return {
    ...timeline.toJson(),
    workload: {
      kind: pod.kind,
      name: pod.name ?? null,
      namespace: pod.namespace ?? null,
      ...(pod._template === undefined ? {} : { template: pod._template }),
    },
    notes,
    known,
    assumptions,
    closeCalls,
    resources: { requests: resources.requests, limits: resources.limits, qosClass: resources.qosClass },
    verify: checks.map(check => check.command),
  };
}
