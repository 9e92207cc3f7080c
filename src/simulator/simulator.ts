import { Actor, Run } from './actor';
import { Ensemble } from './ensemble';
import { Rank } from './event-queue';
import { launch, PostStartWait } from './launch';
import { behaviorOf, judgeScenario, Scenario } from './scenario';
import { Stage } from './stage';
import { backoffLimitReached, restartLimit, StopOrder, timedOrders } from './stop-orders';
import { endRun, PodStop, Stop } from './stopping';
import { plan, Work } from './sync';
import { LifecycleEvent, PodOutcome, PodPhase, Story } from './timeline-event';
import { phaseAtEnd, rejection, unfinishedStory } from './verdict';
import { KubernetesFeature, SidecarSupport } from '../kubernetes/features';
import { regatesApp, stopsInOrder, waitsForUnstartedSidecars } from '../kubernetes/kubelet-behavior';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { ContainerRole, Pod } from '../kubernetes/pod';

/** A loop that others wait for is followed for so many rounds; what has not come of it by then never will. */
const LONGEST_LOOP = 20;

/** What became of a step of the worker: it is done, it takes time, the back-off forbids it, or it forbids the steps after it too. */
type StepResult = 'done' | 'takes-time' | 'held' | 'held-with-all-after';

/**
 * Plays a pod's life as a kubelet would run it, without the kubelet's own latency.
 *
 * The kubelet has one worker a pod that does one thing at a time: it looks at the containers, decides, and carries out its decision. Post-start
 * hooks and kills hold the worker up, so nothing else happens to the pod meanwhile, not even the start of its deletion.
 */
export function simulate(pod: Pod, scenario: Scenario): Story {
  judgeScenario(pod, scenario);
  const version = scenario.kubernetes ?? KubernetesVersion.DEFAULT;
  return rejection(pod, version) ?? new Simulation(pod, scenario, version).play();
}

class Simulation {
  private readonly stage = new Stage();
  private readonly ensemble: Ensemble;
  private readonly regates: boolean;
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
  private story: Story | undefined;

  constructor(private readonly pod: Pod, private readonly scenario: Scenario, private readonly version: KubernetesVersion) {
    const rules = {
      sidecars: version.sidecars !== SidecarSupport.NONE,
      containerPolicies: version.supports(KubernetesFeature.CONTAINER_RESTART_POLICY),
    };
    this.regates = regatesApp(version);
    this.restartLimit = restartLimit(pod);
    this.ensemble = new Ensemble(pod.containers.map((container, place) =>
      new Actor(pod, container, place, behaviorOf(scenario, container.name), rules)));
  }

  public play(): Story {
    for (const { at, order } of timedOrders(this.pod, this.scenario)) {
      this.stage.plan(at, Rank.ORDER, () => this.obey(order));
    }
    this.stage.plan(0, Rank.KUBELET, () => this.look());
    while (!this.story && this.stage.step()) {
      if (this.loopSeen && this.nothingNewComes()) {
        break;
      }
    }
    return this.story ?? unfinishedStory(this.ensemble, this.stage.events, this.pod, this.version);
  }

  /** Whether all that is left is containers that end again and again, and nothing else waits for any of them. */
  private nothingNewComes(): boolean {
    const { actors, mains, workDone } = this.ensemble;
    const followedLongEnough = actors.every(actor => !actor.loops || actor.ownEnds >= LONGEST_LOOP);
    // A Job that restarts in place gives up one day, so there even an endless loop has an end.
    return !this.busy && this.restartLimit === undefined
      && this.stage.onlyLoopsLeft
      && (followedLongEnough || (!workDone && !mains.some(main => main.starts > 0 && !main.running && !main.done && !main.inBackoff)))
      && !actors.some(actor => actor.hasAccidentAfter(this.stage.now));
  }

  /** Somebody wants the pod gone: as soon as the worker has finished what it is doing. */
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

  /** The worker looks at the pod and does what is to be done, until there is nothing left to do at this instant. */
  private look(): void {
    this.lookPlanned = false;
    while (!this.busy && !this.story) {
      const work = plan(this.ensemble, this.regates);
      if (work.ended) {
        this.finish();
      } else if (work.stopPod) {
        this.stopPod(this.pod.gracePeriodSeconds);
      } else if (!this.carryOut(work)) {
        return;
      }
    }
  }

  /** Kills, then starts, one after another. Returns whether anything was done at once, so that another look is worth it. */
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
        this.ensemble.ended(actor);
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
    launch(stage, actor, { ended: (run, code) => this.end(run, code), judged: judged => this.judged(judged) });
    this.ensemble.started(actor);
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
      this.stage.tell(actor, LifecycleEvent.BACKOFF);
      this.stage.plan(actor.backoffEnds, Rank.KUBELET, () => this.look(), { actor, ended: false });
    }
  }

  private judged(actor: Actor): void {
    this.loopSeen ||= actor.loops;
    if (actor.condemned) {
      this.ensemble.condemned(actor);
    }
    this.planLook();
  }

  private end(run: Run, code: number): void {
    const { actor } = run;
    const single = this.singleStop?.actor === actor ? this.singleStop.stop : undefined;
    this.loopSeen ||= actor.loops;
    endRun(this.stage, run, code, this.podStop?.of(actor) ?? single);
    if (!single) {
      this.ensemble.ended(actor);
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

  /** A pod that is deleted has at least a second. */
  private stopAsOrdered(): void {
    this.stopPod(Math.max(1, this.pod.gracePeriodSeconds));
  }

  private stopPod(grace: number): void {
    this.stopBegan = this.stage.now;
    this.busy = true;
    this.podStop = new PodStop(this.stage, this.ensemble.actors, grace, {
      ordered: stopsInOrder(this.version),
      waitsForAbsent: waitsForUnstartedSidecars(this.version),
    }, () => this.finish());
    this.podStop.begin();
  }

  private finish(): void {
    const phase = this.podFails ? PodPhase.FAILED : phaseAtEnd(this.ensemble);
    const ownOutcome = phase === PodPhase.FAILED ? PodOutcome.FAILED : PodOutcome.COMPLETED;
    this.story = { events: this.stage.events, phase, outcome: this.order?.outcome ?? ownOutcome, why: this.order?.why, stopBegan: this.stopBegan };
  }
}
