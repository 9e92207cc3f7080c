import { requestsNothing } from './sidecar-without-requests';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const verticalAutoscaler: Rule = {
  id: 'NS610',
  name: 'vertical-autoscaler',
  severity: Severity.INFO,
  title: 'The VPA ignores native sidecars',
  why: 'The VerticalPodAutoscaler considers only the main containers. It recommends nothing for a native sidecar and does not change its requests, '
    + 'so a container that becomes a native sidecar keeps the requests of its manifest.',
  fix: 'Set requests and limits on native sidecars by hand, and remove them from the container policies of the autoscaler.',
  example: {
    wrong: `kind: VerticalPodAutoscaler
metadata: { name: web }
spec:
  targetRef: { kind: Deployment, name: web }
---
kind: Deployment
metadata: { name: web }
spec:
  template:
    spec:
      initContainers:
      - name: proxy
        restartPolicy: Always`,
    right: `kind: VerticalPodAutoscaler
metadata: { name: web }
spec:
  targetRef: { kind: Deployment, name: web }
---
kind: Deployment
metadata: { name: web }
spec:
  template:
    spec:
      initContainers:
      - name: proxy
        restartPolicy: Always
        resources: { requests: { cpu: 50m, memory: 64Mi } }`,
  },
  since: '0.1.0',
  check: ({ pod, recognition }: RuleContext): RuleOffense[] => {
    const sidecars = pod.sidecars.filter(requestsNothing).map(sidecar => sidecar.name);
    return sidecars.length === 0 ? [] : recognition.surroundings.verticalAutoscalers(pod).map(autoscaler => ({
      at: atContainer(pod, sidecars[0], 'resources'),
      message: `the VerticalPodAutoscaler '${autoscaler.metadata?.name}' ignores native sidecars, so it sets no requests on ${quoted(sidecars)}`,
      fix: `set requests on ${quoted(sidecars)} by hand`,
    }));
  },
};
