import { ContainerBehavior, KubernetesVersion, LifecycleEvent, PodModel, Scenario, TimelineEvent } from '../src';

/** What a scenario says, as data: times in seconds from the pod's start. */
export interface TraceScenario {
  readonly deleteAt?: number;
  readonly deleteGracePeriod?: number;
  readonly deleteAgainAt?: number;
  readonly deleteAgainGracePeriod?: number;
  readonly containers: { readonly [container: string]: ContainerBehavior };
}

/** What a real kubelet did with a pod: a fixture that the simulator is checked against. */
export interface Trace {
  readonly name: string;
  readonly promise: string;
  /** The kubelet's version. */
  readonly kubernetes: string;
  /** The container runtime and its version. */
  readonly runtime: string;
  readonly recorded: string;
  /** The object that was applied. */
  readonly manifest: any;
  /** What the programs did and what was done to the pod, at the times at which it was really done. */
  readonly scenario: TraceScenario;
  readonly observed: Observed;
}

/** What was seen, with times in seconds from the start of the pod's first container. */
export interface Observed {
  /** When the Job, or else the pod, began to exist, in whole seconds: deadlines count from there. */
  readonly created: number;
  /** How long the pod was watched; what would have come later is not known. */
  readonly until: number;
  readonly events: TimelineEvent[];
  readonly phase: string;
  readonly outcome: string;
  /** What the Job came to, and why. */
  readonly job?: string;
  /** What else the promise is about. */
  readonly notes?: { readonly [name: string]: unknown };
}

/** The pod of a trace. */
export function podOf(trace: Trace): PodModel {
  return PodModel.fromManifest(trace.manifest);
}

/** The scenario of a trace, for the simulator. */
export function scenarioOf(trace: Trace): Scenario {
  return { ...trace.scenario, kubernetes: KubernetesVersion.of(trace.kubernetes) };
}

/** The events of one container. */
export function eventsOf(trace: Trace, container: string): TimelineEvent[] {
  return trace.observed.events.filter(event => event.container === container);
}

/** When something happened to a container for the first time; never is infinitely late. */
export function firstAt(trace: Trace, container: string, kind: `${LifecycleEvent}`): number {
  return eventsOf(trace, container).find(event => event.event === kind)?.at ?? Infinity;
}

/** When something happened to a container for the last time; never is infinitely late. */
export function lastAt(trace: Trace, container: string, kind: `${LifecycleEvent}`): number {
  return eventsOf(trace, container).filter(event => event.event === kind).pop()?.at ?? Infinity;
}

/** A trace as text: an event a line, everything else indented. */
export function printTrace(trace: Trace): string {
  const events = trace.observed.events.map(event => `      ${JSON.stringify(event)}`).join(',\n');
  const text = JSON.stringify({ ...trace, observed: { ...trace.observed, events: ['EVENTS'] } }, undefined, 1);
  return `${text.replace(/\[\s*"EVENTS"\s*\]/, () => (events ? `[\n${events}\n  ]` : '[]'))}\n`;
}
