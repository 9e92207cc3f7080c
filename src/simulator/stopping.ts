import { Actor, Run } from './actor';
import { Rank } from './event-queue';
import { Stage } from './stage';
import { LifecycleEvent } from './timeline-event';
import { ContainerRole } from '../kubernetes/pod';
import { KILL } from '../kubernetes/stop-signals';

/** A container has at least this long between its stop signal and SIGKILL, even when the grace period is used up. */
const SHORTEST_STOP_SECONDS = 2;

/** What a container's stop depends on: whether the container waits for its turn, and the callback for its end. */
export interface StopOrders {
  /** Whether the container may be signaled now; undefined when it never waits. */
  readonly isItsTurn?: () => boolean;
  /** Called once the kubelet has seen the container end. */
  readonly over: () => void;
}

/**
 * Stops one container as the kubelet's killContainer does: preStop hook, then its turn, then the stop signal, then SIGKILL.
 *
 * All of it shares one grace period. The kubelet deducts waits in whole seconds, rounded down, and leaves at least two seconds.
 */
export class Stop {
  private phase: 'hook' | 'turn' | 'signaled' | 'over' = 'hook';
  private began: number;

  constructor(private readonly stage: Stage, private readonly actor: Actor, private grace: number, private readonly orders: StopOrders) {
    this.began = stage.now;
  }

  public begin(): void {
    const { actor, stage } = this;
    if (!actor.preStop || this.grace <= 0) {
      this.takeTurn();
      return;
    }
    stage.record(actor, LifecycleEvent.PRE_STOP_BEGIN);
    const { run } = actor;
    if (run && actor.behavior.preStopStops) {
      stage.planFor(run, stage.now + actor.shutdownTime, Rank.PROGRAM, () => endRun(stage, run, actor.exitCode, this));
    }
    const waits = Math.min(actor.preStopTime, this.grace * 1000);
    stage.plan(stage.now + waits, Rank.PROGRAM, () => this.hookEnds(), { actor, ended: false });
  }

  /** The container's process has exited, on its own or because of the stop. */
  public processEnded(): void {
    if (this.phase === 'signaled') {
      this.finish();
    } else if (this.phase === 'hook' && this.actor.preStop?.action !== 'sleep') {
      // A hook that runs in the container ends with it; a sleep runs in the kubelet and goes on.
      this.hookEnds();
    }
  }

  /** A container that this one waits for has exited. */
  public reconsider(): void {
    if (this.phase === 'turn' && this.orders.isItsTurn?.()) {
      this.chargeWait();
      this.signal();
    }
  }

  private hookEnds(): void {
    if (this.phase !== 'hook') {
      return;
    }
    this.stage.record(this.actor, LifecycleEvent.PRE_STOP_END);
    this.chargeWait();
    this.takeTurn();
  }

  private takeTurn(): void {
    const { orders, stage } = this;
    if (!orders.isItsTurn || this.grace <= 0 || orders.isItsTurn()) {
      this.signal();
      return;
    }
    this.phase = 'turn';
    this.began = stage.now;
    stage.plan(stage.now + this.grace * 1000, Rank.EXPIRY, () => {
      if (this.phase === 'turn') {
        this.chargeWait();
        this.signal();
      }
    }, { actor: this.actor, ended: false });
  }

  private chargeWait(): void {
    this.grace -= Math.floor((this.stage.now - this.began) / 1000);
    this.began = this.stage.now;
  }

  private signal(): void {
    const { actor, stage } = this;
    const run = actor.run;
    this.phase = 'signaled';
    if (!run) {
      this.finish();
      return;
    }
    const patience = Math.max(this.grace, SHORTEST_STOP_SECONDS) * 1000;
    stage.recordStopSignal(actor);
    // The kubelet still probes a sidecar, but a program that stops no longer comes up, and a failure changes nothing.
    actor.probesStopped = true;
    if (actor.stopSignal === KILL) {
      stage.planFor(run, stage.now, Rank.PROGRAM, () => endRun(stage, run, 137, this));
    } else if (!actor.behavior.ignoresSigterm && actor.shutdownTime <= patience) {
      stage.planFor(run, stage.now + actor.shutdownTime, Rank.PROGRAM, () => {
        stage.spared(patience - actor.shutdownTime, { kind: 'stop', container: actor.name });
        endRun(stage, run, actor.exitCode, this);
      });
    } else {
      stage.planFor(run, stage.now + patience, Rank.PROGRAM, () => {
        stage.record(actor, LifecycleEvent.SIGKILL);
        endRun(stage, run, 137, this);
      });
    }
  }

