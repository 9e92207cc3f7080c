import { withVault } from '../../knowledge/meshes/other-injectors';
import { PodModel } from '../../kubernetes/pod';
import { RuleContext } from '../../rules/engine/rule';
import { ShownFacts, shownFacts } from '../../rules/shown-facts';
import { World } from '../world';

/** The context of a pod as an explanation shows it: as it is stored, with everything that is injected. */
export function explainedContext(pod: PodModel, file: string, world: World): RuleContext {
  return world.storedContextOf(withVault(pod), file);
}

/** What an explanation shows besides the simulation: every container that is not in the manifest itself counts as injected, too. */
export function explainedFacts(context: RuleContext, manifest: PodModel): ShownFacts {
  const facts = shownFacts(context);
  const own = new Set(manifest.containers.map(({ name }) => name));
  return { ...facts, injected: context.pod.containers.map(({ name }) => name).filter(name => facts.injected.includes(name) || !own.has(name)) };
}
