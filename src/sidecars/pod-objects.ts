import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { plainManifest } from './plain-manifest';
import { synthMemory } from './watch-synth';
import { describeScope } from './workload-of';
import { findTemplates } from '../kubernetes/manifest';
import { WorkloadKinds } from '../kubernetes/workload-kinds';

/** The kinds that an error message lists. */
const USUAL_KINDS = WorkloadKinds.KNOWN.rows.flatMap(row => row.plus ?? []);

/** Finds the API objects that hold a pod, at a scope or below it. */
export function podObjects(scope: IConstruct): ApiObject[] {
  return scope.node.findAll().filter((construct): construct is ApiObject => ApiObject.isApiObject(construct) && holdsPod(construct));
}

/** Finds the API objects with a pod that a scope represents: its own object if it is a workload, otherwise all below it. */
export function podObjectsOf(scope: IConstruct): ApiObject[] {
  const own = ApiObject.isApiObject(scope) ? scope : scope.node.tryFindChild('Resource') ?? scope.node.tryFindChild('Default');
  return own && ApiObject.isApiObject(own) && holdsPod(own) ? [own] : podObjects(scope);
}

/** Finds the only API object with a pod that a scope represents. Throws when there is none, or more than one. */
export function onlyPodObject(scope: IConstruct, purpose: string): ApiObject {
  const found = podObjectsOf(scope);
  if (found.length === 1) {
    return found[0];
  }
  const where = describeScope(scope);
  throw new Error(found.length === 0
    ? `${purpose} requires a workload, but ${where} contains none: use a ${USUAL_KINDS.join(', ')}, or a construct that contains exactly one`
    : `${purpose} requires exactly one workload, but ${where} contains ${found.length}, ${found.map(object => `'${object.node.path}'`).join(', ')}: use one of them`);
}

function holdsPod(object: ApiObject): boolean {
  const known = WorkloadKinds.KNOWN.find(object.kind, object.apiGroup);
  if (known?.alwaysHasPod) {
    return true;
  }
  // A custom resource may hold a pod template too, and only its manifest tells. Kubernetes' own kinds are all known.
  return (known !== undefined || (object.apiGroup.includes('.') && !object.apiGroup.endsWith('.k8s.io')))
    && synthMemory(object).remember(object, () => findTemplates(plainManifest(object)).templates.length > 0);
}
