import { checkValue, POD, required } from '../data/arguments';
import { inTypeScript } from '../data/language';
import { PodModel, PodContainer } from '../kubernetes/pod';

/** How long a container takes to stop. */
export interface StopNeeds {
  /**
   * How many seconds its preStop hook takes. Fractions count to the millisecond.
   * @default 0
   */
  readonly preStop?: number;
  /**
   * How many seconds it takes to exit after the stop signal. Fractions count to the millisecond.
   * @default 0
   */
  readonly shutdown?: number;
}

/** When one container stops, in seconds from the moment at which the pod starts to stop. */
export interface BudgetEntry {
  /** The container's name. */
  readonly container: string;
  /** When it receives SIGTERM. */
  readonly toldToStop: number;
  /** When it exits. */
  readonly ends: number;
  /** How long its preStop hook takes. Every hook starts at 0, including those of sidecars. */
  readonly preStop: number;
  /** How long it takes to exit after SIGTERM. */
  readonly shutdown: number;
}

/** What a container does with its share of the time. */
export enum BudgetUse {
  /** It waits for its preStop hook. */
  PRE_STOP = 'pre-stop',
  /** It shuts down after SIGTERM. */
  SHUTDOWN = 'shutdown',
}

/** One share of the time that the pod needs to stop, and the container that needs it. */
export interface BudgetShare {
  /** The container's name. */
  readonly container: string;
  /** What it does in this time. */
  readonly what: BudgetUse;
  /** How many seconds it takes. */
  readonly seconds: number;
}

/** A time larger than this is a mistake: 68 years. */
const LONGEST_SECONDS = 2 ** 31 - 1;

/** The times of one container. Whole numbers, so that sums are exact. */
interface Milliseconds {
  readonly container: string;
  readonly preStop: number;
  readonly shutdown: number;
}

/** When a container receives SIGTERM, and when it exits. */
interface Stopped extends Milliseconds {
  readonly toldToStop: number;
  readonly ends: number;
}

/**
 * Computes how long a pod needs to stop, container by container.
 *
 * All preStop hooks start at once. A main container receives SIGTERM when its own hook has ended. A native sidecar receives it when its own hook has ended, and all
 * main containers and the sidecar that started after it have exited. So the sidecars stop one after another, in reverse order. Regular init containers do not count.
 * Kubernetes does this since 1.29; before, sidecars stopped in parallel with the app.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
 */
export class Budget {
  /** The seconds added to the sum: a kubelet takes up to about a second to notice that a container has exited. */
  public static readonly MARGIN_SECONDS = 2;

  /**
   * Adds up the time that a pod needs to stop.
   *
   * Throws if the pod has no such container, or if a time is negative or not a number.
   *
   * @param pod the pod
   * @param needs the times of each container, by container name; a container that is missing here needs no time
   */
  public static of(pod: PodModel, needs?: { [container: string]: StopNeeds }): Budget {
    checkValue('the pod of a budget', pod, required(POD), inTypeScript);
    const given = new Map<string, Milliseconds>();
    for (const [name, need] of Object.entries(needs ?? {})) {
      given.set(name, inMilliseconds(pod, pod.container(name), need));
    }
    const needOf = (container: PodContainer) => given.get(container.name) ?? inMilliseconds(pod, container, {});
    return new Budget(pod.mains.map(needOf), pod.sidecars.map(needOf).reverse());
  }

  /** The shortest grace period in which every container exits before it is killed, in whole seconds. */
  public readonly requiredSeconds: number;
  /** The grace period to set: the required seconds plus the margin. */
  public readonly recommendedSeconds: number;

  private readonly stopped: Stopped[] = [];
  /** The longest chain of waits, from the first hook to the last exit. */
  private readonly longest: Milliseconds[] = [];
  private readonly ends: number;

