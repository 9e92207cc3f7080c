import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { DrainNotice } from './drain-notice';
import { ResizePolicy } from './resize-policy';
import { SidecarFailure } from './sidecar-failure';
import { StartupGate } from './startup-gate';
import { StopSignal } from './stop-signal';

/** Properties of a `NativeSidecar`. */
export interface NativeSidecarProps {
  /** The container image, with a tag or a digest. */
  readonly image: string;
  /** The condition that must be true before the next containers of the pod start. */
  readonly startup: StartupGate;
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
   * How long the sidecar takes to shut down after SIGTERM. It counts toward the grace period of the pod.
   * @default - the time that the program of the image is known to take, else 5 seconds as an assumption
   */
  readonly shutdown?: Duration;
  /**
   * The command to run, without a shell.
   * @default - the ENTRYPOINT of the image
   */
  readonly command?: string[];
  /**
   * The arguments of the command.
   * @default - the CMD of the image
   */
  readonly args?: string[];
  /**
   * The working directory.
   * @default - the working directory of the image
   */
  readonly workingDir?: string;
  /**
   * The ports on which the sidecar listens.
   * @default - no declared ports
   */
  readonly ports?: kplus.ContainerPort[];
  /**
   * Environment variables of the container. The manifest lists them by name, but each after the variables that its value refers to as `$(NAME)`.
   * @default - the environment of the image
   */
  readonly envVariables?: { [name: string]: kplus.EnvValue };
  /**
   * ConfigMaps and Secrets whose keys become environment variables.
   * @default - no environment variables from ConfigMaps or Secrets
   */
  readonly envFrom?: kplus.EnvFrom[];
  /**
   * Volumes to add to the pod and mount in the sidecar. To mount a volume that the pod already has, call `mountExisting`.
   * @default - no volumes
   */
  readonly volumeMounts?: kplus.VolumeMount[];
  /**
   * CPU and memory. The value replaces all defaults, also for the fields that it omits.
   * @default - requests of 50m CPU and 64Mi memory, and a memory limit of 128Mi
   */
  readonly resources?: kplus.ContainerResources;
  /**
   * The numeric user ID that the container runs as. With `runAsNonRoot`, the kubelet rejects an image whose user is a name.
   * @default - the user of a known image, for example 999 for `redis` or 101 for `nginx`; 65532 for all others
   */
  readonly user?: number;
  /**
   * Exceptions to the restricted security context. Each field replaces one default.
   *
   * Where a known image writes, the pod gets emptyDir volumes, so that it works with a read-only root filesystem: for example `/var/cache/nginx` and `/var/run` of
   * `nginx`. An image that writes to its own files, such as the Datadog Agent, gets a writable root filesystem.
   * @default - non-root user, no privilege escalation, all capabilities dropped, seccomp profile RuntimeDefault, read-only root filesystem
   */
  readonly securityContext?: kplus.ContainerSecurityContextProps;
  /**
   * When to pull the image.
   * @default ImagePullPolicy.IF_NOT_PRESENT
   */
  readonly imagePullPolicy?: kplus.ImagePullPolicy;
  /**
   * The readiness probe. The readiness of a sidecar counts for the whole *pod*, so only set it if the pod cannot serve requests without the sidecar.
   * @default - the pod's readiness does not depend on a probe of this sidecar
   */
  readonly readiness?: kplus.Probe;
  /**
   * The liveness probe. When it fails, the kubelet restarts the sidecar and no other container.
   * @default - the kubelet restarts the sidecar only when it exits
   */
  readonly liveness?: kplus.Probe;
  /**
   * Tells the sidecar to start draining when the pod starts to terminate. It must not stop the sidecar.
   * @default - the sidecar gets no notice before SIGTERM
   */
  readonly preStop?: DrainNotice;
  /**
   * What the kubelet does when the sidecar exits while the pod runs. A restart of the whole pod requires Kubernetes 1.36 or newer.
   * @default SidecarFailure.restartSidecar()
   */
  readonly onFailure?: SidecarFailure;
  /**
   * The signal that asks the sidecar to stop. No Kubernetes version up to 1.37 has it on by default: without the feature gate ContainerStopSignals, it is dropped
   * (NS602). The pod gets `os: linux`, which the API server requires with it.
   * @default - the STOPSIGNAL of the image, or SIGTERM
   */
  readonly stopSignal?: StopSignal;
  /**
   * What happens when the CPU of the running sidecar is changed in place. Requires Kubernetes 1.33 or newer.
   * @default - the sidecar keeps running
   */
  readonly cpuResize?: ResizePolicy;
  /**
   * What happens when the memory of the running sidecar is changed in place. Requires Kubernetes 1.33 or newer.
   * @default - the sidecar keeps running
   */
  readonly memoryResize?: ResizePolicy;
}
