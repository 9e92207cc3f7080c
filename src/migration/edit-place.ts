import { Plan } from './plan';
import { follow, listOf } from '../data/json';
import { DataPath, formatPath } from '../data/path';
import { Edit } from '../edits/edit';

/** The path of an edit in the result: edits inside a moved container follow the container. */
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
