import { FEATURES } from '../kubernetes/features';
import { KubernetesFeature } from '../kubernetes/kubernetes-feature';

/** The first Kubernetes version in which native sidecars are on by default and stop in order. */
export const FIRST_KUBERNETES = FEATURES[KubernetesFeature.ORDERED_STOP].onByDefault!;
