/** What can happen to a container. */
export enum LifecycleEvent {
  /** Its process was started, for the first time or again. */
  STARTED = 'started',
  /** Its startup probe passed: what waits for it may start. */
  GATE_OPEN = 'gate-open',
  /** Its startup probe failed for good: it is killed, and started again if its restart policy says so. */
  GATE_FAILED = 'gate-failed',
  /** Its pre-stop hook began. */
  PRE_STOP_BEGIN = 'prestop-begin',
  /** Its pre-stop hook ended, or the kubelet waits for it no longer. */
  PRE_STOP_END = 'prestop-end',
  /** It was told to stop. */
  SIGTERM = 'sigterm',
  /** It was killed. */
  SIGKILL = 'sigkill',
  /** Its process ended. */
  EXITED = 'exited',
  /** It ended too often: the kubelet waits before it starts it again. */
  BACKOFF = 'backoff',
}

/** One thing that happens to a container. */
export interface TimelineEvent {
  /** Seconds since the pod's start, to the millisecond. */
  readonly at: number;
  /** The container that it happens to. */
  readonly container: string;
  /** What happens. */
  readonly event: LifecycleEvent;
  /**
   * The exit code.
   * @default - the event is not an exit
   */
  readonly code?: number;
}

/** How a pod's story ends. */
export enum PodOutcome {
  /** It runs on, as a server should. */
  RUNNING = 'running',
  /** Its work ended well. */
  COMPLETED = 'completed',
  /** Its work failed, or took longer than its deadline. */
  FAILED = 'failed',
  /** Somebody deleted it. */
  DELETED = 'deleted',
  /** The app can never start, or the pod can never end. */
  STUCK = 'stuck',
}

/** The phase that Kubernetes reports for a pod. */
export enum PodPhase {
  /** The main containers have not started yet. */
  PENDING = 'Pending',
  /** The main containers were started and not all of them have ended for good. */
  RUNNING = 'Running',
  /** Every main container ended with code 0. */
  SUCCEEDED = 'Succeeded',
  /** A main container ended with another code, or never started. */
  FAILED = 'Failed',
}

/** What a simulation tells. */
export interface Story {
  readonly events: TimelineEvent[];
  readonly phase: PodPhase;
  readonly outcome: PodOutcome;
  /** Why the pod failed or is stuck, in a sentence. */
  readonly why?: string;
  /** When the pod was told to stop, in milliseconds; undefined when it never was. */
  readonly stopBegan?: number;
}
