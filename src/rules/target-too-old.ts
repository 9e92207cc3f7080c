import { Severity } from './finding';
import { Offence, quoted, Rule, RuleContext } from './rule';
import { KubernetesFeature } from '../lifecycle/kubernetes-features';

export const targetTooOld: Rule = {
  id: 'NS601',
  name: 'target-too-old',
  severity: Severity.ERROR,
  title: 'Native sidecars need Kubernetes 1.29',
  check: ({ pod, kubernetes }: RuleContext): Offence[] => (pod.sidecars.length > 0 && !kubernetes.supports(KubernetesFeature.ORDERED_STOP) ? [{
    message: `${quoted(pod.sidecars.map(sidecar => sidecar.name))} cannot be native on Kubernetes ${kubernetes}: sidecars are not known there, or do not stop in order`,
    fix: 'target 1.29 or newer; 1.33 is the first in which they are stable',
  }] : []),
};
