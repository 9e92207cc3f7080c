import { drawTimeline, simulate } from './lazy';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { ContainerRole, Pod } from '../kubernetes/pod';
import { Scenario } from '../simulator/scenario';
import { LifecycleEvent, PodOutcome, PodPhase, Story, TimelineEvent } from '../simulator/timeline-event';

/**
 * What a pod will do, event by event, and the questions that a test would ask of it.
 *
 * Times are those of an ideal kubelet: what a real one adds, up to about a second a step, is not in them.
 */
export class Timeline {
  /**
   * Plays a pod's life as a kubelet would run it.
   *
   * Throws when the scenario names a container that the pod does not have, or a time that cannot be.
   *
   * @param pod the pod
   * @param scenario what its programs do, and when it is deleted; by default nobody deletes it
   */
  public static of(pod: Pod, scenario: Scenario = {}): Timeline {
    return new Timeline(pod, scenario.kubernetes ?? KubernetesVersion.DEFAULT, simulate(pod, scenario));
  }

  /** The version of the kubelet that runs the pod. */
  public readonly kubernetes: KubernetesVersion;
  /** The pod whose life it is. */
  public readonly pod: Pod;
  /** The pod's phase at the end. */
  public readonly phase: PodPhase;
  /** How it ends. */
  public readonly outcome: PodOutcome;
  /**
   * Why the pod failed or is stuck, in a sentence.
   * @default - there is nothing to explain
   */
  public readonly why?: string;

  private readonly story: Story;

  private constructor(pod: Pod, kubernetes: KubernetesVersion, story: Story) {
    this.pod = pod;
    this.kubernetes = kubernetes;
    this.story = story;
    this.phase = story.phase;
    this.outcome = story.outcome;
    this.why = story.why;
  }

  /** Everything that happens, by time, causes before their effects. */
  public get events(): TimelineEvent[] {
    return [...this.story.events];
  }

  /**
   * What happens to one container.
   * @param container its name
   */
  public eventsOf(container: string): TimelineEvent[] {
    this.pod.container(container);
    return this.story.events.filter(event => event.container === container);
  }

  /**
   * Whether one container is only started once another is up.
   *
   * Up means: its startup probe has passed; without one, its process runs; a plain init container has ended well. Two main containers start
   * together, so neither starts before the other, unless a post-start hook holds the second one up.
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
    const events = this.story.events;
    return events[up].at < events[start].at || this.pod.container(first).role !== ContainerRole.MAIN;
  }

  /**
   * Whether one container still runs when another has ended for good.
   *
   * Two containers that end at the same instant do not outlive each other, unless one was only told to stop after the other's end.
   *
   * @param survivor the container that should last longer
   * @param other the container that should end first
   */
  public outlives(survivor: string, other: string): boolean {
    const otherEnd = this.lastIndexOf(other, LifecycleEvent.EXITED);
    if (this.startOf(survivor) === undefined || otherEnd < 0 || this.runsAtEnd(other)) {
      return false;
    }
    if (this.runsAtEnd(survivor)) {
      return true;
    }
    const events = this.story.events;
    const end = this.lastIndexOf(survivor, LifecycleEvent.EXITED);
    const told = this.lastIndexOf(survivor, LifecycleEvent.SIGTERM);
    return events[end].at > events[otherEnd].at || (end > otherEnd && told > otherEnd);
  }

  /** Whether the pod's work ends well, by itself. */
  public completes(): boolean {
    return this.outcome === PodOutcome.COMPLETED;
  }

  /**
   * When a container first starts, in seconds from the pod's start. Nothing when it never does.
   * @param container its name
   */
  public startOf(container: string): number | undefined {
    return this.timeAt(this.indexOf(container, LifecycleEvent.STARTED));
  }

  /**
   * When a container ends for good, in seconds from the pod's start. Nothing when it never does.
   * @param container its name
   */
  public endOf(container: string): number | undefined {
    return this.runsAtEnd(container) ? undefined : this.timeAt(this.lastIndexOf(container, LifecycleEvent.EXITED));
  }

  /**
   * Whether a container had to be killed.
   * @param container its name
   */
  public isKilled(container: string): boolean {
    return this.indexOf(container, LifecycleEvent.SIGKILL) >= 0;
  }

  /** How long the pod takes to stop, from the order to its last container's end, in seconds. Nothing when it does not stop. */
  public stopSeconds(): number | undefined {
    const { stopBegan, events } = this.story;
    if (stopBegan === undefined) {
      return undefined;
    }
    const ends = events.filter(event => event.event === LifecycleEvent.EXITED).map(event => Math.round(event.at * 1000));
    return (Math.max(stopBegan, ...ends.slice(-1)) - stopBegan) / 1000;
  }

  /** The timeline as lanes and sentences, at most 100 columns wide. */
  public toText(): string {
    return drawTimeline(this.pod, this.story);
  }

  /** The timeline as data, in the form that `cdk8s-sidecars explain --format json` prints. */
  public toJson(): any {
    return {
      kubernetes: this.kubernetes.toString(),
      gracePeriodSeconds: this.pod.gracePeriodSeconds,
      events: this.events,
      phase: this.phase,
      outcome: this.outcome,
      ...(this.why === undefined ? {} : { why: this.why }),
    };
  }

  private upEvent(name: string): number {
    const container = this.pod.container(name);
    if (container.role === ContainerRole.INIT) {
      return this.story.events.findIndex(event => event.container === name && event.event === LifecycleEvent.EXITED && event.code === 0);
    }
    return this.indexOf(name, container.spec.startupProbe ? LifecycleEvent.GATE_OPEN : LifecycleEvent.STARTED);
  }

  private runsAtEnd(name: string): boolean {
    return this.lastIndexOf(name, LifecycleEvent.STARTED) > this.lastIndexOf(name, LifecycleEvent.EXITED);
  }

  private indexOf(name: string, kind: LifecycleEvent): number {
    this.pod.container(name);
    return this.story.events.findIndex(event => event.container === name && event.event === kind);
  }

  private lastIndexOf(name: string, kind: LifecycleEvent): number {
    this.pod.container(name);
    const { events } = this.story;
    let index = events.length - 1;
    while (index >= 0 && !(events[index].container === name && events[index].event === kind)) {
      index--;
    }
    return index;
  }

  private timeAt(index: number): number | undefined {
    return index < 0 ? undefined : this.story.events[index].at;
  }
}
