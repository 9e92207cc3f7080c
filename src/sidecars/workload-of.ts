import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';

/** The construct that users know as the workload: the one around a cdk8s-plus resource, otherwise the API object itself. */
export function workloadOf(object: ApiObject): IConstruct {
  const parent = object.node.scope;
  return parent && (object.node.id === 'Resource' || object.node.id === 'Default') ? parent : object;
}

/** The name of a scope in an error message. */
export function describeScope(scope: IConstruct): string {
  return scope.node.path === '' ? 'the app' : `'${scope.node.path}'`;
}

/** Renders a workload without side effects: cdk8s-plus appends the terms of `spread` to the workload's own lists each time. */
export function renderWithoutSideEffects<T>(workload: any, render: () => T): T {
  const lists = workload.spread === true ? Object.values(workload.scheduling ?? {}).filter(Array.isArray) : [];
  const lengths = lists.map(list => list.length);
  try {
    return render();
  } finally {
    lists.forEach((list, index) => list.splice(lengths[index]));
  }
}
