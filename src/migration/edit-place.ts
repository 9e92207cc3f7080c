import { Plan } from './plan';
import { grouped } from '../data/grouped';
import { follow, listOf } from '../data/json';
import { DataPath, formatPath } from '../data/path';
import { Edit, MoveEdit } from '../edits/edit';

/**
 * Tells the path of each edit of a plan in the result: edits inside a moved container follow the container, and items count as they do after all edits. What is removed has
 * the place where it was.
 *
 * @param later the plans for the result of this one
 */
export function placesIn(plan: Plan, later: readonly Plan[] = []): (edit: Edit) => string {
  const rounds = [plan, ...later].map(({ edits, result }) => new Moved(edits, result));
  return edit => {
    const own = edit.kind === 'remove' ? edit.path.length - 1 : edit.path.length;
    const around = rounds.reduce<DataPath>((path, moved) => moved.pathOf(path), edit.path.slice(0, own));
    return formatPath([...around, ...edit.path.slice(own)]);
  };
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
  private readonly byMove: ReadonlyMap<string, Arrival>;
  private readonly byList: ReadonlyMap<string, readonly Arrival[]>;
  /** The indexes of the items that leave a list. */
  private readonly leaving: ReadonlyMap<string, readonly number[]>;

  public constructor(edits: readonly Edit[], private readonly result: unknown) {
    const arrivals = edits.flatMap((edit): Arrival[] => {
      if (edit.kind === 'insert') {
        return [{ list: edit.path, at: edit.at, count: edit.items.length }];
      }
      return edit.kind === 'move' ? [{ list: [...edit.path.slice(0, -2), edit.to], at: edit.at, count: 1, move: edit }] : [];
    });
    this.byMove = new Map(arrivals.flatMap(arrival => arrival.move ? [[keyOf(arrival.move.path), arrival] as const] : []).reverse());
    this.byList = grouped(arrivals, ({ list }) => keyOf(list));
    const leaves = edits.filter(({ kind, path }) => (kind === 'remove' || kind === 'move') && path.length > 0);
    const byList = grouped(leaves, ({ path }) => keyOf(path.slice(0, -1)));
    this.leaving = new Map([...byList].map(([list, own]) => [list, own.map(({ path }) => Number(path.at(-1)))]));
  }

  public pathOf(path: DataPath): DataPath {
    return path.reduce<DataPath>((above, step, index) => {
      const arrival = typeof step === 'number' ? this.byMove.get(keyOf(path.slice(0, index + 1))) : undefined;
      if (arrival) {
        return [...above.slice(0, -1), arrival.move!.to, this.indexOf(arrival)];
      }
      return [...above, typeof step === 'number' ? this.indexAfter(path.slice(0, index), step) : step];
    }, []);
  }

  /** The index of an item that stays in its list. */
  private indexAfter(list: DataPath, index: number): number {
    return index - this.gone(list, index) + sum(this.into(list), ({ at }) => at !== undefined && at <= index);
  }

  /** The index of an item that is moved into a list. */
  private indexOf(arrival: Arrival): number {
    const all = this.into(arrival.list);
    const own = all.indexOf(arrival);
    if (arrival.at === undefined) {
      return listOf(follow(this.result, this.pathOf(arrival.list))).length - sum(all, ({ at }, index) => index >= own && at === undefined);
    }
    return arrival.at - this.gone(arrival.list, arrival.at)
      + sum(all, ({ at }, index) => at !== undefined && (at < arrival.at! || (at === arrival.at && index < own)));
  }

  private into(list: DataPath): readonly Arrival[] {
    return this.byList.get(keyOf(list)) ?? [];
  }

  /** How many items leave a list before an index. */
  private gone(list: DataPath, before: number): number {
    return (this.leaving.get(keyOf(list)) ?? []).reduce((count, index) => index < before ? count + 1 : count, 0);
  }
}

function keyOf(path: DataPath): string {
  return JSON.stringify(path);
}

function sum(arrivals: readonly Arrival[], counts: (arrival: Arrival, index: number) => boolean): number {
  return arrivals.reduce((total, arrival, index) => counts(arrival, index) ? total + arrival.count : total, 0);
}
