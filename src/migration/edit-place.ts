import { Plan } from './plan';
import { JsonObject } from '../data/json';
import { DataPath, formatPath } from '../data/path';
import { Edit } from '../edits/edit';
import { findTemplates } from '../kubernetes/manifest';

/** Where a person finds an edit in the result: what is in a moved container stands where that container stands then. */
export function placeOf(plan: Plan, edit: Edit): string {
  const move = plan.edits.find(one => one.kind === 'move' && one.path.every((step, index) => edit.path[index] === step));
  return formatPath(move ? [...newPath(plan, move.path), ...edit.path.slice(move.path.length)] : edit.path);
}

function newPath(plan: Plan, path: DataPath): DataPath {
  const moves = plan.edits.filter(edit => edit.kind === 'move');
  const order = moves.findIndex(edit => edit.path === path);
  const [found] = findTemplates(plan.result).templates;
  const inits: JsonObject[] = found?.template.spec.initContainers ?? [];
  const index = inits.findIndex(init => init.name === plan.moved[order]);
  return [...path.slice(0, -2), 'initContainers', index];
}
