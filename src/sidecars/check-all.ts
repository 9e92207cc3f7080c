import { IConstruct } from 'constructs';
import { attachmentsOf } from './attachments';
import { checkObject } from './check-pod';
import { podObjects, workloadOf } from './pod-objects';
import { rememberWhileSynthesizing, synthMemory } from './synth-memory';

/** Checks every workload below a scope at synth that is not checked anyway because something is attached to it. */
export function checkAllBelow(scope: IConstruct): void {
  const check = () => podObjects(scope)
    .filter(object => attachmentsOf(object) === undefined)
    .flatMap(object => checkObject(object).map(problem => `${workloadOf(object).node.path}: ${problem}`));
  rememberWhileSynthesizing(scope);
  scope.node.addValidation({ validate: () => synthMemory(scope).remember(check, check) });
}
