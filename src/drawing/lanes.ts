import { DrawnPod, FailingCalls } from './drawn-pod';
import { ContainerRole, PodContainer } from '../kubernetes/pod';
import { LifecycleEvent, PodOutcome, TimelineEvent } from '../simulator/timeline-event';

/** What a container does between two instants. */
export type Phase = 'waiting' | 'starting' | 'up' | 'hook' | 'stopping' | 'backoff';

/** The names of the phases, the same in every drawing. */
export const PHASE_NAMES: { readonly [phase in Phase]: string } = {
  waiting: 'waiting',
  starting: 'starting',
  up: 'up',
  hook: 'preStop hook',
  stopping: 'stopping',
  backoff: 'back-off',
};

/** A stretch of a container's life in one phase, in seconds from the pod's start; infinite if the pod lives on. */
export interface Span {
  readonly phase: Phase;
  readonly from: number;
  readonly to: number;
}

/** The end of a run of a container. */
export interface Exit {
  readonly at: number;
  readonly code: number;
  /** The kubelet had to kill it. */
  readonly killed: boolean;
}

/** One container's life. */
export interface Lane {
  readonly name: string;
  readonly role: ContainerRole;
  /** A mesh or another injector adds it. */
  readonly injected: boolean;
  readonly spans: readonly Span[];
  readonly exits: readonly Exit[];
  /** When its startup probe reaches its failure threshold. */
  readonly failures: readonly number[];
  /** When calls of it fail. */
  readonly failing: readonly FailingCalls[];
  /** It still runs, or waits to, when the simulation ends. */
  readonly open: boolean;
}

/** The instants of a picture, and what it shows after the last event. */
export interface Extent {
  /** The end of the last span. */
  readonly end: number;
  /** The pod lives on after the last event. */
  readonly open: boolean;
}

/** Tells until when a picture of a pod goes. */
export function extentOf({ result: { events, outcome, stopBegan = 0 } }: DrawnPod): Extent {
  const end = Math.max(events[events.length - 1]?.at ?? 0, stopBegan / 1000);
  return { end, open: outcome === PodOutcome.RUNNING || outcome === PodOutcome.STUCK };
}

/** The containers of a pod as lanes, in start order. */
export function lanesOf(drawn: DrawnPod): Lane[] {
  const { pod, result, injected = [], failing = [] } = drawn;
  const extent = extentOf(drawn);
  const byName = new Map<string, TimelineEvent[]>(pod.containers.map(({ name }) => [name, []]));
  result.events.forEach(event => byName.get(event.container)?.push(event));
  return pod.containers.map(container => ({
    ...laneOf(container, byName.get(container.name)!, extent),
    injected: injected.includes(container.name),
    failing: failing.filter(calls => calls.container === container.name),
  }));
}

/** Whether later containers wait for the startup probe of this one; that of an ordinary container only delays its other probes. */
export function hasGate({ role, spec }: PodContainer): boolean {
  return spec.startupProbe !== undefined && role !== ContainerRole.INIT;
}

function laneOf(container: PodContainer, events: readonly TimelineEvent[], { end, open }: Extent): Omit<Lane, 'injected' | 'failing'> {
  const spans: Span[] = [];
  let phase: Phase | undefined = 'waiting';
  let from = 0;
  let beforeHook: Phase = 'up';
  for (const event of events) {
    const next = phaseAfter(event.event, hasGate(container), phase, beforeHook);
    if (next === 'hook') {
      beforeHook = event.event === LifecycleEvent.GATE_OPEN ? 'up' : phase !== undefined && phase !== 'hook' ? phase : beforeHook;
    }
    if (next !== phase) {
      pushSpan(spans, phase, from, event.at);
      from = event.at;
    }
    phase = next;
  }
  pushSpan(spans, phase, from, open ? Infinity : end);
  const killed = new Set(events.filter(({ event }) => event === LifecycleEvent.SIGKILL).map(({ at }) => at));
  return {
    name: container.name,
    role: container.role,
    spans,
    exits: events.filter(({ event }) => event === LifecycleEvent.EXITED).map(({ at, code = 0 }) => ({ at, code, killed: killed.has(at) })),
    failures: events.filter(({ event }) => event === LifecycleEvent.GATE_FAILED).map(({ at }) => at),
    open: open && phase !== undefined,
  };
}

function pushSpan(spans: Span[], phase: Phase | undefined, from: number, to: number): void {
  if (phase !== undefined && to > from) {
    spans.push({ phase, from, to });
  }
}

function phaseAfter(event: LifecycleEvent, gated: boolean, before: Phase | undefined, beforeHook: Phase): Phase | undefined {
  switch (event) {
    case LifecycleEvent.STARTED: return gated ? 'starting' : 'up';
    // A startup probe may pass while a preStop hook runs.
    case LifecycleEvent.GATE_OPEN: return before === 'hook' || before === 'stopping' ? before : 'up';
    case LifecycleEvent.PRE_STOP_BEGIN: return 'hook';
    case LifecycleEvent.PRE_STOP_END: return before === 'hook' ? beforeHook : before;
    case LifecycleEvent.SIGTERM: return 'stopping';
    case LifecycleEvent.EXITED: return undefined;
    case LifecycleEvent.BACKOFF: return 'backoff';
    default: return before;
  }
}
