import { Construct } from 'constructs';
import { podObjectsOf } from './pod-objects';
import { describeScope } from './workload-of';

/** Reports a scope that no longer has exactly one workload, as it did when the sidecar was created. */
export function scopeProblems(sidecar: string, scope: Construct): string[] {
  const found = podObjectsOf(scope);
  return found.length === 1 ? [] : [
    `sidecar '${sidecar}' belongs to ${describeScope(scope)}, which now contains ${found.length} workloads, ${found.map(object => `'${object.node.path}'`).join(', ')}: use one of these workloads as the scope of the sidecar`,
  ];
}

/** A scope beside the API object that is the parent of a sidecar, for the API objects that the sidecar creates. */
export function siblingScope({ node }: Construct): Construct {
  const parent = node.scope!.node.scope as Construct;
  const id = `${node.scope!.node.id}-${node.id}-objects`;
  return (parent.node.tryFindChild(id) as Construct | undefined) ?? new Construct(parent, id);
}
