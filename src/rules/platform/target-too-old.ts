import { KubernetesFeature } from '../../kubernetes/kubernetes-feature';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { quoted, Rule, RuleContext, RuleOffense } from '../engine/rule';

export const targetTooOld: Rule = {
  id: 'NS601',
  name: 'target-too-old',
  severity: Severity.ERROR,
  title: 'Native sidecars need Kubernetes 1.29',
  why: 'Before 1.29, the API server rejects restartPolicy on an init container or drops it. A dropped field leaves an init container that never exits, so the app never starts. '
    + '1.28 with the feature gate stops sidecars together with the app.',
  fix: 'Target 1.29 or newer. For production, target 1.33 or newer, where native sidecars are stable.',
  example: {
    wrong: `# for Kubernetes 1.28
initContainers:
- name: proxy
  restartPolicy: Always
containers:
- name: web
  image: ghcr.io/acme/web:1.4.2`,
    right: `# for Kubernetes 1.28: as an ordinary container, until the cluster is newer
containers:
- name: proxy
- name: web
  image: ghcr.io/acme/web:1.4.2`,
  },
  since: '0.1.0',
  needs: 'sidecar',
  check: ({ pod, kubernetes }: RuleContext): RuleOffense[] => (pod.sidecars.length > 0 && !kubernetes.supports(KubernetesFeature.ORDERED_STOP) ? [{
    at: atContainer(pod, pod.sidecars[0], 'restartPolicy'),
    message: `${quoted(pod.sidecars.map(sidecar => sidecar.name))} cannot be native on Kubernetes ${kubernetes}: it does not support native sidecars, or does not stop them in order`,
    fix: 'target 1.29 or newer; native sidecars are stable from 1.33',
  }] : []),
};