  private finish(): void {
    this.phase = 'over';
    this.orders.over();
  }
}

/** Ends a run of a container, and tells its stop if it is being stopped. */
export function endRun(stage: Stage, run: Run, code: number, stop?: Stop): void {
  const { actor } = run;
  run.ended = true;
  actor.run = undefined;
  actor.lastCode = code;
  actor.endedAt = stage.now;
  actor.startupClock?.ended(stage.now);
  stage.record(actor, LifecycleEvent.EXITED, code);
  stop?.processEnded();
}

/** How a pod is stopped as a whole. */
export interface PodStopRules {
  /** Sidecars wait for the app and for the sidecar after them: from Kubernetes 1.29. */
  readonly ordered: boolean;
  /** A sidecar also waits for a later one that does not run: a bug of 1.29.0 to 1.29.7 and 1.30.0 to 1.30.3. */
  readonly waitsForAbsent: boolean;
}

/** Stops a whole pod: all containers at once, each of which waits for its turn. */
export class PodStop {
  private readonly stops = new Map<Actor, Stop>();
  private readonly over = new Set<Actor>();
  private readonly following = new Map<Actor, Actor | undefined>();
  private readonly preceding = new Map<Actor, Actor>();
  private mainsLeft = 0;
  private left = 0;

  constructor(
    private readonly stage: Stage,
    actors: readonly Actor[],
    grace: number,
    private readonly rules: PodStopRules,
    private readonly whenOver: () => void,
  ) {
    const running = actors.filter(actor => actor.running);
    this.left = running.length;
    this.mainsLeft = running.filter(actor => actor.role === ContainerRole.MAIN).length;
    const sidecars = actors.filter(actor => actor.role === ContainerRole.SIDECAR);
    sidecars.forEach((sidecar, index) => this.following.set(sidecar, sidecars[index + 1]));
    sidecars.slice(1).forEach((sidecar, index) => this.preceding.set(sidecar, sidecars[index]));
    for (const actor of running) {
      const next = this.following.get(actor);
      this.stops.set(actor, new Stop(stage, actor, grace, {
        isItsTurn: rules.ordered && actor.role === ContainerRole.SIDECAR ? () => this.isItsTurn(next) : undefined,
        over: () => this.ended(actor),
      }));
    }
  }

  public begin(): void {
    if (this.left === 0) {
      this.whenOver();
      return;
    }
    for (const [actor, stop] of this.stops) {
      actor.probesStopped = actor.role === ContainerRole.MAIN;
      stop.begin();
    }
  }

  /** The stop of a container, when it takes part. */
  public of(actor: Actor): Stop | undefined {
    return this.stops.get(actor);
  }

  private isItsTurn(next: Actor | undefined): boolean {
    return this.mainsLeft === 0 && (next === undefined || this.isOver(next));
  }

  private isOver(actor: Actor): boolean {
    return this.stops.has(actor) ? this.over.has(actor) : !this.rules.waitsForAbsent;
  }

  private ended(actor: Actor): void {
    this.over.add(actor);
    this.left--;
    if (actor.role === ContainerRole.MAIN) {
      this.mainsLeft--;
    }
    if (this.left === 0) {
      this.whenOver();
      return;
    }
    if (actor.role === ContainerRole.MAIN && this.mainsLeft > 0) {
      return;
    }
    // Containers that waited for this one proceed at the same instant, but after everything that programs do at that instant.
    this.stage.plan(this.stage.now, Rank.EXPIRY, () => this.reconsiderAfter(actor));
  }

  private reconsiderAfter(actor: Actor): void {
    if (actor.role === ContainerRole.MAIN) {
      this.stops.forEach(stop => stop.reconsider());
      return;
    }
    const preceding = this.preceding.get(actor);
    if (preceding) {
      this.stops.get(preceding)?.reconsider();
    }
  }
}
