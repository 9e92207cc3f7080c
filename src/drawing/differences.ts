import { DrawnPod, seconds } from './drawn-pod';
import { hasGate, Lane, lanesOf, Phase, Span } from './lanes';
import { OUTCOMES } from './sentences';
import { amount } from '../data/words';
import { ContainerRole } from '../kubernetes/pod';
import { LifecycleEvent } from '../simulator/timeline-event';

/** What differs between two lives of a pod. */
export interface Difference {
  /** The container that differs; undefined for the pod as a whole. */
  readonly container?: string;
  /** What differs, as a sentence without a full stop. */
  readonly sentence: string;
}

/** What matters about a container's life. */
interface Life {
  readonly lane: Lane;
  /** Whether a startup probe tells when it is up. */
  readonly gated: boolean;
  readonly starts?: number;
  /** When it is up: behind its gate, or at its start. */
  readonly up?: number;
  /** When it exits for good; undefined if it never does. */
  readonly ends?: number;
  /** When it receives its last stop signal. */
  readonly told?: number;
  readonly killed: boolean;
  readonly restarts: number;
}

/** Tells what differs, container by container in start order, then for the pod as a whole. */
export function differencesBetween(before: DrawnPod, after: DrawnPod): Difference[] {
  const [old, now] = [livesOf(before), livesOf(after)];
  const own = [...now.keys()].flatMap(name => {
    const parts = old.has(name) ? partsOf(name, old, now) : ['is new'];
    return parts.length > 0 ? [{ container: name, sentence: `'${name}' ${parts.join(', ')}` }] : [];
  });
  const gone = [...old.keys()].filter(name => !now.has(name)).map(name => ({ container: name, sentence: `'${name}' is gone` }));
  return [...own, ...gone, ...wholePod(before, after).map(sentence => ({ sentence }))];
}

/** The times in which a container is in another phase than before. */
export function differingSpans(before: Lane | undefined, after: Lane): Span[] {
  if (!before) {
    return after.spans.filter(({ phase }) => phase !== 'waiting');
  }
  const instants = [...new Set([...before.spans, ...after.spans].flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  return instants.slice(1).flatMap((to, index) => {
    const from = instants[index];
    const [was, is] = [phaseIn(before, from, to), phaseIn(after, from, to)];
    return was === is ? [] : [{ phase: is ?? 'waiting', from, to }];
  });
}

function phaseIn({ spans }: Lane, from: number, to: number): Phase | undefined {
  return spans.find(span => span.from <= from && span.to >= to)?.phase;
}

function livesOf(drawn: DrawnPod): Map<string, Life> {
  const { pod, result: { events } } = drawn;
  return new Map(lanesOf(drawn).map((lane, index) => {
    const own = events.filter(({ container }) => container === lane.name);
    const first = (kind: LifecycleEvent) => own.find(({ event }) => event === kind)?.at;
    const last = (kind: LifecycleEvent) => own.filter(({ event }) => event === kind).pop()?.at;
    const starts = own.filter(({ event }) => event === LifecycleEvent.STARTED).length;
    const gated = hasGate(pod.containers[index]);
    return [lane.name, {
      lane,
      gated,
      starts: first(LifecycleEvent.STARTED),
      up: first(gated ? LifecycleEvent.GATE_OPEN : LifecycleEvent.STARTED),
      ends: starts > lane.exits.length || lane.open ? undefined : last(LifecycleEvent.EXITED),
      told: last(LifecycleEvent.SIGTERM),
      killed: lane.exits.some(exit => exit.killed),
      restarts: Math.max(0, starts - 1),
    }];
  }));
}

function partsOf(name: string, old: ReadonlyMap<string, Life>, now: ReadonlyMap<string, Life>): string[] {
  const [was, is] = [old.get(name)!, now.get(name)!];
  const others = [...now.values()].filter(({ lane }) => lane.role === ContainerRole.MAIN && lane.name !== name && old.has(lane.name));
  const newly = (test: (one: Life, other: Life) => boolean) =>
    others.filter(other => test(is, other) && !test(was, old.get(other.lane.name)!)).map(({ lane }) => `'${lane.name}'`);
  const [ready, outlived] = [newly(isUpBefore), newly(outlives)];
  return [
    ...(was.lane.role === is.lane.role ? [] : [`is a ${nameOf(is.lane.role)} (before: ${nameOf(was.lane.role)})`]),
    ...(ready.length === 0 ? [] : [`${reached(is)} before ${ready.join(', ')} ${ready.length > 1 ? 'start' : 'starts'}`]),
    ...changed('starts', was.starts, is.starts),
    ...(was.restarts === is.restarts ? [] : [`restarts ${amount(is.restarts, 'time')} (before: ${was.restarts})`]),
    ...(was.killed === is.killed ? [] : [is.killed ? 'is killed' : 'is no longer killed']),
    ...(outlived.length === 0 ? [] : [`outlives ${outlived.join(', ')}`]),
    ...changed('exits', was.ends, is.ends),
  ];
}

/** What a container has done before those that wait for it start: only a startup probe tells that it is up. */
function reached({ gated, lane }: Life): string {
  return lane.role === ContainerRole.INIT ? 'exits' : gated ? 'is up' : 'is started';
}

function isUpBefore({ up, lane }: Life, { starts }: Life): boolean {
  return up !== undefined && starts !== undefined && (up < starts || (up === starts && lane.role !== ContainerRole.MAIN));
}

function outlives({ ends, told }: Life, other: Life): boolean {
  return other.ends !== undefined && (ends === undefined || ends > other.ends || (ends === other.ends && told !== undefined && told >= other.ends));
}

function wholePod({ pod: oldPod, result: old }: DrawnPod, { pod, result: now }: DrawnPod): string[] {
  const subject = pod.job ? 'the Job' : 'the pod';
  return [
    ...(old.outcome === now.outcome ? [] : [`${subject} ${OUTCOMES[now.outcome]} (before: ${OUTCOMES[old.outcome]})`]),
    ...(oldPod.gracePeriodSeconds === pod.gracePeriodSeconds ? [] : [`the grace period is ${pod.gracePeriodSeconds} s (before: ${oldPod.gracePeriodSeconds} s)`]),
  ];
}

function nameOf(role: ContainerRole): string {
  return { [ContainerRole.MAIN]: 'main container', [ContainerRole.INIT]: 'regular init container', [ContainerRole.SIDECAR]: 'native sidecar' }[role];
}

function changed(verb: string, was: number | undefined, is: number | undefined): string[] {
  const before = was === undefined ? 'never' : `${seconds(was)} s`;
  return was === is ? [] : [`${is === undefined ? `never ${verb}` : `${verb} at ${seconds(is)} s`} (before: ${before})`];
}
