import { SidecarPart } from './compose';
import { Mesh } from '../meshes/mesh';

/** A sidecar, as its host sees it. */
export interface HostedSidecar {
  readonly name: string;
  /** How long it needs after its stop signal, in seconds. */
  readonly shutdownSeconds: number;
  /** Nobody has said how long it needs. */
  readonly shutdownIsAssumed: boolean;
  /** The sidecar as it is now; rendered late, so that what user code adds to it counts. */
  readonly part: () => SidecarPart;
  /** Why no one waits for it, when it has no gate. */
  readonly reasonForNoGate: string | undefined;
}

/** What is said about the app and its pod; what is not said is undefined. */
export interface HostSettings {
  shutdownSeconds?: number;
  preStopDelaySeconds?: number;
  imageHasSleep?: boolean;
  /** Somebody set the grace period, even if to what cdk8s-plus always writes: known only where the workload's props are. */
  gracePeriodGiven?: boolean;
  /** The mesh that the workload joins. */
  mesh?: Mesh;
  /** The workload is ours to complete: it has a sidecar, or somebody said something about its life. */
  adopted?: boolean;
}
