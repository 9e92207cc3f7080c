/** Something that happens at an instant. */
export interface Happening {
  /** Milliseconds since the pod's start. */
  readonly at: number;
  /** What happens first at one instant: programs, then expired waits, then orders from outside, then the kubelet's own work. */
  readonly rank: Rank;
  readonly run: () => void;
  /** Whose doing it is: at one instant, what is independent of each other happens in the order of the pod. */
  readonly owner?: Owner;
}

/** Somebody with a place in the pod. */
export interface Owner {
  readonly actor: { readonly place: number };
}

/** The order of things that happen at the same instant. */
export enum Rank {
  PROGRAM,
  EXPIRY,
  ORDER,
  KUBELET,
}

interface Entry extends Happening {
  readonly place: number;
  readonly sequence: number;
}

/** What is still to come, earliest first; at one instant by rank, then by place in the pod, then first come, first served. */
export class EventQueue {
  private readonly heap: Entry[] = [];
  private sequence = 0;

  public add({ at, rank, run, owner }: Happening): void {
    const entry = { at, rank, run, owner, place: owner?.actor.place ?? Number.MAX_SAFE_INTEGER, sequence: this.sequence++ };
    let child = this.heap.push(entry) - 1;
    while (child > 0) {
      const parent = Math.floor((child - 1) / 2);
      if (before(this.heap[parent], entry)) {
        break;
      }
      this.heap[child] = this.heap[parent];
      child = parent;
    }
    this.heap[child] = entry;
  }

  public next(): Happening | undefined {
    const first = this.heap[0];
    const last = this.heap.pop();
    if (last && this.heap.length > 0) {
      this.sink(last);
    }
    return first;
  }

  /** Whether something is still to come that the test does not dismiss. */
  public some(test: (happening: Happening) => boolean): boolean {
    return this.heap.some(test);
  }

  private sink(entry: Entry): void {
    let parent = 0;
    for (;;) {
      let child = 2 * parent + 1;
      if (child >= this.heap.length) {
        break;
      }
      if (child + 1 < this.heap.length && before(this.heap[child + 1], this.heap[child])) {
        child++;
      }
      if (before(entry, this.heap[child])) {
        break;
      }
      this.heap[parent] = this.heap[child];
      parent = child;
    }
    this.heap[parent] = entry;
  }
}

function before(a: Entry, b: Entry): boolean {
  return (a.at - b.at || a.rank - b.rank || a.place - b.place || a.sequence - b.sequence) < 0;
}
