import { Rule } from '../../rules/engine/rule';
import { RULES } from '../../rules/rule-book';
import { Draft } from '../draft';

/** Rules about things that the user has to decide: the mode of the mesh, restarts that end a Job, and leftovers that are never changed on a guess. */
const ADVICE: ReadonlySet<string> = new Set(['NS402', 'NS403', 'NS506', 'NS507', 'NS509', 'NS510', 'NS511', 'NS514']);

/** Adds the findings of rules about meshes and injectors, unless the user names the mesh. */
export function adviseOnMesh(draft: Draft): void {
  const { recognition, pod, options } = draft;
  if (options.mesh) {
    return;
  }
  const context = { pod, kubernetes: options.kubernetes, stops: {}, recognition };
  for (const rule of RULES.filter(isAdvice)) {
    for (const { message, fix } of rule.check(context)) {
      draft.note(rule.id, `${message}: ${fix}`);
    }
  }
}

function isAdvice({ id }: Rule): boolean {
  return ADVICE.has(id);
}
