import type { Feature } from './feature';
import { FeatureField, FieldUse, usesOf, WithoutFeature } from './feature-field';
import { FEATURES, isOnByDefault } from './features';
import { KubernetesFeature } from './kubernetes-feature';
import { PodModel } from './pod';
import { compareReleases, parseRelease, reaches, Release } from './release';
import { follow, isObject } from '../data/json';
import { pushAll } from '../data/push-all';

/** A field, with the feature that it belongs to. */
export interface LackingField {
  readonly feature: Feature;
  readonly field: FeatureField;
  /** What the API server does with it. */
  readonly without: WithoutFeature;
  /** The keys that its paths begin with: only where one of them stands, the field can. */
  readonly begins: readonly string[];
}

const lacking = new WeakMap<Release, readonly LackingField[]>();

/** The fields that a release lacks. All pods of a run are meant for one release, so this is found out once. */
export function fieldsLackingIn(release: Release): readonly LackingField[] {
  const known = lacking.get(release) ?? (Object.keys(FEATURES) as KubernetesFeature[])
    .filter(id => !isOnByDefault(release, id))
    .map(id => FEATURES[id])
    .flatMap(feature => (feature.fields ?? []).map(field => lackingField(release, feature, field)))
    .filter(({ field: { needs } }) => needs === undefined || isOnByDefault(release, needs));
  lacking.set(release, known);
  return known;
}

function outcomeIn(release: Release, { alpha }: Feature, { without, beforeAlpha = without }: FeatureField): WithoutFeature {
  return alpha !== undefined && reaches(release, alpha) ? without : beforeAlpha;
}

function lackingField(release: Release, feature: Feature, field: FeatureField): LackingField {
  return { feature, field, without: outcomeIn(release, feature, field), begins: field.paths.map(firstKey) };
}

function firstKey(path: string): string {
  return /^[^.[]*/.exec(path)![0];
}

/** A use of a field that a release lacks. */
export interface LackingUse {
  readonly feature: Feature;
  readonly use: FieldUse;
  /** What the API server does with it. */
  readonly without: WithoutFeature;
}

/** The uses of fields that a release lacks. */
export function lackingUses(pod: PodModel, release: Release): LackingUse[] {
  const lackingFields = fieldsLackingIn(release);
  const keys = keysAmong(beginningsOf(lackingFields), pod);
  const found: LackingUse[] = [];
  for (const { feature, field, without, begins } of keys.length === 0 ? [] : lackingFields) {
    if (begins.some(key => keys.includes(key))) {
      pushAll(found, usesOf(field, pod).map(use => ({ feature, use, without })));
    }
  }
  return found;
}

const beginnings = new WeakMap<readonly LackingField[], ReadonlySet<string>>();

/** The keys that the paths of fields begin with. */
function beginningsOf(fields: readonly LackingField[]): ReadonlySet<string> {
  const known = beginnings.get(fields) ?? new Set(fields.flatMap(({ begins }) => begins));
  beginnings.set(fields, known);
  return known;
}

/** Those of some keys that a pod, one of its containers, or what is around its template has. */
function keysAmong(wanted: ReadonlySet<string>, pod: PodModel): readonly string[] {
  const keys: string[] = [];
  for (const object of [pod.spec, follow(pod.manifest, pod._found.path.slice(0, -1)), ...pod.containers.map(({ spec }) => spec)]) {
    for (const key in isObject(object) ? object : {}) {
      if (wanted.has(key) && !keys.includes(key)) {
        keys.push(key);
      }
    }
  }
  return keys;
}

/** The first release that takes a field as it is used: one that knows it may still refuse its value. Undefined when none has it on by default. */
export function releaseThatTakes(pod: PodModel, use: FieldUse): string | undefined {
  const isThere = (other: FieldUse) => other.container === use.container && use.path.every((step, index) => other.path[index] === step);
  const needed = Object.values(FEATURES).filter(({ fields = [] }) => fields.some(field => field === use.field || usesOf(field, pod).some(isThere)));
  const releases = needed.map(({ onByDefault }) => onByDefault);
  return releases.includes(undefined) ? undefined : newest(releases as string[]);
}

/** The newest of some releases. */
export function newest(releases: readonly string[]): string {
  return [...releases].sort((a, b) => compareReleases(parseRelease(a), parseRelease(b))).pop()!;
}

/** The first releases that take the fields that a pod uses; a field that older ones only drop does not count. */
export function releasesNeededBy(pod: PodModel): string[] {
  return Object.values(FEATURES).flatMap(({ onByDefault, fields = [] }) => {
    const isUsed = fields.some(field => (field.without !== 'dropped' || field.beforeAlpha === 'refused') && usesOf(field, pod).length > 0);
    return isUsed && onByDefault !== undefined ? [onByDefault] : [];
  });
}
