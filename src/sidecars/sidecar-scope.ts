import { Construct } from 'constructs';
import { placeOf, podObjectsOf } from './pod-objects';

/** What is wrong with the scope of a sidecar at synth: it had one pod when the sidecar was made, and must still have just that one. */
export function scopeProblems(sidecar: string, scope: Construct): string[] {
  const found = podObjectsOf(scope);
  return found.length === 1 ? [] : [
    `sidecar '${sidecar}' was added to ${placeOf(scope)}, which now holds ${found.length} pods, ${found.map(object => `'${object.node.path}'`).join(', ')}: make it a child of the workload that it belongs to`,
  ];
}

/** The scope, beside the API object that holds a sidecar, for objects that the sidecar brings. */
export function siblingScope({ node }: Construct): Construct {
  const parent = node.scope!.node.scope as Construct;
  const id = `${node.scope!.node.id}-${node.id}-objects`;
  return (parent.node.tryFindChild(id) as Construct | undefined) ?? new Construct(parent, id);
}
