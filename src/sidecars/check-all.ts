import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { attachmentsOf } from './attachments';
import { checkPod, isBlocking } from './check-pod';
import { podObjects, renderSteadily, workloadOf } from './pod-objects';
import { rememberWhileSynthesizing, synthMemory } from './synth-memory';
import { findTemplates } from '../kubernetes/manifest';
import { Pod } from '../kubernetes/pod';
import { findingText } from '../rules/engine/finding';
import { stopTimesOf } from '../rules/engine/stop-times';
import { checkForErrors } from '../rules/stopping-rules';

/** Checks every workload below a scope at synth, except those that are checked anyway because something is attached to them. */
export function checkAllBelow(scope: IConstruct): void {
  const check = () => podObjects(scope)
    .filter(object => attachmentsOf(object) === undefined)
    .flatMap(object => checkObject(object).map(problem => `${workloadOf(object).node.path}: ${problem}`));
  rememberWhileSynthesizing(scope);
  scope.node.addValidation({ validate: () => synthMemory(scope).remember(check, check) });
}

function checkObject(object: ApiObject): string[] {
  const { templates, problems } = findTemplates(renderSteadily(workloadOf(object), () => object.toJson()));
  const errors = templates.map(found => Pod._of(found)).flatMap(pod => checkPod({ object, pod, stops: stopTimesOf(pod) }, checkForErrors)
    .filter(isBlocking)
    .map(finding => `${pod._template === undefined ? '' : `${pod._template}: `}${findingText(finding)}`));
  return [...problems.map(problem => problem.message), ...errors];
}
