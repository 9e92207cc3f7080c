import { samePath } from './draft';
import { Plan } from './plan';
import { follow, listOf } from '../data/json';
import { DataPath, formatPath } from '../data/path';
import { Edit, MoveEdit } from '../edits/edit';

/**
 * The path of an edit in the result: edits inside a moved container follow the container, and items count as they do after all edits. What is removed has the place where it
 * was.
 *
 * @param later the plans for the result of this one
 */
export function placeOf(plan: Plan, edit: Edit, later: readonly Plan[] = []): string {
  const own = edit.kind === 'remove' ? edit.path.length - 1 : edit.path.length;
  const around = [plan, ...later].reduce<DataPath>((path, { edits, result }) => new Moved(edits, result).pathOf(path), edit.path.slice(0, own));
  return formatPath([...around, ...edit.path.slice(own)]);
}

/** An item that is put into a list: where, as the items count before all edits, and how many others at the same place come first. */
interface Arrival {
  readonly list: DataPath;
  readonly at?: number;
  readonly count: number;
  readonly move?: MoveEdit;
}

/** Where the parts of an object are after its edits. */
class Moved {
  private readonly arrivals: readonly Arrival[];

  public constructor(private readonly edits: readonly Edit[], private readonly result: unknown) {
    this.arrivals = edits.flatMap((edit): Arrival[] => {
      if (edit.kind === 'insert') {
        return [{ list: edit.path, at: edit.at, count: edit.items.length }];
      }
      return edit.kind === 'move' ? [{ list: [...edit.path.slice(0, -2), edit.to], at: edit.at, count: 1, move: edit }] : [];
    });
  }

  public pathOf(path: DataPath): DataPath {
    return path.reduce<DataPath>((above, step, index) => {
      const arrival = this.arrivals.find(({ move }) => move && samePath(move.path, path.slice(0, index + 1)));
      if (arrival) {
        return [...above.slice(0, -1), arrival.move!.to, this.indexOf(arrival)];
      }
      return [...above, typeof step === 'number' ? this.indexAfter(path.slice(0, index), step) : step];
    }, []);
  }

  /** The index of an item that stays in its list. */
  private indexAfter(list: DataPath, index: number): number {
    return index - this.gone(list, index) + sum(this.into(list).filter(({ at }) => at !== undefined && at <= index));
  }

  /** The index of an item that is moved into a list. */
  private indexOf(arrival: Arrival): number {
    const all = this.into(arrival.list);
    const first = all.slice(0, all.indexOf(arrival));
    if (arrival.at === undefined) {
      const behind = all.slice(all.indexOf(arrival)).filter(({ at }) => at === undefined);
      return listOf(follow(this.result, this.pathOf(arrival.list))).length - sum(behind);
    }
    const before = all.filter(({ at }) => at !== undefined && at < arrival.at!);
    return arrival.at - this.gone(arrival.list, arrival.at) + sum(before) + sum(first.filter(({ at }) => at === arrival.at));
  }

  private into(list: DataPath): readonly Arrival[] {
    return this.arrivals.filter(arrival => samePath(arrival.list, list));
  }

  /** How many items leave a list before an index. */
  private gone(list: DataPath, before: number): number {
    const leaves = ({ kind, path }: Edit) => (kind === 'remove' || kind === 'move') && path.length === list.length + 1 && Number(path[list.length]) < before
      && samePath(path.slice(0, -1), list);
    return this.edits.filter(leaves).length;
  }
}

function sum(arrivals: readonly Arrival[]): number {
  return arrivals.reduce((total, { count }) => total + count, 0);
}
