import { Actor, Run } from './actor';
import { EventQueue, Happening, Rank } from './event-queue';
import { LifecycleEvent, TimelineEvent } from './timeline-event';

/** The time, what is to come, and what has happened: shared by everything that plays a part in a simulation. */
export class Stage {
  public now = 0;
  public readonly events: TimelineEvent[] = [];
  private readonly queue = new EventQueue();

  public tell(actor: Actor, event: LifecycleEvent, code?: number): void {
    const at = this.now / 1000;
    this.events.push(code === undefined ? { at, container: actor.name, event } : { at, container: actor.name, event, code });
  }

  /** Plans something at an instant, on behalf of nobody in particular. */
  public plan(at: number, rank: Rank, run: () => void, owner?: Run): void {
    this.queue.add({ at, rank, run, owner });
  }

  /** Plans something that a run of a container does, or suffers; it is void once the run has ended. */
  public planFor(run: Run, at: number, rank: Rank, action: () => void): void {
    this.queue.add({ at, rank, owner: run, run: () => (run.ended ? undefined : action()) });
  }

  /** Lets the next thing happen; false when there is nothing left. */
  public step(): boolean {
    const next = this.queue.next();
    if (!next) {
      return false;
    }
    this.now = next.at;
    next.run();
    return true;
  }

  /** Whether everything still to come is the work of containers that loop. */
  public get onlyLoopsLeft(): boolean {
    return !this.queue.some(happening => !isVoid(happening) && !ownerLoops(happening));
  }
}

function isVoid(happening: Happening): boolean {
  const run = happening.owner as Run | undefined;
  return run !== undefined && run.ended && happening.rank !== Rank.KUBELET;
}

function ownerLoops(happening: Happening): boolean {
  return (happening.owner as Run | undefined)?.actor.loops ?? false;
}
