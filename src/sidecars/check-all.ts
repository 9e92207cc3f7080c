import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { attachmentsOf } from './attachments';
import { checkPod, errorText, isBlocking } from './check-pod';
import { podObjects, renderWithoutSideEffects, workloadOf } from './pod-objects';
import { writtenManifest } from './synth-hook';
import { rememberWhileSynthesizing, synthMemory } from './synth-memory';
import { findTemplates, FoundTemplate } from '../kubernetes/manifest';
import { Pod } from '../kubernetes/pod';
import { Recognition } from '../recognition/recognition';
import { stopTimesOf } from '../rules/engine/stop-times';
import { checkForErrors } from '../rules/stopping-rules';

/** Checks every pod below a scope at synth, except those that are checked anyway because something is attached to them. */
export function checkAllBelow(scope: IConstruct): void {
  const check = () => podObjects(scope).flatMap(object => checkObject(object).map(problem => `${workloadOf(object).node.path}: ${problem}`));
  rememberWhileSynthesizing(scope);
  scope.node.addValidation({ validate: () => synthMemory(scope).remember(check, check) });
}

function checkObject(object: ApiObject): string[] {
  const attachments = attachmentsOf(object);
  if (attachments) {
    return errorsIn(object, writtenManifest(attachments).others);
  }
  const { templates, problems } = findTemplates(renderWithoutSideEffects(workloadOf(object), () => object.toJson()));
  return [...problems.map(problem => problem.message), ...errorsIn(object, templates)];
}

function errorsIn(object: ApiObject, templates: readonly FoundTemplate[]): string[] {
  return templates.flatMap(found => {
    const pod = Pod._of(found);
    const findings = checkPod({ object, recognition: new Recognition(pod), stops: stopTimesOf(pod) }, checkForErrors);
    return findings.filter(isBlocking).map(finding => errorText(pod, finding));
  });
}
