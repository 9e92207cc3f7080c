import { Actor } from './actor';
import { ContainerRole } from '../kubernetes/pod';

/**
 * All containers of a pod while it lives, and which of them need the kubelet's attention.
 *
 * A look at the pod costs as much as there is to do, not as there are containers: whoever ends, or is condemned by a probe, is noted here.
 */
export class Ensemble {
  public readonly inits: readonly Actor[];
  public readonly mains: readonly Actor[];
  /** The last init container or sidecar that was ever started; -1 when none was. */
  public current = -1;
  private readonly order: ReadonlyMap<Actor, number>;
  private readonly waiting = new Set<Actor>();
  private runningInits = 0;
  private runningMains = 0;
  private startedMains = 0;
  private doneMains = 0;

  constructor(public readonly actors: readonly Actor[]) {
    this.inits = actors.filter(actor => actor.role !== ContainerRole.MAIN);
    this.mains = actors.filter(actor => actor.role === ContainerRole.MAIN);
    this.order = new Map(actors.map((actor, index) => [actor, index]));
  }

  /** Init containers and sidecars that have ended or were condemned, in spec order. */
  public get initsToCareFor(): Actor[] {
    return this.inOrder(actor => actor.role !== ContainerRole.MAIN);
  }

  /** Main containers that have not started, have ended, or were condemned, in spec order. */
  public get mainsToCareFor(): Actor[] {
    return this.startedMains === 0 ? [...this.mains] : this.inOrder(actor => actor.role === ContainerRole.MAIN);
  }

  /** Every main container has ended and none is started again. */
  public get workDone(): boolean {
    return this.doneMains === this.mains.length;
  }

  public get anyInitRuns(): boolean {
    return this.runningInits > 0;
  }

  public get mainsRunning(): number {
    return this.runningMains;
  }

  public get anyMainStarted(): boolean {
    return this.startedMains > 0;
  }

  public started(actor: Actor): void {
    this.waiting.delete(actor);
    if (actor.done) {
      // A probe killed it, it ended well, and the kubelet starts it again all the same.
      actor.done = false;
      this.doneMains--;
    }
    if (actor.role === ContainerRole.MAIN) {
      if (this.startedMains === 0) {
        this.mains.forEach(main => this.waiting.add(main));
        this.waiting.delete(actor);
      }
      this.runningMains++;
      this.startedMains++;
    } else {
      this.runningInits++;
      this.current = Math.max(this.current, this.order.get(actor)!);
    }
  }

  public ended(actor: Actor): void {
    this.waiting.add(actor);
    if (actor.role !== ContainerRole.MAIN) {
      this.runningInits--;
      return;
    }
    this.runningMains--;
    if (!actor.restartsAfter(actor.lastCode)) {
      actor.done = true;
      this.doneMains++;
      this.waiting.delete(actor);
    }
  }

  public condemned(actor: Actor): void {
    this.waiting.add(actor);
  }

  private inOrder(test: (actor: Actor) => boolean): Actor[] {
    return [...this.waiting].filter(test).sort((a, b) => this.order.get(a)! - this.order.get(b)!);
  }
}
