import { Actor, Run } from './actor';
import { Rank } from './event-queue';
import { launch, PostStartWait } from './launch';
import { PodState } from './pod-state';
import { behaviorOf, validateScenario, Scenario } from './scenario';
import { Stage } from './stage';
import { backoffLimitReached, restartLimit, StopOrder, timedOrders } from './stop-orders';
import { endRun, PodStop, Stop } from './stopping';
import { plan, Work } from './sync';
import { LifecycleEvent, PodOutcome, PodPhase, SimulationResult } from './timeline-event';
import { phaseAtEnd, rejection, unfinishedResult } from './verdict';
import { SidecarSupport } from '../kubernetes/features';
import { appRestartWaitsForSidecars, stopsInOrder, waitsForUnstartedSidecars } from '../kubernetes/kubelet-behavior';
import { KubernetesFeature } from '../kubernetes/kubernetes-feature';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { ContainerRole, Pod } from '../kubernetes/pod';

/** How many rounds of a loop to simulate while other containers wait for it; what has not happened by then never will. */
const LONGEST_LOOP = 20;

/** How a step of the worker went: it is done, it takes time, the back-off delays it, or the back-off delays it and every step after it. */
type StepResult = 'done' | 'takes-time' | 'held' | 'held-with-all-after';

/**
 * Simulates a pod as a kubelet runs it, without the kubelet's own latency.
 *
 * The kubelet has one worker for each pod, and the worker does one thing at a time: it looks at the containers, decides, and carries out its decision. Post-start
 * hooks and kills block the worker, so nothing else happens to the pod meanwhile, not even the start of its deletion.
 */
export function simulate(pod: Pod, scenario: Scenario): SimulationResult {
  validateScenario(pod, scenario);
  const version = scenario.kubernetes ?? KubernetesVersion.DEFAULT;
  return rejection(pod, version) ?? new Simulation(pod, scenario, version).run();
}

class Simulation {
  private readonly stage = new Stage();
  private readonly podState: PodState;
  private readonly appWaitsAgain: boolean;
  private readonly restartLimit: number | undefined;
  private busy = false;
  private lookPlanned = false;
  private loopSeen = false;
  private restarts = 0;
  private order: StopOrder | undefined;
  private podFails = false;
  private postStart: PostStartWait | undefined;
  private podStop: PodStop | undefined;
  private stopBegan: number | undefined;
  private singleStop: { readonly actor: Actor; readonly stop: Stop } | undefined;
  private result: SimulationResult | undefined;

  constructor(private readonly pod: Pod, private readonly scenario: Scenario, private readonly version: KubernetesVersion) {
    const rules = {
      sidecars: version.sidecars !== SidecarSupport.NONE,
      containerPolicies: version.supports(KubernetesFeature.CONTAINER_RESTART_POLICY),
    };
    this.appWaitsAgain = appRestartWaitsForSidecars(version);
    this.restartLimit = restartLimit(pod);
    this.podState = new PodState(pod.containers.map((container, place) =>
      new Actor(pod, container, place, behaviorOf(scenario, container.name), rules)));
  }

  public run(): SimulationResult {
    for (const { at, order } of timedOrders(this.pod, this.scenario)) {
      this.stage.plan(at, Rank.ORDER, () => this.obey(order));
    }
    this.stage.plan(0, Rank.KUBELET, () => this.look());
    while (!this.result && this.stage.step()) {
      if (this.loopSeen && this.nothingNewComes()) {
        break;
      }
    }
    return this.result ?? unfinishedResult(this.podState, this.stage.events, this.pod, this.version);
  }

  /** Whether only containers in a loop are left, and no other container waits for any of them. */
  private nothingNewComes(): boolean {
    const { actors, mains, workDone } = this.podState;
    const followedLongEnough = actors.every(actor => !actor.loops || actor.ownEnds >= LONGEST_LOOP);
    // A Job with restartPolicy OnFailure gives up at its backoffLimit, so even an endless loop ends there.
    return !this.busy && this.restartLimit === undefined
      && this.stage.onlyLoopsLeft
      && (followedLongEnough || (!workDone && !mains.some(main => main.starts > 0 && !main.running && !main.done && !main.inBackoff)))
      && !actors.some(actor => actor.hasFailureAfter(this.stage.now));
  }

