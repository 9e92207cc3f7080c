import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { findTemplates } from '../lifecycle/manifest';

const KINDS_WITH_A_POD = new Set([
  'Pod', 'PodTemplate', 'Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet', 'ReplicationController', 'Job', 'CronJob',
]);

/** Finds the API objects that hold a pod, at a scope or below it. */
export function podObjects(scope: IConstruct): ApiObject[] {
  return scope.node.findAll().filter((construct): construct is ApiObject => ApiObject.isApiObject(construct) && holdsPod(construct));
}

/** Finds the one API object with a pod that a scope stands for; throws when there is none, or several. */
export function onlyPodObject(scope: IConstruct, purpose: string): ApiObject {
  const found = podObjects(scope);
  if (found.length === 1) {
    return found[0];
  }
  const where = scope.node.path || 'the app';
  throw new Error(found.length === 0
    ? `${purpose} needs a workload, and there is no pod at or below '${where}': give a Deployment, StatefulSet, DaemonSet, Job, CronJob, Pod, or what holds exactly one`
    : `${purpose} needs one workload, and below '${where}' there are ${found.length}, ${found.map(object => `'${object.node.path}'`).join(', ')}: give one of them`);
}

function holdsPod(object: ApiObject): boolean {
  if (KINDS_WITH_A_POD.has(object.kind)) {
    return true;
  }
  // A custom resource may hold a pod template too, and only its manifest tells. Kubernetes' own kinds are all known.
  return object.apiGroup.includes('.') && !object.apiGroup.endsWith('.k8s.io') && findTemplates(object.toJson()).templates.length > 0;
}

/** The construct that a person would call the workload: the one around a cdk8s-plus resource, else the object itself. */
export function workloadOf(object: ApiObject): IConstruct {
  const parent = object.node.scope;
  return parent && (object.node.id === 'Resource' || object.node.id === 'Default') ? parent : object;
}

/** cdk8s-plus adds its spread to the pod again with every rendering: only one for the output may do so. */
export function withoutSpread<T>(workload: any, work: () => T): T {
  if (workload.spread !== true) {
    return work();
  }
  workload.spread = false;
  try {
    return work();
  } finally {
    workload.spread = true;
  }
}
