import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { DrainNotice } from './drain-notice';
import { StartupGate } from './startup-gate';

/** What a sidecar is made of. */
export interface NativeSidecarProps {
  /** The image, with a tag or a digest. */
  readonly image: string;
  /** What must be true before the containers after it may start. */
  readonly startup: StartupGate;
  /**
   * The container's name, a DNS label.
   * @default - the construct's id
   */
  readonly name?: string;
  /**
   * How long it needs after its stop signal. It counts toward the pod's grace period.
   * @default Duration.seconds(5)
   */
  readonly shutdown?: Duration;
  /**
   * The entrypoint, run without a shell.
   * @default - the image's entrypoint
   */
  readonly command?: string[];
  /**
   * The arguments of the entrypoint.
   * @default - the image's command
   */
  readonly args?: string[];
  /**
   * The folder that it starts in.
   * @default - the image's working directory
   */
  readonly workingDir?: string;
  /**
   * The ports that it listens on.
   * @default - no port is declared
   */
  readonly ports?: kplus.ContainerPort[];
  /**
   * Environment variables.
   * @default - the image's environment
   */
  readonly envVariables?: { [name: string]: kplus.EnvValue };
  /**
   * ConfigMaps and Secrets whose keys become environment variables.
   * @default - no such sources
   */
  readonly envFrom?: kplus.EnvFrom[];
  /**
   * Volumes that it brings and mounts. To mount one that the pod already has, use `mountExisting`.
   * @default - no volumes
   */
  readonly volumeMounts?: kplus.VolumeMount[];
  /**
   * CPU and memory. What is given replaces the default as a whole.
   * @default - requests of 50m CPU and 64Mi memory, a memory limit of 128Mi
   */
  readonly resources?: kplus.ContainerResources;
  /**
   * The numeric user that it runs as. A kubelet refuses to run an image as non-root whose user is only a name.
   * @default 65532
   */
  readonly user?: number;
  /**
   * Exceptions from the restricted security context. Each field that is given replaces one default.
   * @default - non-root, no privilege escalation, all capabilities dropped, seccomp RuntimeDefault, read-only root
   */
  readonly securityContext?: kplus.ContainerSecurityContextProps;
  /**
   * When the image is pulled.
   * @default ImagePullPolicy.IF_NOT_PRESENT
   */
  readonly imagePullPolicy?: kplus.ImagePullPolicy;
  /**
   * Whether requests may be sent to the *pod*: a sidecar's readiness counts for the whole pod, so only give it one if the pod is useless without it.
   * @default - the pod's readiness does not depend on a probe of this sidecar
   */
  readonly readiness?: kplus.Probe;
  /**
   * When the sidecar, and only it, is restarted.
   * @default - it is restarted when it ends
   */
  readonly liveness?: kplus.Probe;
  /**
   * Tells it to begin draining the moment the pod begins to stop. It must not stop it.
   * @default - it is told nothing before its stop signal
   */
  readonly preStop?: DrainNotice;
}
