import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { SidecarFailure } from '../sidecars/sidecar-failure';

/** A mount of a volume that the pod already has. */
export interface ExistingVolumeMount extends kplus.MountOptions {
  /** The name of the volume in the pod. */
  readonly volume: string;
  /** The mount path in the sidecar. */
  readonly path: string;
}

/** Properties of the container of every sidecar of the catalog. */
export interface PresetContainerProps {
  /**
   * The container image, with a tag or a digest. Arguments and configuration fit the version in its tag; a version that is too old is refused.
   * @default - the version in docs/catalog.md
   */
  readonly image?: string;
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
   * How long the startup gate may stay closed before the kubelet restarts the sidecar.
   * @default Duration.seconds(60)
   */
  readonly patience?: Duration;
  /**
   * When to pull the image.
   * @default ImagePullPolicy.IF_NOT_PRESENT
   */
  readonly imagePullPolicy?: kplus.ImagePullPolicy;
  /**
   * Additional environment variables of the sidecar. A variable that the sidecar already has with another value is refused.
   * @default - no additional variables
   */
  readonly envVariables?: { [name: string]: kplus.EnvValue };
  /**
   * ConfigMaps and Secrets whose keys become environment variables of the sidecar. Variables that the sidecar sets have priority.
   * @default - no variables from ConfigMaps or Secrets
   */
  readonly envFrom?: kplus.EnvFrom[];
  /**
   * Additional volumes to mount in the sidecar, for example `[{ path: '/etc/ca', volume }]`. The pod gets each volume once, also if its other containers mount it.
   * @default - no additional volumes
   */
  readonly volumeMounts?: kplus.VolumeMount[];
  /**
   * Volumes of the pod to mount in the sidecar by their names, for a workload that is not a cdk8s-plus construct, for example
   * `[{ volume: 'ca', path: '/etc/ca', readOnly: true }]`.
   * @default - no volumes by name
   */
  readonly existingVolumes?: ExistingVolumeMount[];
}

/** Properties of the sidecars of the catalog that run a known program. */
export interface PresetProps extends PresetContainerProps {
  /**
   * The version of the program in `image`, for example `0.159`, if the tag of `image` does not show it, as with a digest or `latest`. Required where the configuration
   * depends on it. It does not choose an image: without `image`, it is refused, and so is a version that contradicts the tag of the program's own image.
   * @default - the version in the tag of `image`
   */
  readonly version?: string;
  /**
   * How long the sidecar takes to shut down after SIGTERM. It counts toward the grace period of the pod.
   * @default - the time that the program needs with this configuration
   */
  readonly shutdown?: Duration;
  /**
   * What the kubelet does when the sidecar exits while the pod runs. A restart of the whole pod requires Kubernetes 1.36 or newer.
   * @default SidecarFailure.restartSidecar()
   */
  readonly onFailure?: SidecarFailure;
  /**
   * Additional arguments of the program, after those of the sidecar, for example `['--log-level=debug']`. A flag that the sidecar sets is refused, and so is a secret:
   * Kubernetes replaces `$(NAME)` with a variable, which `envVariables` can take from a Secret.
   * @default - no additional arguments
   */
  readonly extraArgs?: string[];
}
