import { PodModel } from '../../kubernetes/pod';
import { ManualStep } from '../../migration/plan';
import { Severity } from '../../rules/engine/finding';
import { findingsOf, RuleContext } from '../../rules/engine/rule';
import { RULES_WITH_ERRORS } from '../../rules/rules-with-errors';
import { World } from '../world';

/** The errors that `check` reports about a migrated pod only because of the mesh that it joins, such as a startup probe that the injector redirects. */
export function errorsInMesh(pod: PodModel, file: string, world: World): ManualStep[] {
  const context = world.contextOf(pod, file);
  if (!context.mesh) {
    return [];
  }
  const outside = new Set(errorsOf(world.contextOutsideMesh(pod, file)).map(({ rule, container }) => `${rule} ${container}`));
  return errorsOf(context).filter(({ rule, container }) => !outside.has(`${rule} ${container}`))
    .map(({ rule, message, fix }) => ({ rule, why: `${message}: ${fix}` }));
}

function errorsOf(context: RuleContext) {
  return findingsOf(RULES_WITH_ERRORS, context).filter(({ severity }) => severity === Severity.ERROR);
}
