import { Edit, EditPath, formatPath } from './edit';
import { Plan } from './plan';
import { findTemplates, JsonObject } from '../lifecycle/manifest';

/** Where a person finds an edit in the result: what is in a moved container stands where that container stands then. */
export function placeOf(plan: Plan, edit: Edit): string {
  const move = plan.edits.find(one => one.kind === 'move' && one.path.every((step, index) => edit.path[index] === step));
  return formatPath(move ? [...newPath(plan, move.path), ...edit.path.slice(move.path.length)] : edit.path);
}

function newPath(plan: Plan, path: EditPath): EditPath {
  const moves = plan.edits.filter(edit => edit.kind === 'move');
  const order = moves.findIndex(edit => edit.path === path);
  const [found] = findTemplates(plan.result).templates;
  const inits: JsonObject[] = found?.template.spec.initContainers ?? [];
  const index = inits.findIndex(init => init.name === plan.moved[order]);
  return [...path.slice(0, -2), 'initContainers', index];
}
