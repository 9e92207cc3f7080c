import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';

/** What may be changed about every sidecar of the catalog. */
export interface PresetProps {
  /**
   * The image, with a tag or a digest. The arguments are made for the version that is the default.
   * @default - the version that the preset was made for, see docs/catalog.md
   */
  readonly image?: string;
  /**
   * The container's name, a DNS label.
   * @default - the construct's id
   */
  readonly name?: string;
  /**
   * The path of the pod template that gets the sidecar, for an object with several, for example `spec.workerGroupSpecs[0].template` in a RayCluster.
   * @default - the only pod template of the workload
   */
  readonly podTemplate?: string;
  /**
   * CPU and memory. What is given replaces the default as a whole.
   * @default - modest requests and a memory limit that fit the program
   */
  readonly resources?: kplus.ContainerResources;
  /**
   * How long it needs after its stop signal. It counts toward the pod's grace period.
   * @default - what the program needs as the preset configures it
   */
  readonly shutdown?: Duration;
  /**
   * How long its gate may stay shut before it is killed and started again.
   * @default Duration.seconds(60)
   */
  readonly patience?: Duration;
  /**
   * When the image is pulled.
   * @default ImagePullPolicy.IF_NOT_PRESENT
   */
  readonly imagePullPolicy?: kplus.ImagePullPolicy;
}
