import { Duration } from 'cdk8s';
import { PodResources } from './pod-resources';

/** Settings for the lifecycle of a workload's pod. */
export interface PodLifecycleOptions {
  /**
   * The path of the pod template, for an object with several, for example `spec.workerGroupSpecs[0].template` in a RayCluster.
   * @default - the only pod template of the workload
   */
  readonly podTemplate?: string;
  /**
   * How long the app takes to shut down after SIGTERM. It counts toward the grace period of the pod.
   * @default - 30 seconds, as an assumption
   */
  readonly shutdown?: Duration;
  /**
   * How long the app keeps serving before SIGTERM, because requests still arrive until all clients have removed the endpoint. Zero disables the delay.
   * @default - 5 seconds for a server behind a Service of the same app, if the server has no preStop hook; otherwise no delay. Before Kubernetes 1.30, synth omits
   * the delay and reports it (NS602, info), unless `imageHasSleep` is set
   */
  readonly preStopDelay?: Duration;
  /**
   * Whether the image of the app contains a `sleep` command. Before Kubernetes 1.30, the pre-stop delay requires it.
   * @default false
   */
  readonly imageHasSleep?: boolean;
  /**
   * CPU and memory of the pod as a whole, which the app and its sidecars share. Requires Kubernetes 1.34 or newer; synth refuses it for an older target (NS602).
   * @default - the requests and limits of the containers count
   */
  readonly resources?: PodResources;
}
