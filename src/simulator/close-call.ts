/** A kubelet is this late at most times, in seconds: what goes well with less to spare may go wrong. */
export const CLOSE_CALL_SECONDS = 2;

/** The title of a list of close calls. */
export const CLOSE_CALL_TITLE = `Less than ${CLOSE_CALL_SECONDS} s to spare, and a real kubelet may be that late`;

/** Something that goes well in the simulation with little time to spare. */
export interface CloseCall {
  /** A startup probe that passes, a container that exits before it is killed, or a pod that ends before a deadline. */
  readonly kind: 'gate' | 'stop' | 'pod-deadline' | 'job-deadline';
  readonly seconds: number;
  /** The container; undefined for a deadline. */
  readonly container?: string;
}

/** Whether a close call means something: assumed times to stop fill the grace period, so what they leave of it means nothing. */
export function isTelling(assumesStops: boolean): (call: CloseCall) => boolean {
  return ({ kind }) => kind !== 'stop' || !assumesStops;
}

/** Describes what goes well with little time to spare, each thing once. */
export function describeCloseCalls(calls: readonly CloseCall[]): string[] {
  return [...new Set(calls.map(describe))];
}

function describe({ kind, seconds, container }: CloseCall): string {
  switch (kind) {
    case 'gate': return `'${container}' is up ${before(seconds)} the last check of its startup probe`;
    case 'stop': return `'${container}' exits ${before(seconds)} the kubelet kills it`;
    case 'pod-deadline': return `the pod ends ${before(seconds)} its deadline`;
    case 'job-deadline': return `the pod ends ${before(seconds)} the deadline of the Job`;
  }
}

function before(seconds: number): string {
  return seconds === 0 ? 'just before' : `${seconds} s before`;
}
