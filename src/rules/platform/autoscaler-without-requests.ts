import { JsonObject, listOf } from '../../data/json';
import { ContainerRole, PodModel } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const autoscalerWithoutRequests: Rule = {
  id: 'NS609',
  name: 'autoscaler-without-requests',
  severity: Severity.WARNING,
  title: 'An autoscaler by utilization needs a request on every container',
  why: 'Utilization is usage divided by requests over all containers of the pod, including native sidecars. If one of them has no request, the autoscaler reports '
    + '“missing request for cpu” and ignores this metric.',
  fix: 'Set a request for that resource on every container, or use a ContainerResource metric for the app (Kubernetes 1.30 or newer).',
  example: {
    wrong: `kind: HorizontalPodAutoscaler
metadata: { name: web }
spec:
  scaleTargetRef: { kind: Deployment, name: web }
  metrics:
  - type: Resource
    resource: { name: cpu, target: { type: Utilization, averageUtilization: 80 } }
---
kind: Deployment
metadata: { name: web }
spec:
  template:
    spec:
      initContainers:
      - name: proxy
        restartPolicy: Always
      containers:
      - name: web
        resources: { requests: { cpu: 250m, memory: 256Mi } }`,
    right: `kind: HorizontalPodAutoscaler
metadata: { name: web }
spec:
  scaleTargetRef: { kind: Deployment, name: web }
  metrics:
  - type: ContainerResource
    containerResource: { container: web, name: cpu, target: { type: Utilization, averageUtilization: 80 } }
---
kind: Deployment
metadata: { name: web }
spec:
  template:
    spec:
      initContainers:
      - name: proxy
        restartPolicy: Always
      containers:
      - name: web
        resources: { requests: { cpu: 250m, memory: 256Mi } }`,
  },
  since: '0.1.0',
  check: ({ pod, recognition }: RuleContext): RuleOffense[] => recognition.surroundings.horizontalAutoscalers(pod).flatMap(autoscaler =>
    utilizationsOf(autoscaler).flatMap(resource => {
      const bare = withoutRequest(pod, resource);
      return bare.length > 0 ? [{
        container: bare[0],
        at: atContainer(pod, bare[0], 'resources'),
        message: `the HorizontalPodAutoscaler '${autoscaler.metadata?.name}' scales by ${resource} utilization, but ${quoted(bare)} ${bare.length > 1 ? 'request' : 'requests'} no ${resource}, so it cannot compute the utilization`,
        fix: `set a ${resource} request on ${bare.length > 1 ? 'them' : 'it'}, or use a ContainerResource metric for the app`,
      }] : [];
    })),
};

/** The resources by whose utilization an autoscaler scales, in every version of its API. */
function utilizationsOf({ spec }: JsonObject): string[] {
  const metrics = listOf(spec?.metrics);
  const isUtilization = (resource?: JsonObject) => resource?.target?.type === 'Utilization' || resource?.targetAverageUtilization !== undefined;
  const named = metrics.filter(({ type, resource }) => type === 'Resource' && isUtilization(resource));
  const isDefault = metrics.length === 0 || spec?.targetCPUUtilizationPercentage !== undefined;
  return [...new Set([...(isDefault ? ['cpu'] : []), ...named.map(({ resource }) => String(resource.name))])];
}

function withoutRequest(pod: PodModel, resource: string): string[] {
  const isBare = ({ resources }: JsonObject) => (resources?.requests?.[resource] ?? resources?.limits?.[resource]) === undefined;
  return !isBare(pod.spec) ? [] : pod.containers
    .filter(({ role, spec }) => role !== ContainerRole.INIT && isBare(spec))
    .map(({ name }) => name);
}