  private constructor(mains: readonly Milliseconds[], sidecars: readonly Milliseconds[]) {
    let ends = 0;
    for (const main of mains) {
      const end = this.enter(main, main.preStop);
      if (end > ends) {
        this.longest[0] = main;
        ends = end;
      }
    }
    for (const sidecar of sidecars) {
      if (sidecar.preStop > ends) {
        this.longest.length = 0;
        this.longest.push(sidecar);
      } else {
        this.longest.push({ ...sidecar, preStop: 0 });
      }
      ends = this.enter(sidecar, Math.max(sidecar.preStop, ends));
    }
    this.ends = ends;
    this.requiredSeconds = Math.ceil(toSeconds(ends));
    this.recommendedSeconds = this.requiredSeconds + Budget.MARGIN_SECONDS;
  }

  /** When each container stops, in stop order: the main containers, then the sidecars from the last to the first. */
  public get entries(): BudgetEntry[] {
    return this.stopped.map(({ container, toldToStop, ends, preStop, shutdown }) => ({
      container,
      toldToStop: toSeconds(toldToStop),
      ends: toSeconds(ends),
      preStop: toSeconds(preStop),
      shutdown: toSeconds(shutdown),
    }));
  }

  /** The shares that add up to the required time: the longest chain of waits from the first hook to the last exit. Omits shares of 0 s. */
  public get usedBy(): BudgetShare[] {
    return this.longest.flatMap(shares).filter(share => share.seconds > 0);
  }

  /**
   * Tells whether every container exits within a grace period. The margin is not required.
   * @param gracePeriodSeconds the pod's `terminationGracePeriodSeconds`
   */
  public fits(gracePeriodSeconds: number): boolean {
    return gracePeriodSeconds >= this.requiredSeconds;
  }

  /** Explains the sum on one line: `app pre-stop 5 s + app shutdown 20 s + cache shutdown 2 s = 27 s, plus 2 s of margin: 29 s`. */
  public explain(): string {
    const parts = this.usedBy.map(share => `${share.container} ${share.what} ${share.seconds} s`);
    const total = parts.length > 1 ? ` = ${toSeconds(this.ends)} s` : '';
    const sum = parts.length > 0 ? `${parts.join(' + ')}${total}` : 'no container needs time to stop: 0 s';
    const rounded = toSeconds(this.ends) === this.requiredSeconds ? '' : `, rounded up to ${this.requiredSeconds} s`;
    return `${sum}${rounded}, plus ${Budget.MARGIN_SECONDS} s of margin: ${this.recommendedSeconds} s`;
  }

  private enter(container: Milliseconds, toldToStop: number): number {
    const ends = toldToStop + container.shutdown;
    this.stopped.push({ container: container.container, preStop: container.preStop, shutdown: container.shutdown, toldToStop, ends });
    return ends;
  }
}

function shares(part: Milliseconds): BudgetShare[] {
  return [
    { container: part.container, what: BudgetUse.PRE_STOP, seconds: toSeconds(part.preStop) },
    { container: part.container, what: BudgetUse.SHUTDOWN, seconds: toSeconds(part.shutdown) },
  ];
}

function toSeconds(milliseconds: number): number {
  return milliseconds / 1000;
}

function inMilliseconds(pod: PodModel, container: PodContainer, need: StopNeeds): Milliseconds {
  return {
    container: container.name,
    preStop: toMilliseconds(pod, container, BudgetUse.PRE_STOP, need.preStop),
    shutdown: toMilliseconds(pod, container, BudgetUse.SHUTDOWN, need.shutdown),
  };
}

function toMilliseconds(pod: PodModel, container: PodContainer, what: BudgetUse, value: number | undefined): number {
  const seconds = value ?? 0;
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > LONGEST_SECONDS) {
    throw new Error(`${pod.title}: the ${what} time of container '${container.name}' is ${seconds}: set a number of seconds from 0 to ${LONGEST_SECONDS}`);
  }
  return Math.round(seconds * 1000);
}
