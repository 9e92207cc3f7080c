import { CloseCall } from './close-call';

/** The events in the life of a container. */
export enum LifecycleEvent {
  /** Its process starts or restarts. */
  STARTED = 'started',
  /** Its startup probe passes, so containers that wait for it may start. */
  GATE_OPEN = 'gate-open',
  /** Its startup probe reaches its failure threshold: the kubelet kills the container, and restarts it if its restart policy allows. */
  GATE_FAILED = 'gate-failed',
  /** Its postStart hook fails: the kubelet kills the container, and restarts it if its restart policy allows. */
  POST_START_FAILED = 'poststart-failed',
  /** Its preStop hook starts. */
  PRE_STOP_BEGIN = 'prestop-begin',
  /** Its preStop hook ends, or the kubelet stops waiting for it. */
  PRE_STOP_END = 'prestop-end',
  /** It receives its stop signal. */
  SIGTERM = 'sigterm',
  /** The kubelet kills it. */
  SIGKILL = 'sigkill',
  /** Its process exits. */
  EXITED = 'exited',
  /** It has exited too often: the kubelet waits before it restarts the container. */
  BACKOFF = 'backoff',
  /** Its exit matches a restart rule with the action RestartAllContainers: the kubelet stops and restarts all containers of the pod. */
  RESTART_ALL = 'restart-all',
}

/** One event in the life of a container. */
export interface TimelineEvent {
  /** Seconds since the pod's start, to the millisecond. */
  readonly at: number;
  /** The container's name. */
  readonly container: string;
  /** What happens. */
  readonly event: LifecycleEvent;
  /**
   * The exit code.
   * @default - the event is not an exit
   */
  readonly code?: number;
  /**
   * The stop signal that the container asks for.
   * @default - the event is not a stop signal, or it is SIGTERM or that of the image
   */
  readonly signal?: string;
}

/** How a pod ends. */
export enum PodOutcome {
  /** It keeps running, as a server should. */
  RUNNING = 'running',
  /** Its work succeeded. */
  COMPLETED = 'completed',
  /** Its work failed, or exceeded its deadline. */
  FAILED = 'failed',
  /** It was deleted. */
  DELETED = 'deleted',
  /** The app never starts, or the pod never completes. */
  STUCK = 'stuck',
}

/** The phase that Kubernetes reports for a pod. */
export enum PodPhase {
  /** The main containers have not started yet. */
  PENDING = 'Pending',
  /** The main containers have started, and at least one of them runs or will be restarted. */
  RUNNING = 'Running',
  /** Every main container exited with code 0. */
  SUCCEEDED = 'Succeeded',
  /** A main container exited with another code, or never started. */
  FAILED = 'Failed',
}

/** What a simulation returns. */
export interface SimulationResult {
  readonly events: TimelineEvent[];
  readonly phase: PodPhase;
  readonly outcome: PodOutcome;
  /** Why the pod failed or is stuck, in a sentence. */
  readonly why?: string;
  /** What goes well with so little time to spare that a real kubelet may be too late for it. */
  readonly closeCalls?: readonly CloseCall[];
  /** When the pod started to stop, in milliseconds; undefined if it never did. */
  readonly stopBegan?: number;
}
