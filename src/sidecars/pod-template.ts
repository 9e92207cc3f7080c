import { ApiObject } from 'cdk8s';
import { plainManifest } from './plain-manifest';
import { workloadOf } from './workload-of';
import { memberName, refusal } from '../caller/refusal';
import { formatPath } from '../data/path';
import { FoundTemplate, templatePlaces } from '../kubernetes/manifest';
import { PodPlace, WorkloadKind, WorkloadKinds } from '../kubernetes/workload-kinds';

/** One of the pod templates of an API object. */
export interface PodTemplate {
  /** Its path in the manifest, for example `spec.template`. Empty for a Pod. */
  readonly path: string;
  readonly place: PodPlace;
}

/** The path of a template that was found in a manifest, as `PodTemplate` has it. */
export function templatePathOf({ path, place, workload }: FoundTemplate): string {
  return workload.alwaysHasPod ? place.at : formatPath(path);
}

/**
 * Finds the pod template that a user means. Throws when the object has no template at the given path, or several and no path is given.
 *
 * @param purpose the subject of the error message, for example `sidecar 'proxy'`
 * @param wanted the path that the user gives
 */
export function choosePodTemplate(object: ApiObject, purpose: string, wanted: string | undefined): PodTemplate {
  const templates = podTemplatesOf(object);
  const chosen = wanted === undefined ? templates : templates.filter(({ path }) => path === wanted);
  if (chosen.length === 1) {
    return chosen[0];
  }
  const paths = templates.map(({ path }) => `'${path}'`).join(', ');
  const where = `'${workloadOf(object).node.path}'`;
  throw wanted === undefined
    ? refusal`${purpose} requires one pod template, but ${where} has ${templates.length}, ${paths}: set 'podTemplate' to one of them`
    : refusal`${purpose} has ${memberName('podTemplate')} '${wanted}', but ${where} has no pod template there: set 'podTemplate' to one of ${paths}`;
}

/** Shared by all objects of a kind. */
const templatesOfKinds = new WeakMap<WorkloadKind, PodTemplate[]>();

/** The pod templates of an API object. Only the kinds of Kubernetes itself have a fixed place for their only one; for others the manifest must be rendered. */
export function podTemplatesOf(object: ApiObject): readonly PodTemplate[] {
  const known = WorkloadKinds.KNOWN.find(object.kind, object.apiGroup);
  if (known?.alwaysHasPod) {
    const templates = templatesOfKinds.get(known) ?? known.pods.map(place => ({ path: place.at, place }));
    templatesOfKinds.set(known, templates);
    return templates;
  }
  return templatePlaces(plainManifest(object)).map(({ path, place }) => ({ path: formatPath(path), place }));
}