  /** Stops the pod on an order from outside, as soon as the worker has finished its current step. */
  private obey(order: StopOrder): void {
    this.podFails ||= order.failsPod ?? false;
    if (this.order) {
      return;
    }
    this.order = order;
    if (!this.busy) {
      this.stopAsOrdered();
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
    while (!this.busy && !this.result) {
      const work = plan(this.podState, this.appWaitsAgain);
      if (work.ended) {
        this.finish();
      } else if (work.stopPod) {
        this.stopPod(this.pod.gracePeriodSeconds);
      } else if (!this.carryOut(work)) {
        return;
      }
    }
  }

  /** Kills, then starts, one after another. Returns whether anything was done at once, so that the worker should look again. */
  private carryOut(work: Work): boolean {
    const steps: ((resume: () => void) => StepResult)[] = [
      ...work.kill.map(actor => (resume: () => void) => this.kill(actor, resume)),
      ...work.start.map(({ actor, seenEnd }) => (resume: () => void) => this.start(actor, seenEnd, resume)),
    ];
    let did = false;
    let next = 0;
    const proceed = (): boolean => {
      while (next < steps.length) {
        const result = steps[next++](() => {
          if (proceed()) {
            this.afterWork();
          }
        });
        if (result === 'takes-time') {
          did = true;
          return false;
        }
        did = did || result === 'done';
        next = result === 'held-with-all-after' ? steps.length : next;
      }
      this.busy = false;
      return true;
    };
    this.busy = true;
    return proceed() && did;
  }

  private afterWork(): void {
    if (this.order) {
      this.stopAsOrdered();
    } else {
      this.look();
    }
  }

  private kill(actor: Actor, resume: () => void): StepResult {
    if (!actor.running) {
      return 'done';
    }
    const probe = actor.gate === 'failed' ? actor.startupProbe : actor.livenessProbe;
    const stop = new Stop(this.stage, actor, probe?.gracePeriod ?? this.pod.gracePeriodSeconds, {
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
    this.countRestart(actor);
    if (actor.postStartTime === 0) {
      return 'done';
    }
    this.postStart = new PostStartWait(stage, actor, resume);
    return 'takes-time';
  }

  private hold(actor: Actor): void {
    if (!actor.inBackoff) {
      actor.inBackoff = true;
      this.loopSeen ||= actor.loops;
      this.stage.record(actor, LifecycleEvent.BACKOFF);
      this.stage.plan(actor.backoffEnds, Rank.KUBELET, () => this.look(), { actor, ended: false });
    }
  }

  private probed(actor: Actor): void {
    this.loopSeen ||= actor.loops;
    if (actor.condemned) {
      this.podState.condemned(actor);
    }
    this.planLook();
  }

  private end(run: Run, code: number): void {
    const { actor } = run;
    const single = this.singleStop?.actor === actor ? this.singleStop.stop : undefined;
    this.loopSeen ||= actor.loops;
    endRun(this.stage, run, code, this.podStop?.of(actor) ?? single);
    if (!single) {
      this.podState.ended(actor);
      this.planLook();
    }
    this.postStart?.runEnded(run);
  }

  private countRestart(actor: Actor): void {
    this.restarts += actor.starts > 1 ? 1 : 0;
    if (this.restartLimit !== undefined && this.restarts >= this.restartLimit) {
      this.stage.plan(this.stage.now, Rank.ORDER, () => this.obey(backoffLimitReached(this.pod)));
    }
  }

  /** The kubelet gives a deleted pod at least a second. */
  private stopAsOrdered(): void {
    this.stopPod(Math.max(1, this.pod.gracePeriodSeconds));
  }

  private stopPod(grace: number): void {
    this.stopBegan = this.stage.now;
    this.busy = true;
    this.podStop = new PodStop(this.stage, this.podState.actors, grace, {
      ordered: stopsInOrder(this.version),
      waitsForAbsent: waitsForUnstartedSidecars(this.version),
    }, () => this.finish());
    this.podStop.begin();
  }

  private finish(): void {
    const phase = this.podFails ? PodPhase.FAILED : phaseAtEnd(this.podState);
    const ownOutcome = phase === PodPhase.FAILED ? PodOutcome.FAILED : PodOutcome.COMPLETED;
    this.result = { events: this.stage.events, phase, outcome: this.order?.outcome ?? ownOutcome, why: this.order?.why, stopBegan: this.stopBegan };
  }
}
