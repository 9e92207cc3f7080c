import { DrawnFacts, DrawnPod } from './drawn-pod';
import { givenLayout, givenTitle } from './given-options';
import { drawing, simulate } from './lazy';
import { TimelinePictureOptions, TimelineTextOptions } from './picture-options';
import { JsonObject } from '../data/json';
import { Caller, inTypeScript } from '../data/language';
import { wording } from '../data/wording';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { ContainerRole, PodModel } from '../kubernetes/pod';
import { CloseCall, describeCloseCalls } from '../simulator/close-call';
import { Scenario } from '../simulator/scenario';
import { LifecycleEvent, PodOutcome, PodPhase, SimulationResult, TimelineEvent } from '../simulator/timeline-event';

/**
 * What a pod does, event by event. `Timeline` is its public form.
 * @internal
 */
export class PodTimeline {
  /** The version of the kubelet that runs the pod. */
  public readonly kubernetes: KubernetesVersion;
  /** The simulated pod. */
  public readonly pod: PodModel;
  /** The pod's phase at the end. */
  public readonly phase: PodPhase;
  /** How the pod ends. */
  public readonly outcome: PodOutcome;
  /**
   * Why the pod failed or is stuck, in a sentence.
   * @default - the pod neither failed nor is stuck
   */
  public readonly why?: string;

  private readonly result: SimulationResult;

  /**
   * @param facts what is known of the pod besides its spec
   * @param caller whose words errors use
   */
  public constructor(pod: PodModel, scenario: Scenario, private readonly facts: DrawnFacts, private readonly caller: Caller = inTypeScript) {
    this.pod = pod;
    this.kubernetes = scenario.kubernetes ?? KubernetesVersion.DEFAULT;
    this.result = simulate(pod, scenario, caller);
    this.phase = this.result.phase;
    this.outcome = this.result.outcome;
    this.why = this.result.why;
  }

  /** All events in the order of time. Of events at one instant, causes come before their effects. */
  public get events(): TimelineEvent[] {
    return [...this.result.events];
  }

  /**
   * What goes well with less than 2 s to spare, in sentences: a startup probe that passes, an exit before SIGKILL, an end before a deadline. A real kubelet can be
   * that late, so it may go wrong.
   */
  public get closeCalls(): string[] {
    return this._closeCalls(() => true);
  }

  /**
   * The close calls of some kinds only.
   * @internal
   */
  public _closeCalls(isWanted: (call: CloseCall) => boolean): string[] {
    return describeCloseCalls((this.result.closeCalls ?? []).filter(isWanted));
  }

  /**
   * Returns the events of one container.
   * @param container its name
   */
  public eventsOf(container: string): TimelineEvent[] {
    this.pod.container(container);
    return this.result.events.filter(event => event.container === container);
  }

  /**
   * Tells whether one container starts only once another is up.
   *
   * Up means that its startup probe has passed, or, without a startup probe, that its process runs. A regular init container is up when it has succeeded. Two main
   * containers start together, so neither starts before the other, unless a postStart hook delays the second one.
   *
   * @param first the container that should be up first
   * @param second the container that should start after it
   */
  public startsBefore(first: string, second: string): boolean {
    const up = this.upEvent(first);
    const start = this.indexOf(second, LifecycleEvent.STARTED);
    if (up < 0 || start < 0 || up > start) {
      return false;
    }
    const events = this.result.events;
    return events[up].at < events[start].at || this.pod.container(first).role !== ContainerRole.MAIN;
  }

  /**
   * Tells whether one container still runs when another has exited for good.
   *
   * Of two containers that exit at the same instant, one outlives the other only if it receives its stop signal after the other has exited.
   *
   * Throws when the scenario stops neither the pod nor the other container: set `deleteAt` for a workload that runs until it is deleted.
   *
   * @param survivor the container that should last longer
   * @param other the container that should exit first
   */
  public outlives(survivor: string, other: string): boolean {
    const otherEnd = this.lastIndexOf(other, LifecycleEvent.EXITED);
    if (otherEnd < 0 && this.startOf(survivor) !== undefined && this.outcome === PodOutcome.RUNNING && !this.pod.runsToCompletion) {
      const why = wording`'${other}' never exits in this scenario, so it is not known whether '${survivor}' outlives it: set 'deleteAt', for example { deleteAt: 60 }`;
      throw new Error(why.in(this.caller()));
    }
    if (this.startOf(survivor) === undefined || otherEnd < 0 || this.runsAtEnd(other)) {
      return false;
    }
    if (this.runsAtEnd(survivor)) {
      return true;
    }
    const events = this.result.events;
    const end = this.lastIndexOf(survivor, LifecycleEvent.EXITED);
    const told = this.lastIndexOf(survivor, LifecycleEvent.SIGTERM);
    return events[end].at > events[otherEnd].at || (end > otherEnd && told > otherEnd);
  }

