import { Explanation } from '../../core/explain/explanation';
import { safeJson } from '../../data/safe-text';

/**
 * Renders an explanation as JSON: the keys of the timeline first, then its context.
 *
 * @param notes what the user should know about the options and the input
 */
export function explainJson({ pod, timeline, known, assumptions, resources, checks }: Explanation, notes: readonly string[]): string {
  const data = {
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
    resources: { requests: resources.requests, limits: resources.limits, qosClass: resources.qosClass },
    verify: checks.map(check => check.command),
  };
  return `${safeJson(data)}\n`;
}
