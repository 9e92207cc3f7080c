import { Actor, Run } from './actor';
import { Rank } from './event-queue';
import { launch, PostStartWait } from './launch';
import { Loops } from './loops';
import { PodState } from './pod-state';
import { RestartCount } from './restart-count';
import { behaviorOf, Scenario } from './scenario';
import { Stage } from './stage';
import { runSteps, StepResult } from './steps';
import { backoffLimitReached, firstDeadline, StopOrder, TimedOrder, timedOrders } from './stop-orders';
import { endRun, PodStop, Stop } from './stopping';
import { plan, Work } from './sync';
import { LifecycleEvent, SimulationResult } from './timeline-event';
import { finishedResult, leftStopped, unfinishedResult } from './verdict';
import { SidecarSupport } from '../kubernetes/features';
import { appRestartWaitsForSidecars, restartAbilities, stopsInOrder, waitsForUnstartedSidecars } from '../kubernetes/kubelet-behavior';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { ContainerRole, PodModel, PodRestartPolicy } from '../kubernetes/pod';

/** One simulation: the kubelet's worker for the pod, and everything that it does. */
export class Simulation {
  private readonly stage = new Stage();
  private readonly podState: PodState;
  private readonly appWaitsAgain: boolean;
  private readonly restarts: RestartCount;
  private readonly loops: Loops;
  private readonly orders: readonly TimedOrder[];
  private busy = false;
  private lookPlanned = false;
  private order: StopOrder | undefined;
  private podFails = false;
  private postStart: PostStartWait | undefined;
  private podStop: PodStop | undefined;
  private stopBegan: number | undefined;
  /** The kubelet has stopped the pod and never starts it again. */
  private abandoned = false;
  private singleStop: { readonly actor: Actor; readonly stop: Stop } | undefined;
  private result: SimulationResult | undefined;

  constructor(private readonly pod: PodModel, scenario: Scenario, private readonly version: KubernetesVersion) {
    const rules = { sidecars: version.sidecars !== SidecarSupport.NONE, restarts: restartAbilities(version), version };
    this.appWaitsAgain = appRestartWaitsForSidecars(version);
    this.podState = new PodState(pod.containers.map((container, place) =>
      new Actor(pod, container, place, behaviorOf(scenario, container.name), rules)));
    this.restarts = new RestartCount(pod);
    this.orders = timedOrders(pod, scenario, version);
    this.loops = new Loops(this.stage, this.podState, this.orders, this.restarts.limit !== undefined);
  }

  public run(): SimulationResult {
    for (const { at, order } of this.orders) {
      this.stage.plan(at, Rank.ORDER, () => this.obey(order));
    }
    this.stage.plan(0, Rank.KUBELET, () => this.look());
    while (!this.result && this.stage.step()) {
      // An order ends every loop as soon as the worker has finished its current step.
      if (!this.order && this.loops.repeats(this.busy)) {
        break;
      }
    }
    return this.result ?? (this.abandoned ? leftStopped(this.podState, this.stage) : this.unfinished());
  }

  private unfinished(): SimulationResult {
    const { pod, version, loops, orders } = this;
    return unfinishedResult(this.podState, this.stage, { pod, version, restartsAll: loops.restartsAll, deadline: firstDeadline(orders) });
  }

  /** Stops the pod on an order from outside, as soon as the worker has finished its current step. */
  private obey(order: StopOrder): void {
    this.podFails ||= order.failsPod ?? false;
    if (this.order) {
      // Another order may shorten the grace period, but not of a stop that has begun.
      this.order = { ...this.order, grace: Math.min(this.order.grace, order.grace) };
      return;
    }
    this.order = order;
    if (!this.busy) {
      this.stopAsOrdered(order);
    }
  }

  private planLook(): void {
    if (!this.lookPlanned) {
      this.lookPlanned = true;
      this.stage.plan(this.stage.now, Rank.KUBELET, () => this.look());
    }
  }

  /** The worker looks at the pod and acts, until there is nothing left to do at this instant. */
  private look(): void {
    this.lookPlanned = false;
    while (!this.busy && !this.result && !this.abandoned && !this.loops.restartsAll) {
      const { isOver, trigger } = this.podState;
      if (isOver) {
        this.finish();
      } else if (trigger) {
        this.restartAll(trigger);
      } else if (!this.act()) {
        return;
      }
    }
  }

  private act(): boolean {
    const work = plan(this.podState, this.appWaitsAgain);
    if (work.stopPod) {
      this.stopPod(this.pod.gracePeriodSeconds, () => this.stopped());
      return true;
    }
    return this.carryOut(work);
  }

  /** Kills, then starts, one after another. Returns whether anything was done at once, so that the worker should look again. */
  private carryOut(work: Work): boolean {
    this.busy = true;
    return runSteps([
      ...work.kill.map(actor => (resume: () => void) => this.kill(actor, resume, actor.failedProbe?.gracePeriod ?? this.pod.gracePeriodSeconds)),
      ...work.start.map(({ actor, seenEnd }) => (resume: () => void) => this.start(actor, seenEnd, resume)),
    ], () => this.busy = false, () => this.afterWork());
  }

