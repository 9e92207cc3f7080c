/** Something that is scheduled to happen at an instant. */
export interface ScheduledEvent {
  /** Milliseconds since the pod's start. */
  readonly at: number;
  /** Its order among the events of one instant: programs first, then expired waits, then orders from outside, then the kubelet's own work. */
  readonly rank: Rank;
  readonly run: () => void;
  /** The container that it belongs to: independent events of one instant happen in the pod's order. */
  readonly owner?: Owner;
}

/** The container that an event belongs to, with its position in the pod. */
export interface Owner {
  readonly actor: { readonly place: number };
}

/** The order of events that happen at the same instant. */
export enum Rank {
  PROGRAM,
  EXPIRY,
  ORDER,
  KUBELET,
}

interface Entry extends ScheduledEvent {
  readonly place: number;
  readonly sequence: number;
}

/** The scheduled events, earliest first; at one instant by rank, then by position in the pod, then first in, first out. */
export class EventQueue {
  private readonly heap: Entry[] = [];
  private sequence = 0;

  public add({ at, rank, run, owner }: ScheduledEvent): void {
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

  public next(): ScheduledEvent | undefined {
    const first = this.heap[0];
    const last = this.heap.pop();
    if (last && this.heap.length > 0) {
      this.sink(last);
    }
    return first;
  }

  /** Whether any scheduled event passes the test. */
  public some(test: (event: ScheduledEvent) => boolean): boolean {
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
