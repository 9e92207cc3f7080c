import { finding, Rule } from '../../rules/engine/rule';
import { removeTwin } from '../../rules/leftovers/init-twin';
import { RULES } from '../../rules/rule-book';
import { Draft } from '../draft';

/** Rules about things that the user has to decide: the mode of the mesh, restarts that end a Job, and leftovers that are never changed on a guess. */
const ADVICE: ReadonlySet<string> = new Set(['NS402', 'NS403', 'NS506', 'NS507', 'NS509', 'NS510', 'NS511', 'NS514']);

/** Adds the findings of rules about meshes and injectors, unless the user names the mesh. */
export function adviseOnMesh(draft: Draft, gated: ReadonlySet<string>): void {
  const { recognition, pod, options } = draft;
  if (options.mesh) {
    return;
  }
  const context = { pod, kubernetes: options.kubernetes, stops: {}, recognition };
  for (const rule of RULES.filter(isAdvice)) {
    for (const { container, message, fix } of rule.check(context).map(offense => finding(rule, offense))) {
      draft.note(rule.id, `${message}: ${rule.id === 'NS509' ? restOf(draft, gated, container) ?? fix : fix}`);
    }
  }
}

/** What is left to do about an init container whose continuous twin is now a native sidecar that the app waits for; undefined when it is not. */
function restOf({ recognition, moved }: Draft, gated: ReadonlySet<string>, init: string | undefined): string | undefined {
  const target = recognition.leftovers('twin').find(({ container }) => container === init)?.target;
  const isSettled = moved.some(({ name }) => name === target && gated.has(name));
  return isSettled ? removeTwin(init!, target!) : undefined;
}

function isAdvice({ id }: Rule): boolean {
  return ADVICE.has(id);
}
