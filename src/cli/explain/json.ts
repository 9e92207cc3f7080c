import { Explanation } from '../../core/explain/explanation';

/** Renders an explanation as JSON: the keys of the timeline first, then its context. */
export function explainJson({ pod, timeline, known, assumptions, resources, checks }: Explanation): string {
  const data = {
    ...timeline.toJson(),
    workload: {
      kind: pod.kind,
      name: pod.name ?? null,
      namespace: pod.namespace ?? null,
      ...(pod._template === undefined ? {} : { template: pod._template }),
    },
    known,
    assumptions,
    resources: { requests: resources.requests, limits: resources.limits, qosClass: resources.qosClass },
    verify: checks.map(check => check.command),
  };
  return `${JSON.stringify(data, null, 2)}\n`;
}
