import { requestsNothing } from './sidecar-without-requests';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffence } from '../engine/rule';

export const verticalAutoscaler: Rule = {
  id: 'NS610',
  name: 'vertical-autoscaler',
  severity: Severity.INFO,
  title: 'A vertical autoscaler does not see native sidecars',
  why: 'The VerticalPodAutoscaler looks at the main containers only: it recommends nothing for a native sidecar and does not change what it requests. '
    + 'A container that becomes a native sidecar keeps the requests of its manifest from then on.',
  fix: 'Give native sidecars requests and limits by hand, and take their names out of the autoscaler’s container policies.',
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
  check: ({ pod, recognition }: RuleContext): RuleOffence[] => {
    const sidecars = pod.sidecars.filter(requestsNothing).map(sidecar => sidecar.name);
    return sidecars.length === 0 ? [] : recognition.surroundings.verticalAutoscalers(pod).map(autoscaler => ({
      at: atContainer(pod, sidecars[0], 'resources'),
      message: `the VerticalPodAutoscaler '${autoscaler.metadata?.name}' gives ${quoted(sidecars)} no requests: it does not see native sidecars`,
      fix: `give ${sidecars.length > 1 ? 'them' : 'it'} requests by hand`,
    }));
  },
};
