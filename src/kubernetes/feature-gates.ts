import { FEATURES } from './features';
import { KubernetesFeature } from './kubernetes-feature';
import { reaches, Release } from './release';

/** The feature gates of the features that this library knows, by name. */
const GATES: ReadonlyMap<string, KubernetesFeature> = new Map((Object.keys(FEATURES) as KubernetesFeature[]).flatMap(feature => {
  const { gate } = FEATURES[feature];
  return gate === undefined ? [] : [[gate, feature] as const];
}));

/** The feature of a feature gate that a release has; throws if no such gate is known, or if the release does not have it yet. */
export function featureOfGate(release: Release, name: string): KubernetesFeature {
  const feature = GATES.get(name);
  if (feature === undefined) {
    throw new Error(`feature gate '${name}' is unknown: the known ones are ${[...GATES.keys()].sort().join(', ')}`);
  }
  const { alpha, onByDefault } = FEATURES[feature];
  const since = alpha ?? onByDefault;
  if (since !== undefined && !reaches(release, since)) {
    throw new Error(`Kubernetes ${release.major}.${release.minor} has no feature gate '${name}': it came with ${since}`);
  }
  return feature;
}

/** The feature gate that turns a feature on in a release where it is off by default; undefined where the release does not have it, or has it on. */
export function gateOffIn(release: Release, feature: KubernetesFeature): string | undefined {
  const { alpha, onByDefault } = FEATURES[feature];
  const isOff = alpha !== undefined && reaches(release, alpha) && !(onByDefault !== undefined && reaches(release, onByDefault));
  return isOff ? gateOf(feature) : undefined;
}

/** The name of the feature gate of a feature; undefined for a change that has none. */
export function gateOf(feature: KubernetesFeature): string | undefined {
  return FEATURES[feature].gate;
}
