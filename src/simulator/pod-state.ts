import { Actor } from './actor';
import { ContainerRole } from '../kubernetes/pod';

/**
 * All containers of a simulated pod, and which of them the kubelet has to act on.
 *
 * The simulator notes here every container that exits or fails a probe for good, so that a sync costs as much as there is to do, however many containers there are.
 */
export class PodState {
  public readonly inits: readonly Actor[];
  public readonly mains: readonly Actor[];
  /** The last init container or sidecar that was ever started; -1 when none was. */
  public current = -1;
  private readonly order: ReadonlyMap<Actor, number>;
  private readonly waiting = new Set<Actor>();
  private readonly triggers = new Set<Actor>();
  private runningInits = 0;
  private runningMains = 0;
  private startedMains = 0;
  private doneMains = 0;

  constructor(public readonly actors: readonly Actor[]) {
    this.inits = actors.filter(actor => actor.role !== ContainerRole.MAIN);
    this.mains = actors.filter(actor => actor.role === ContainerRole.MAIN);
    this.order = new Map(actors.map((actor, index) => [actor, index]));
  }

  /** Init containers and sidecars that have exited or must be killed, in spec order. */
  public get initsToCareFor(): Actor[] {
    return this.inOrder(actor => actor.role !== ContainerRole.MAIN);
  }

  /** Main containers that have not started, have exited, or must be killed, in spec order. */
  public get mainsToCareFor(): Actor[] {
    return this.startedMains === 0 ? this.mains.filter(main => !main.done) : this.inOrder(actor => actor.role === ContainerRole.MAIN);
  }

  /** Every main container has exited and none is restarted. */
  public get workDone(): boolean {
    return this.doneMains === this.mains.length;
  }

  /** The work is done and nothing runs anymore. */
  public get isOver(): boolean {
    return this.workDone && this.runningInits === 0;
  }

  /** A container whose exit makes the kubelet restart all containers of the pod. */
  public get trigger(): Actor | undefined {
    return this.triggers.values().next().value;
  }

  public get mainsRunning(): number {
    return this.runningMains;
  }

  public get anyMainStarted(): boolean {
    return this.startedMains > 0;
  }

  public started(actor: Actor): void {
    this.waiting.delete(actor);
    this.triggers.delete(actor);
    if (actor.done) {
      // A probe killed it and it exited with 0, and the kubelet restarts it all the same.
      actor.done = false;
      this.doneMains--;
    }
    if (actor.role === ContainerRole.MAIN) {
      if (this.startedMains === 0) {
        this.mains.filter(main => !main.done && main !== actor).forEach(main => this.waiting.add(main));
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
    if (actor.restartsAllAfter(actor.lastCode)) {
      this.triggers.add(actor);
    }
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

  /** Nothing runs, and the kubelet has removed all containers: the pod starts from its first init container again. */
  public removedAll(): void {
    this.mains.forEach(main => main.forget());
    this.startOver();
  }

  /** Nothing runs, and the kubelet makes a new sandbox: the pod starts from its first init container again, without the main containers that are done. */
  public startOver(): void {
    this.inits.forEach(init => init.forget());
    this.mains.forEach(main => main.done = main.lastCode !== undefined && !main.restartsAfter(main.lastCode));
    this.waiting.clear();
    this.triggers.clear();
    this.current = -1;
    this.runningInits = 0;
    this.runningMains = 0;
    this.startedMains = 0;
    this.doneMains = this.mains.filter(main => main.done).length;
  }

  private inOrder(test: (actor: Actor) => boolean): Actor[] {
    return [...this.waiting].filter(test).sort((a, b) => this.order.get(a)! - this.order.get(b)!);
  }
}
