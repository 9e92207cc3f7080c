import { Rule } from '../../rules/engine/rule';
import { RULES } from '../../rules/rule-book';
import { Draft } from '../draft';

/** Rules about what a person has to decide: the mesh's mode, and leftovers that are never changed on a guess. */
const ADVICE: ReadonlySet<string> = new Set(['NS402', 'NS506', 'NS507', 'NS509', 'NS510', 'NS511', 'NS514']);

/** Says what the rules have to say about meshes and injectors, where the user has not said which mesh it is. */
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
