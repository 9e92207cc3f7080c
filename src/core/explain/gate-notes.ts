import { gateOf, gateOffIn } from '../../kubernetes/feature-gates';
import { FEATURES } from '../../kubernetes/features';
import { KubernetesFeature } from '../../kubernetes/kubernetes-feature';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { lackingUses } from '../../kubernetes/lacking-fields';
import { PodModel } from '../../kubernetes/pod';

/** What is assumed about feature gates that are off by default: those that the user turns on, and those that fields of the pod need. */
export function notesOnGates(pod: PodModel, kubernetes: KubernetesVersion): string[] {
  const lacking = new Set(lackingUses(pod, kubernetes).map(({ feature }) => feature));
  const off = (Object.keys(FEATURES) as KubernetesFeature[]).filter(id => lacking.has(FEATURES[id])).flatMap(id => gateOffIn(kubernetes, id) ?? []);
  return [
    ...kubernetes.assumedFeatures.map(feature => `the feature gate ${gateOf(feature)} is on; by default it is off in Kubernetes ${kubernetes}`),
    ...off.map(gate => `the feature gate ${gate} is off, which is the default in Kubernetes ${kubernetes}: if your cluster turns it on, pass --feature-gate ${gate}`),
  ];
}
