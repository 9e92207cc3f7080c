import { Actor } from './actor';
import { PodState } from './pod-state';
import { Stage } from './stage';
import { TimedOrder } from './stop-orders';

/** How many rounds of a loop to simulate while other containers wait for it; what has not happened by then never will. */
const LONGEST_LOOP = 20;

/** How many rounds to simulate at all, also where a loop rarely lets another one take its turn. */
const LONGEST_LOOP_OF_ONE = 100;

/** After this many restarts of all containers for the same reason the pod is in a loop; the higher number applies while something may still end it. */
const LOOP_OF_ALL = 3;
const LONGEST_LOOP_OF_ALL = 1000;

/** Notices when a pod only repeats itself, so that simulating further reveals nothing new. */
export class Loops {
  private trigger: Actor | undefined;
  private seen = false;
  private rounds = 0;
  private lastOwnEnds = 0;

  /** @param hasLimit whether a Job gives up after some restarts */
  constructor(
    private readonly stage: Stage,
    private readonly podState: PodState,
    private readonly orders: readonly TimedOrder[],
    private readonly hasLimit: boolean,
  ) {}

  /** Looks at a container that has just exited, failed a probe, or waits for the back-off. */
  public notice(actor: Actor): void {
    this.seen ||= actor.loops;
  }

  /** Counts a restart of all containers; crashes that the scenario asks for are not a loop. */
  public noticeRestartOfAll(trigger: Actor): void {
    this.rounds = trigger.ownEnds > this.lastOwnEnds || trigger !== this.trigger ? this.rounds + 1 : 0;
    this.lastOwnEnds = trigger.ownEnds;
    this.trigger = trigger;
  }

  /**
   * Whether nothing new comes.
   * @param busy whether the kubelet is in the middle of a step
   */
  public repeats(busy: boolean): boolean {
    return this.restartsAll !== undefined || (this.seen && !busy && this.repeatsContainers());
  }

  /** The container that keeps making the kubelet restart all containers; undefined while the pod is not in such a loop. */
  public get restartsAll(): Actor | undefined {
    if (this.rounds < LOOP_OF_ALL) {
      return undefined;
    }
    const { now } = this.stage;
    // An order for this instant comes after what programs do at it.
    const mayEnd = this.hasLimit || this.orders.some(({ at }) => at >= now) || this.podState.actors.some(actor => actor.hasFailureAfter(now));
    return this.rounds >= (mayEnd ? LONGEST_LOOP_OF_ALL : LOOP_OF_ALL) ? this.trigger : undefined;
  }

  /** Whether only containers in a loop are left, and no other container waits for any of them. */
  private repeatsContainers(): boolean {
    const { actors, mains, workDone } = this.podState;
    const followedLongEnough = actors.every(actor => !actor.loops || actor.ownEnds >= LONGEST_LOOP)
      || actors.some(actor => actor.ownEnds >= LONGEST_LOOP_OF_ONE);
    // A Job with restartPolicy OnFailure gives up at its backoffLimit, so even an endless loop ends there.
    return !this.hasLimit
      && this.stage.onlyLoopsLeft
      && (followedLongEnough || (!workDone && !mains.some(main => main.starts > 0 && !main.running && !main.done && !main.inBackoff)))
      && !actors.some(actor => actor.hasFailureAfter(this.stage.now));
  }
}
