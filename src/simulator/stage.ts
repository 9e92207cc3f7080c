import { Actor, Run } from './actor';
import { CLOSE_CALL_SECONDS, CloseCall } from './close-call';
import { EventQueue, ScheduledEvent, Rank } from './event-queue';
import { LifecycleEvent, TimelineEvent } from './timeline-event';

/** The clock, the scheduled events and the recorded events of one simulation, shared by all its parts. */
export class Stage {
  public now = 0;
  public readonly events: TimelineEvent[] = [];
  public readonly closeCalls: CloseCall[] = [];
  private readonly queue = new EventQueue();

  public record(actor: Actor, event: LifecycleEvent, code?: number): void {
    const at = this.now / 1000;
    this.events.push(code === undefined ? { at, container: actor.name, event } : { at, container: actor.name, event, code });
  }

  /** Records that a container receives its stop signal. */
  public recordStopSignal({ name, stopSignal }: Actor): void {
    const other = stopSignal === undefined || stopSignal === 'SIGTERM' ? {} : { signal: stopSignal };
    this.events.push({ at: this.now / 1000, container: name, event: LifecycleEvent.SIGTERM, ...other });
  }

  /** Notes what went well with so many milliseconds to spare, if a real kubelet could be that late. */
  public spared(milliseconds: number, what: Omit<CloseCall, 'seconds'>): void {
    if (milliseconds < CLOSE_CALL_SECONDS * 1000) {
      this.closeCalls.push({ ...what, seconds: milliseconds / 1000 });
    }
  }

  /** Schedules an action at an instant. */
  public plan(at: number, rank: Rank, run: () => void, owner?: Run): void {
    this.queue.add({ at, rank, run, owner });
  }

  /** Schedules an action of a run of a container; it is skipped once the run has ended. */
  public planFor(run: Run, at: number, rank: Rank, action: () => void): void {
    this.queue.add({ at, rank, owner: run, run: () => (run.ended ? undefined : action()) });
  }

  /** Runs the next scheduled action; returns false when there is none left. */
  public step(): boolean {
    const next = this.queue.next();
    if (!next) {
      return false;
    }
    this.now = next.at;
    next.run();
    return true;
  }

  /** Whether every scheduled event belongs to a container in a loop. */
  public get onlyLoopsLeft(): boolean {
    return !this.queue.some(event => !isVoid(event) && !ownerLoops(event));
  }
}

function isVoid(event: ScheduledEvent): boolean {
  const run = event.owner as Run | undefined;
  return run !== undefined && run.ended && event.rank !== Rank.KUBELET;
}

function ownerLoops(event: ScheduledEvent): boolean {
  return (event.owner as Run | undefined)?.actor.loops ?? false;
}
