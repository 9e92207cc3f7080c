/** One item comes after another one, both by name. */
export interface OrderEdge {
  readonly item: string;
  readonly after: string;
}

/** The sorted items, or the reason why they cannot be sorted, which the caller turns into a message. */
export type OrderResult<T> =
  | { readonly kind: 'sorted'; readonly items: T[] }
  /** Each name comes after the next one; the first and the last are the same. */
  | { readonly kind: 'cycle'; readonly cycle: string[] }
  /** The names in edges that no item has, in the order of the edges, and the names of the items. */
  | { readonly kind: 'unknown'; readonly unknown: string[]; readonly known: string[] };

/**
 * Sorts items so that each comes after those that its edges name, and otherwise keeps the given order.
 *
 * Of the items that may come next, it takes the earliest in the given order. The result does not depend on the order of the edges.
 * Throws if names are not unique.
 *
 * @param items in their natural order
 * @param edges which item comes after which; duplicates do no harm
 */
export function sortByOrder<T extends { readonly name: string }>(items: readonly T[], edges: readonly OrderEdge[]): OrderResult<T> {
  const places = placesByName(items);
  if (edges.length === 0) {
    return { kind: 'sorted', items: [...items] };
  }
  const unknown = edges.flatMap(edge => [edge.item, edge.after]).filter(name => !places.has(name));
  if (unknown.length > 0) {
    return { kind: 'unknown', unknown: [...new Set(unknown)], known: [...places.keys()] };
  }
  const before: number[][] = items.map(() => []);
  const behind: number[][] = items.map(() => []);
  for (const edge of edges) {
    const [item, after] = [places.get(edge.item)!, places.get(edge.after)!];
    before[item].push(after);
    behind[after].push(item);
  }
  const { sorted, open } = takeReady(before.map(waitsFor => waitsFor.length), behind);
  return sorted.length === items.length
    ? { kind: 'sorted', items: sorted.map(place => items[place]) }
    : { kind: 'cycle', cycle: findCycle(before, open).map(place => items[place].name) };
}

/** A cycle as people read it: `'a' → 'b' → 'a'`. */
export function describeCycle(cycle: readonly string[]): string {
  return cycle.map(name => `'${name}'`).join(' → ');
}

function placesByName(items: readonly { readonly name: string }[]): Map<string, number> {
  const places = new Map<string, number>();
  items.forEach((item, place) => {
    if (places.has(item.name)) {
      throw new Error(`two items have the name '${item.name}': rename one of them`);
    }
    places.set(item.name, place);
  });
  return places;
}

/** Takes items that wait for no other, the earliest first, until none is left; `open` counts the items that each place still waits for. */
function takeReady(waits: readonly number[], behind: readonly (readonly number[])[]): { sorted: number[]; open: number[] } {
  const open = [...waits];
  // Ascending numbers are a heap already.
  const ready = open.flatMap((count, place) => count === 0 ? [place] : []);
  const sorted: number[] = [];
  while (ready.length > 0) {
    const place = pop(ready);
    sorted.push(place);
    for (const waiting of behind[place]) {
      open[waiting] -= 1;
      if (open[waiting] === 0) {
        push(ready, waiting);
      }
    }
  }
  return { sorted, open };
}

/** Every item that still waits, waits for another such item: following the earliest from one to the next must end in a cycle. */
function findCycle(before: readonly (readonly number[])[], open: readonly number[]): number[] {
  const seen = new Map<number, number>();
  const path: number[] = [];
  let here = open.findIndex(count => count > 0);
  while (!seen.has(here)) {
    seen.set(here, path.length);
    path.push(here);
    here = before[here].reduce((best, place) => open[place] > 0 && place < best ? place : best, Infinity);
  }
  const circle = path.slice(seen.get(here));
  const start = circle.indexOf(circle.reduce((best, place) => Math.min(best, place)));
  return [...circle.slice(start), ...circle.slice(0, start), circle[start]];
}

/** Puts a place into a binary heap with the smallest on top. */
function push(heap: number[], place: number): void {
  let index = heap.length;
  while (index > 0) {
    const parent = Math.floor((index - 1) / 2);
    if (heap[parent] <= place) {
      break;
    }
    heap[index] = heap[parent];
    index = parent;
  }
  heap[index] = place;
}

/** Takes the smallest place from a binary heap that is not empty. */
function pop(heap: number[]): number {
  const top = heap[0];
  const last = heap.pop()!;
  let index = 0;
  while (heap.length > 0) {
    let child = 2 * index + 1;
    if (child + 1 < heap.length && heap[child + 1] < heap[child]) {
      child += 1;
    }
    if (child >= heap.length || heap[child] >= last) {
      heap[index] = last;
      break;
    }
    heap[index] = heap[child];
    index = child;
  }
  return top;
}