  private afterWork(): void {
    if (this.order) {
      this.stopAsOrdered(this.order);
    } else {
      this.look();
    }
  }

  /** Stops one container, while the others run on. */
  private kill(actor: Actor, resume: () => void, grace: number): StepResult {
    if (!actor.running) {
      return 'done';
    }
    const stop = new Stop(this.stage, actor, grace, {
      over: () => {
        this.singleStop = undefined;
        this.podState.ended(actor);
        this.stage.plan(this.stage.now, Rank.KUBELET, resume);
      },
    });
    this.singleStop = { actor, stop };
    stop.begin();
    return 'takes-time';
  }

  private start(actor: Actor, seenEnd: number | undefined, resume: () => void): StepResult {
    const { stage } = this;
    if (!actor.mayStart(stage.now, seenEnd)) {
      this.hold(actor);
      return actor.role === ContainerRole.INIT ? 'held-with-all-after' : 'held';
    }
    launch(stage, actor, { ended: (run, code) => this.end(run, code), probed: probed => this.probed(probed) });
    this.podState.started(actor);
    if (this.restarts.started(actor)) {
      stage.plan(stage.now, Rank.ORDER, () => this.obey(backoffLimitReached(this.pod)));
    }
    if (actor.postStartTime === 0 && !actor.postStartFails) {
      return 'done';
    }
    this.postStart = new PostStartWait(stage, actor, failed => (failed ? this.kill(actor, resume, this.pod.gracePeriodSeconds) : resume()));
    return 'takes-time';
  }

  /** Stops all containers one after another, without hooks and grace period, so that the pod starts again from its first init container. */
  private restartAll(trigger: Actor): void {
    const { mains, inits } = this.podState;
    this.stage.record(trigger, LifecycleEvent.RESTART_ALL);
    this.busy = true;
    const kills = [...mains, ...inits].map(actor => (resume: () => void) => this.kill(actor, resume, 0));
    runSteps(kills, () => this.removeAll(trigger), () => this.afterWork());
  }

  private removeAll(trigger: Actor): void {
    this.loops.noticeRestartOfAll(trigger);
    this.restarts.removedAll(this.podState.actors);
    this.podState.removedAll();
    this.busy = false;
  }

  private hold(actor: Actor): void {
    if (!actor.inBackoff) {
      actor.inBackoff = true;
      this.loops.notice(actor);
      this.stage.record(actor, LifecycleEvent.BACKOFF);
      this.stage.plan(actor.backoffEnds, Rank.KUBELET, () => this.look(), { actor, ended: false });
    }
  }

  private probed(actor: Actor): void {
    this.loops.notice(actor);
    if (actor.condemned) {
      this.podState.condemned(actor);
    }
    this.planLook();
  }

  private end(run: Run, code: number): void {
    const { actor } = run;
    const stop = this.podStop?.of(actor) ?? (this.singleStop?.actor === actor ? this.singleStop.stop : undefined);
    this.loops.notice(actor);
    endRun(this.stage, run, code, stop);
    // Whoever stops a container sees it end. The stop of a pod may be over by now, and the pod about to start again.
    if (!stop) {
      this.podState.ended(actor);
      this.planLook();
    }
    this.postStart?.runEnded(run);
  }

  private stopAsOrdered({ grace }: StopOrder): void {
    this.stopPod(grace, () => this.finish());
  }

  private stopPod(grace: number, whenOver: () => void): void {
    this.stopBegan = this.stage.now;
    this.busy = true;
    const rules = { ordered: stopsInOrder(this.version), waitsForAbsent: waitsForUnstartedSidecars(this.version) };
    this.podStop = new PodStop(this.stage, this.podState.actors, grace, rules, whenOver);
    this.podStop.begin();
  }

  /** The worker has stopped the pod by itself. The pod ends there, unless a restart rule matches the exit code of a main container that a probe killed. */
  private stopped(): void {
    const { podState, pod } = this;
    if (this.order || !podState.mains.some(main => main.lastCode !== undefined && main.restartsAfter(main.lastCode))) {
      this.finish();
      return;
    }
    this.podStop = undefined;
    this.stopBegan = undefined;
    const trigger = podState.actors.find(actor => actor.restartsAllAfter(actor.lastCode));
    if (trigger) {
      this.stage.record(trigger, LifecycleEvent.RESTART_ALL);
      this.removeAll(trigger);
    } else {
      // Without this rule, the kubelet makes a new sandbox only for a pod with another restart policy.
      this.abandoned = pod.restartPolicy === PodRestartPolicy.NEVER;
      podState.startOver();
    }
    this.busy = false;
    this.planLook();
  }

  private finish(): void {
    const { orders, order, podFails, stopBegan } = this;
    this.result = finishedResult(this.podState, this.stage, { orders, order, podFails, stopBegan });
  }
}
