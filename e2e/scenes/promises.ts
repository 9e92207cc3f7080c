import { LifecycleEvent } from '../../src';
import { firstAt, lastAt, Trace } from '../trace';

type Kind = `${LifecycleEvent}`;

/** Breaks unless the first of one thing came before the first of another. */
export function before(trace: Trace, first: string, firstKind: Kind, second: string, secondKind: Kind): string[] {
  const [a, b] = [firstAt(trace, first, firstKind), firstAt(trace, second, secondKind)];
  return a <= b && a !== Infinity ? [] : [`'${first}' ${firstKind} at ${a} s, '${second}' ${secondKind} at ${b} s`];
}

/** Breaks unless containers ended for good in this order. */
export function endInOrder(trace: Trace, ...containers: string[]): string[] {
  const ends = containers.map(name => lastAt(trace, name, 'exited'));
  const isOrdered = ends.every((end, index) => end !== Infinity && (index === 0 || end >= ends[index - 1]));
  return isOrdered ? [] : [`ended: ${containers.map((name, index) => `'${name}' at ${ends[index]} s`).join(', ')}`];
}

/** Breaks unless something is as expected. */
export function is(what: string, actual: unknown, expected: unknown): string[] {
  return actual === expected ? [] : [`${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`];
}

/** Breaks unless a container never did something. */
export function never(trace: Trace, container: string, kind: Kind): string[] {
  const at = firstAt(trace, container, kind);
  return at === Infinity ? [] : [`'${container}' ${kind} at ${at} s`];
}

/** Breaks unless a container did something just so often. */
export function times(trace: Trace, container: string, kind: Kind, expected: number): string[] {
  return is(`the number of times that '${container}' ${kind}`, trace.observed.events.filter(event => event.container === container && event.event === kind).length, expected);
}
