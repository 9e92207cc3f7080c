import type { KubernetesFeature } from './kubernetes-feature';
import { PodModel } from './pod';
import { firstPlaceAt, parseTemplatePath, TemplatePath } from './template-path';
import { follow, isObject } from '../data/json';
import { DataPath } from '../data/path';

/**
 * What an API server without a feature does with a field: it refuses the object, refuses it because of a value or a container that the known field may not have, or drops the
 * field.
 */
export type WithoutFeature = 'refused' | 'value-refused' | 'dropped';

/** A field that belongs to a feature: where it stands, and what an API server without the feature does with it. */
export interface FeatureField {
  /** What the paths begin at: the spec of the pod, each of its containers, or the spec of the Job around it. */
  readonly in: 'pod' | 'container' | 'job';
  /** Which containers; all of them when absent. */
  readonly roles?: readonly ('main' | 'init' | 'sidecar')[];
  /** Any of these: `lifecycle.preStop.sleep`; `[*]` stands for every item. */
  readonly paths: readonly string[];
  /** The only value that needs the feature; any when absent. */
  readonly value?: string | number | boolean;
  /** The field is only judged where this feature is on; without it, another field is the problem. */
  readonly needs?: KubernetesFeature;
  /** A field of the same container that is the problem where it stands, so that this one is not judged. */
  readonly unless?: string;
  /** What the pod then has, in a sentence: `a sleep hook`. */
  readonly what: string;
  /** What an API server does that knows the field and has the feature off. */
  readonly without: WithoutFeature;
  /** What a release before the alpha one does, where that is something else. */
  readonly beforeAlpha?: WithoutFeature;
  /** The rule that reports the field, if it is not NS602. */
  readonly reportedBy?: string;
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
export function usesOf(field: FeatureField, pod: PodModel): FieldUse[] {
  const paths = parsed.get(field) ?? field.paths.map(parseTemplatePath);
  parsed.set(field, paths);
  const uses: FieldUse[] = [];
  if (field.in === 'container') {
    for (const { name, role, spec } of pod.containers) {
      const isOther = (field.roles && !field.roles.includes(role)) || (field.unless !== undefined && spec[field.unless] !== undefined);
      const path = isOther ? undefined : placeIn(spec, paths, field);
      if (path) {
        uses.push({ field, path, container: name });
      }
    }
    return uses;
  }
  // Kinds that count retries as a Job does have the fields of a Job beside the template.
  const isJob = pod._found.place.limits?.retries !== undefined;
  const owner = field.in === 'pod' ? pod.spec : isJob ? follow(pod.manifest, pod._found.path.slice(0, -1)) : undefined;
  const path = placeIn(owner, paths, field);
  return path ? [{ field, path }] : uses;
}

function placeIn(object: unknown, paths: readonly TemplatePath[], { value }: FeatureField): DataPath | undefined {
  for (const path of paths) {
    const found = firstPlaceAt(object, path, value);
    if (found && !isEmpty(follow(object, found))) {
      return found;
    }
  }
  return undefined;
}

/** An API server reads an empty list or object as if the field were absent. */
function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}
