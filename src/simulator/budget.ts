import { Pod, PodContainer } from '../kubernetes/pod';

/** How long a container takes to stop. */
export interface StopNeeds {
  /**
   * How many seconds its pre-stop hook takes. Fractions count to the millisecond.
   * @default 0
   */
  readonly preStop?: number;
  /**
   * How many seconds it needs from the stop signal to its end. Fractions count to the millisecond.
   * @default 0
   */
  readonly shutdown?: number;
}

/** When one container stops, in seconds from the moment in which the pod is told to stop. */
export interface BudgetEntry {
  /** The container's name. */
  readonly container: string;
  /** When it gets SIGTERM. */
  readonly toldToStop: number;
  /** When it has ended. */
  readonly ends: number;
  /** How long its pre-stop hook takes. Every hook begins at 0, that of a sidecar too. */
  readonly preStop: number;
  /** How long it takes from SIGTERM to its end. */
  readonly shutdown: number;
}

/** What a container does with its part of the budget. */
export enum BudgetUse {
  /** It waits for its pre-stop hook. */
  PRE_STOP = 'pre-stop',
  /** It shuts down after SIGTERM. */
  SHUTDOWN = 'shutdown',
}

/** A part of the time that the pod needs to stop, and who needs it. */
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

/** The whole numbers that the sum is made of. */
interface Milliseconds {
  readonly container: string;
  readonly preStop: number;
  readonly shutdown: number;
}

/** When a container is told to stop, and when it ends. */
interface Stopped extends Milliseconds {
  readonly toldToStop: number;
  readonly ends: number;
}

/**
 * How long a pod needs to stop, container by container.
 *
 * All pre-stop hooks begin at once. A main container gets SIGTERM when its own hook has ended; a native sidecar when its own hook, all main containers and the sidecar
 * that started after it have ended. So the sidecars stop one after the other, the last one first. Plain init containers take no part. This is what Kubernetes does
 * since 1.29; before, sidecars stopped in parallel with the app.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
 */
export class Budget {
  /** The seconds on top of the sum: a kubelet needs up to about a second to notice that a container has ended. */
  public static readonly MARGIN_SECONDS = 2;

  /**
   * Adds up what a pod needs to stop.
   *
   * Throws when a container is unknown, or a time is negative or no number.
   *
   * @param pod the pod to look at
   * @param needs what each container needs, by its name; a container that is not named needs no time
   */
  public static of(pod: Pod, needs?: { [container: string]: StopNeeds }): Budget {
    const said = new Map<string, Milliseconds>();
    for (const [name, need] of Object.entries(needs ?? {})) {
      said.set(name, inMilliseconds(pod, pod.container(name), need));
    }
    const needOf = (container: PodContainer) => said.get(container.name) ?? inMilliseconds(pod, container, {});
    return new Budget(pod.mains.map(needOf), pod.sidecars.map(needOf).reverse());
  }

  /** The shortest grace period in which everything ends by itself, in whole seconds. */
  public readonly requiredSeconds: number;
  /** The grace period to set: the required one and the margin. */
  public readonly recommendedSeconds: number;

  private readonly stopped: Stopped[] = [];
  /** The longest way from the first hook to the last end. */
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

  /** Who needs the time: the parts of the longest way from the first hook to the last end, which add up to it. Parts of 0 s are left out. */
  public get usedBy(): BudgetShare[] {
    return this.longest.flatMap(shares).filter(share => share.seconds > 0);
  }

  /**
   * Tells whether everything ends by itself in a grace period. The margin is not asked for.
   * @param gracePeriodSeconds the pod's `terminationGracePeriodSeconds`
   */
  public fits(gracePeriodSeconds: number): boolean {
    return gracePeriodSeconds >= this.requiredSeconds;
  }

  /** The sum in words, on one line: `app pre-stop 5 s + app shutdown 20 s + cache shutdown 2 s = 27 s, and 2 s of margin: 29 s`. */
  public explain(): string {
    const parts = this.usedBy.map(share => `${share.container} ${share.what} ${share.seconds} s`);
    const sum = parts.length > 0 ? `${parts.join(' + ')} = ${toSeconds(this.ends)} s` : 'no container needs time to stop: 0 s';
    const rounded = toSeconds(this.ends) === this.requiredSeconds ? '' : `, rounded up to ${this.requiredSeconds} s`;
    return `${sum}${rounded}, and ${Budget.MARGIN_SECONDS} s of margin: ${this.recommendedSeconds} s`;
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

function inMilliseconds(pod: Pod, container: PodContainer, need: StopNeeds): Milliseconds {
  return {
    container: container.name,
    preStop: toMilliseconds(pod, container, BudgetUse.PRE_STOP, need.preStop),
    shutdown: toMilliseconds(pod, container, BudgetUse.SHUTDOWN, need.shutdown),
  };
}

function toMilliseconds(pod: Pod, container: PodContainer, what: BudgetUse, value: number | undefined): number {
  const seconds = value ?? 0;
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > LONGEST_SECONDS) {
    throw new Error(`${pod.title}: the ${what} time of container '${container.name}' is ${seconds}: give seconds from 0 to ${LONGEST_SECONDS}`);
  }
  return Math.round(seconds * 1000);
}