  /** Tells whether the pod's work succeeds. */
  public completes(): boolean {
    return this.outcome === PodOutcome.COMPLETED;
  }

  /**
   * Returns when a container first starts, in seconds from the pod's start, or nothing if it never does.
   * @param container its name
   */
  public startOf(container: string): number | undefined {
    return this.timeAt(this.indexOf(container, LifecycleEvent.STARTED));
  }

  /**
   * Returns when a container exits for good, in seconds from the pod's start, or nothing if it never does.
   * @param container its name
   */
  public endOf(container: string): number | undefined {
    return this.runsAtEnd(container) ? undefined : this.timeAt(this.lastIndexOf(container, LifecycleEvent.EXITED));
  }

  /**
   * Tells whether the kubelet had to kill a container.
   * @param container its name
   */
  public isKilled(container: string): boolean {
    return this.indexOf(container, LifecycleEvent.SIGKILL) >= 0;
  }

  /** Returns how long the pod takes to stop, in seconds, until its last container has exited, or nothing if it does not stop. */
  public stopSeconds(): number | undefined {
    const { stopBegan, events } = this.result;
    if (stopBegan === undefined) {
      return undefined;
    }
    const ends = events.filter(event => event.event === LifecycleEvent.EXITED).map(event => Math.round(event.at * 1000));
    return (Math.max(stopBegan, ...ends.slice(-1)) - stopBegan) / 1000;
  }

  /**
   * Draws the timeline as lanes and a list of events.
   * @param options how wide it is, and with which characters
   */
  public toText(options: TimelineTextOptions = {}): string {
    return drawing().drawTimeline(this._drawn, givenLayout(options, this.caller));
  }

  /**
   * Draws the timeline as SVG: one self-contained picture that follows the color scheme and the width of its place.
   *
   * In HTML, place it directly or with `<img src="…" width="800">`: without a width, browsers show an image of it 300 pixels wide.
   *
   * @param options its heading
   */
  public toSvg(options: TimelinePictureOptions = {}): string {
    return drawing().drawSvg(this._drawn, { title: givenTitle(options, this.caller), subtitle: this._subtitle });
  }

  /**
   * Draws the timeline as a Gantt chart of Mermaid, which code hosts show in Markdown.
   * @param options its heading
   */
  public toMermaid(options: TimelinePictureOptions = {}): string {
    return drawing().drawMermaid(this._drawn, givenTitle(options, this.caller));
  }

  /** Returns the timeline as data, as `cdk8s-sidecars explain --format json` prints it. */
  public toJson(): JsonObject {
    return {
      kubernetes: this.kubernetes.toString(),
      gracePeriodSeconds: this.pod.gracePeriodSeconds,
      events: this.events,
      phase: this.phase,
      outcome: this.outcome,
      ...(this.why === undefined ? {} : { why: this.why }),
    };
  }

  /**
   * What pictures show.
   * @internal
   */
  public get _drawn(): DrawnPod {
    return { ...this.facts, pod: this.pod, result: this.result };
  }

  /**
   * The line below the heading of a picture.
   * @internal
   */
  public get _subtitle(): string {
    return `Kubernetes ${this.kubernetes}`;
  }

  private upEvent(name: string): number {
    const container = this.pod.container(name);
    if (container.role === ContainerRole.INIT) {
      return this.result.events.findIndex(event => event.container === name && event.event === LifecycleEvent.EXITED && event.code === 0);
    }
    return this.indexOf(name, container.spec.startupProbe ? LifecycleEvent.GATE_OPEN : LifecycleEvent.STARTED);
  }

  private runsAtEnd(name: string): boolean {
    return this.lastIndexOf(name, LifecycleEvent.STARTED) > this.lastIndexOf(name, LifecycleEvent.EXITED);
  }

  private indexOf(name: string, kind: LifecycleEvent): number {
    this.pod.container(name);
    return this.result.events.findIndex(event => event.container === name && event.event === kind);
  }

  private lastIndexOf(name: string, kind: LifecycleEvent): number {
    this.pod.container(name);
    const { events } = this.result;
    let index = events.length - 1;
    while (index >= 0 && !(events[index].container === name && events[index].event === kind)) {
      index--;
    }
    return index;
  }

  private timeAt(index: number): number | undefined {
    return index < 0 ? undefined : this.result.events[index].at;
  }
}
