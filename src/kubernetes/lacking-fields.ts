import { FeatureField, usesOf } from './feature-field';
import { Feature, FEATURES, isOnByDefault } from './features';
import { KubernetesFeature } from './kubernetes-feature';
import { Pod } from './pod';
import { Release } from './release';

/** A field, with the feature that it belongs to. */
export interface LackingField {
  readonly feature: Feature;
  readonly field: FeatureField;
}

const lacking = new WeakMap<Release, readonly LackingField[]>();

/** The fields that a release lacks. All pods of a run are meant for one release, so this is found out once. */
export function fieldsLackingIn(release: Release): readonly LackingField[] {
  const known = lacking.get(release) ?? (Object.keys(FEATURES) as KubernetesFeature[])
    .filter(id => !isOnByDefault(release, id))
    .flatMap(id => (FEATURES[id].fields ?? []).map(field => ({ feature: FEATURES[id], field })))
    .filter(({ field: { needs } }) => needs === undefined || isOnByDefault(release, needs));
  lacking.set(release, known);
  return known;
}

/** The first releases that take the fields that a pod uses; a field that older ones only drop does not count. */
export function releasesNeededBy(pod: Pod): string[] {
  return Object.values(FEATURES).flatMap(({ onByDefault, fields = [] }) => {
    const isUsed = fields.some(field => field.without !== 'dropped' && usesOf(field, pod).length > 0);
    return isUsed && onByDefault !== undefined ? [onByDefault] : [];
  });
}
