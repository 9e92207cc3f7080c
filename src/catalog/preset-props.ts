import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';

/** Properties that all sidecars of the catalog have. */
export interface PresetProps {
  /**
   * The container image, with a tag or a digest. Arguments and configuration fit the version in its tag; a version that is too old is refused.
   * @default - the version in docs/catalog.md
   */
  readonly image?: string;
  /**
   * The version of the program in `image`, for example `0.159`, if the tag does not show it. Required where the configuration depends on it.
   * @default - the version in the tag of `image`
   */
  readonly version?: string;
  /**
   * The name of the container, a DNS label.
   * @default - the construct id
   */
  readonly name?: string;
  /**
   * The path of the pod template that gets the sidecar, for an object with several, for example `spec.workerGroupSpecs[0].template` in a RayCluster.
   * @default - the only pod template of the workload
   */
  readonly podTemplate?: string;
  /**
   * CPU and memory. The value replaces all defaults, also for the fields that it omits.
   * @default - small requests and a memory limit that fit the program
   */
  readonly resources?: kplus.ContainerResources;
  /**
   * How long the sidecar takes to shut down after SIGTERM. It counts toward the grace period of the pod.
   * @default - the time that the program needs with this configuration
   */
  readonly shutdown?: Duration;
  /**
   * How long the startup gate may stay closed before the kubelet restarts the sidecar.
   * @default Duration.seconds(60)
   */
  readonly patience?: Duration;
  /**
   * When to pull the image.
   * @default ImagePullPolicy.IF_NOT_PRESENT
   */
  readonly imagePullPolicy?: kplus.ImagePullPolicy;
}
