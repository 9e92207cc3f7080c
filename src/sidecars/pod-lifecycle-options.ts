import { Duration } from 'cdk8s';

/** What only you know about a workload's life. */
export interface PodLifecycleOptions {
  /**
   * How long the app needs after its stop signal. It counts toward the pod's grace period.
   * @default - 30 seconds, as an assumption
   */
  readonly shutdown?: Duration;
  /**
   * How long the app keeps running before its stop signal, because requests still arrive until all endpoints know that the pod is going. Zero switches it off.
   * @default - 5 seconds for a server behind a Service of the same app that has no pre-stop hook of its own, else none. Before Kubernetes 1.30 it is left out,
   * which is a finding (NS602, info), unless `imageHasSleep` is set
   */
  readonly preStopDelay?: Duration;
  /**
   * The app's image has a `sleep` command. Before Kubernetes 1.30 the pre-stop delay needs it.
   * @default false
   */
  readonly imageHasSleep?: boolean;
}
