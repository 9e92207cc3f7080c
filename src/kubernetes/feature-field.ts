import type { KubernetesFeature } from './kubernetes-feature';
import { Pod } from './pod';
import { parseTemplatePath, placesAt, TemplatePath } from './template-path';
import { follow, isObject } from '../data/json';
import { DataPath } from '../data/path';

/** A field that belongs to a feature: where it stands, and what an API server without the feature does with it. */
export interface FeatureField {
  /** What the paths begin at: the spec of the pod, each of its containers, or the spec of the Job around it. */
  readonly in: 'pod' | 'container' | 'job';
  /** Which containers; all of them when absent. */
  readonly roles?: readonly ('main' | 'init' | 'sidecar')[];
  /** Any of these: `lifecycle.preStop.sleep`; `[*]` stands for every item. */
  readonly paths: readonly string[];
  /** The only value that needs the feature; any when absent. */
  readonly value?: string | number;
  /** The field is only judged where this feature is on; without it, another field is the problem. */
  readonly needs?: KubernetesFeature;
  /** What the pod then has, in a sentence: `a sleep hook`. */
  readonly what: string;
  /** `value-refused` where the field is known, but not with this value or on this container. */
  readonly without: 'refused' | 'value-refused' | 'dropped';
  /** What follows when the field is dropped. */
  readonly then?: string;
  /** Without the field the workload does something wrong, and not only something less. */
  readonly breaks?: boolean;
  /** What to do instead of removing the field. */
  readonly instead?: string;
}

/** A use of a field: in a container, in the pod, or in its Job. */
export interface FieldUse {
  readonly field: FeatureField;
  /** The container; undefined for a field of the pod or the Job. */
  readonly container?: string;
  /** From the container, the pod's spec or the Job's spec to the field. */
  readonly path: DataPath;
}

const parsed = new WeakMap<FeatureField, readonly TemplatePath[]>();

/** Finds where a pod uses a field: once for each container, however often the field stands there. */
export function usesOf(field: FeatureField, pod: Pod): FieldUse[] {
  switch (field.in) {
    case 'pod':
      return usesIn(pod.spec, field);
    case 'job':
      // Kinds that count retries as a Job does have the fields of a Job beside the template.
      return pod._found.place.limits?.retries === undefined ? [] : usesIn(follow(pod.manifest, pod._found.path.slice(0, -1)), field);
    case 'container':
      return pod.containers.flatMap(({ name, role, spec }) => (field.roles && !field.roles.includes(role) ? [] : usesIn(spec, field, name)));
  }
}

function usesIn(object: unknown, field: FeatureField, container?: string): FieldUse[] {
  const paths = parsed.get(field) ?? field.paths.map(parseTemplatePath);
  parsed.set(field, paths);
  for (const path of paths) {
    // Every pod is asked at synth, and most lack even the first key.
    const mayHave = isObject(object) && object[String(path[0])] !== undefined;
    const found = mayHave ? placesAt(object, path, false).find(place => isMeant(follow(object, place), field)) : undefined;
    if (found) {
      return [{ field, path: found, ...(container === undefined ? {} : { container }) }];
    }
  }
  return [];
}

function isMeant(value: unknown, field: FeatureField): boolean {
  return value !== undefined && value !== null && (field.value === undefined || field.value === value);
}
