import { Plan } from './plan';
import { follow, listOf } from '../data/json';
import { DataPath, formatPath } from '../data/path';
import { Edit } from '../edits/edit';

/** Where a person finds an edit in the result: what is in a moved container stands where that container stands then. */
export function placeOf(plan: Plan, edit: Edit): string {
  const move = plan.edits.find(one => one.kind === 'move' && one.path.every((step, index) => edit.path[index] === step));
  return formatPath(move ? [...newPath(plan, move.path), ...edit.path.slice(move.path.length)] : edit.path);
}

function newPath(plan: Plan, path: DataPath): DataPath {
  const moves = plan.edits.filter(edit => edit.kind === 'move');
  const order = moves.findIndex(edit => edit.path === path);
  const list = [...path.slice(0, -2), 'initContainers'];
  return [...list, listOf(follow(plan.result, list)).findIndex(init => init.name === plan.moved[order])];
}
