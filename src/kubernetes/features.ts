import { reaches, Release } from './release';

/** How a Kubernetes version supports native sidecars. */
export enum SidecarSupport {
  /** Before 1.28: Kubernetes rejects `restartPolicy` on an init container, or drops it, and the pod never gets past its init containers. */
  NONE = 'none',
  /** 1.28: off by default, and all containers stop at once. */
  ALPHA = 'alpha',
  /** 1.29 to 1.32: on by default, sidecars stop last and in reverse order. */
  BETA = 'beta',
  /** 1.33 and later: on, and cannot be turned off. */
  STABLE = 'stable',
}

/** A feature that not every Kubernetes version has: a field, or a behavior. */
export enum KubernetesFeature {
  /** `restartPolicy: Always` on an init container makes it a sidecar. */
  NATIVE_SIDECARS = 'native-sidecars',
  /** Sidecars receive their stop signal after the app has exited, in reverse order. */
  ORDERED_STOP = 'ordered-stop',
  /** A hook may use the `sleep` action, which needs no shell in the image. */
  PRE_STOP_SLEEP = 'pre-stop-sleep',
  /** A `sleep` hook may last 0 seconds. */
  PRE_STOP_SLEEP_ZERO = 'pre-stop-sleep-zero',
  /** `lifecycle.stopSignal` chooses the stop signal of a container. */
  STOP_SIGNAL = 'stop-signal',
  /** A Service finds a port of a sidecar by its name. */
  NAMED_SIDECAR_PORTS = 'named-sidecar-ports',
  /** Requests and limits of a running sidecar can be changed, and a sidecar may have a `resizePolicy`. */
  SIDECAR_RESIZE = 'sidecar-resize',
  /** Requests and limits of a running regular init container can be changed. */
  INIT_RESIZE = 'init-resize',
  /** When the node runs out of memory, a sidecar is not killed before the app. */
  SIDECAR_OOM_PROTECTION = 'sidecar-oom-protection',
  /** A new image for the sidecar of a running pod restarts that sidecar. */
  SIDECAR_IMAGE_UPDATE = 'sidecar-image-update',
  /** `resources` of the pod as a whole. */
  POD_LEVEL_RESOURCES = 'pod-level-resources',
  /** `resources` of the pod as a whole can be changed while it runs. */
  POD_LEVEL_RESIZE = 'pod-level-resize',
  /** Every container may have a `restartPolicy` and rules for it. Only `Always` on an init container makes a sidecar. */
  CONTAINER_RESTART_POLICY = 'container-restart-policy',
  /** A restart rule may restart all containers of the pod, init containers included. */
  RESTART_ALL_CONTAINERS = 'restart-all-containers',
  /** `startupProbe`. */
  STARTUP_PROBE = 'startup-probe',
  /** A probe may be `grpc`. */
  GRPC_PROBE = 'grpc-probe',
  /** A liveness or startup probe may have a `terminationGracePeriodSeconds` of its own. */
  PROBE_GRACE_PERIOD = 'probe-grace-period',
  /** `podFailurePolicy` of a Job. */
  JOB_POD_FAILURE_POLICY = 'job-pod-failure-policy',
  /** `backoffLimitPerIndex` and `maxFailedIndexes` of a Job. */
  JOB_BACKOFF_LIMIT_PER_INDEX = 'job-backoff-limit-per-index',
  /** `podReplacementPolicy` of a Job. */
  JOB_POD_REPLACEMENT_POLICY = 'job-pod-replacement-policy',
  /** `successPolicy` of a Job. */
  JOB_SUCCESS_POLICY = 'job-success-policy',
  /** `managedBy` of a Job. */
  JOB_MANAGED_BY = 'job-managed-by',
  /** A pod that is disrupted has the condition `DisruptionTarget`, which a pod failure policy can name. */
  POD_DISRUPTION_CONDITIONS = 'pod-disruption-conditions',
  /** The condition `PodReadyToStartContainers`. */
  POD_READY_TO_START_CONDITION = 'pod-ready-to-start-condition',
  /** The longest wait of a container in a crash loop can be configured in the kubelet. */
  CRASH_LOOP_BACK_OFF_MAX = 'crash-loop-back-off-max',
  /** A crash loop starts with 1 second and waits no longer than 60, instead of 10 and 300. */
  SHORT_CRASH_LOOP_BACK_OFF = 'short-crash-loop-back-off',
  /** `started` and `ready` of a container survive a restart of the kubelet. */
  STATUS_OUTLIVES_KUBELET = 'status-outlives-kubelet',
  /** The kubelet checks a container immediately after it starts it, so steps take a tenth of a second instead of a second. */
  ON_DEMAND_RELIST = 'on-demand-relist',
  /** A kubelet can be configured to stop pods in order when its node shuts down. */
  GRACEFUL_NODE_SHUTDOWN = 'graceful-node-shutdown',
}

/** The versions in which a feature reached each stage; an absent stage has not been reached. */
export interface FeatureHistory {
  /** The first version that has it, off by default. */
  readonly alpha?: string;
  /** The first version in which it is on by default. */
  readonly onByDefault?: string;
  /** The first version in which it cannot be turned off. */
  readonly stable?: string;
}

/** When each feature came: from kube_features.go of each release, and from the release in which a behavior changed. */
export const FEATURE_HISTORY: Readonly<Record<KubernetesFeature, FeatureHistory>> = {
  [KubernetesFeature.NATIVE_SIDECARS]: { alpha: '1.28', onByDefault: '1.29', stable: '1.33' },
  [KubernetesFeature.ORDERED_STOP]: { onByDefault: '1.29', stable: '1.33' },
  [KubernetesFeature.PRE_STOP_SLEEP]: { alpha: '1.29', onByDefault: '1.30', stable: '1.34' },
  [KubernetesFeature.PRE_STOP_SLEEP_ZERO]: { alpha: '1.32', onByDefault: '1.33', stable: '1.34' },
  [KubernetesFeature.STOP_SIGNAL]: { alpha: '1.33' },
  [KubernetesFeature.NAMED_SIDECAR_PORTS]: { onByDefault: '1.33', stable: '1.33' },
  [KubernetesFeature.SIDECAR_RESIZE]: { onByDefault: '1.33', stable: '1.35' },
  [KubernetesFeature.INIT_RESIZE]: { onByDefault: '1.36', stable: '1.37' },
  [KubernetesFeature.SIDECAR_OOM_PROTECTION]: { onByDefault: '1.32', stable: '1.33' },
  [KubernetesFeature.SIDECAR_IMAGE_UPDATE]: { onByDefault: '1.32', stable: '1.33' },
  [KubernetesFeature.POD_LEVEL_RESOURCES]: { alpha: '1.32', onByDefault: '1.34' },
  [KubernetesFeature.POD_LEVEL_RESIZE]: { alpha: '1.35', onByDefault: '1.36' },
  [KubernetesFeature.CONTAINER_RESTART_POLICY]: { alpha: '1.34', onByDefault: '1.35' },
  [KubernetesFeature.RESTART_ALL_CONTAINERS]: { alpha: '1.35', onByDefault: '1.36' },
  [KubernetesFeature.STARTUP_PROBE]: { alpha: '1.16', onByDefault: '1.18', stable: '1.20' },
  [KubernetesFeature.GRPC_PROBE]: { alpha: '1.23', onByDefault: '1.24', stable: '1.27' },
  // Beta in 1.22, but off until 1.25.
  [KubernetesFeature.PROBE_GRACE_PERIOD]: { alpha: '1.21', onByDefault: '1.25', stable: '1.28' },
  [KubernetesFeature.JOB_POD_FAILURE_POLICY]: { alpha: '1.25', onByDefault: '1.26', stable: '1.31' },
  [KubernetesFeature.JOB_BACKOFF_LIMIT_PER_INDEX]: { alpha: '1.28', onByDefault: '1.29', stable: '1.33' },
  [KubernetesFeature.JOB_POD_REPLACEMENT_POLICY]: { alpha: '1.28', onByDefault: '1.29', stable: '1.34' },
  [KubernetesFeature.JOB_SUCCESS_POLICY]: { alpha: '1.30', onByDefault: '1.31', stable: '1.33' },
  [KubernetesFeature.JOB_MANAGED_BY]: { alpha: '1.30', onByDefault: '1.32', stable: '1.35' },
  [KubernetesFeature.POD_DISRUPTION_CONDITIONS]: { alpha: '1.25', onByDefault: '1.26', stable: '1.31' },
  [KubernetesFeature.POD_READY_TO_START_CONDITION]: { alpha: '1.28', onByDefault: '1.29', stable: '1.37' },
  [KubernetesFeature.CRASH_LOOP_BACK_OFF_MAX]: { alpha: '1.32', onByDefault: '1.35' },
  [KubernetesFeature.SHORT_CRASH_LOOP_BACK_OFF]: { alpha: '1.33' },
  // The gate is the old behavior, ChangeContainerStatusOnKubeletRestart, off from 1.35.
  [KubernetesFeature.STATUS_OUTLIVES_KUBELET]: { onByDefault: '1.35' },
  [KubernetesFeature.ON_DEMAND_RELIST]: { onByDefault: '1.36', stable: '1.37' },
  [KubernetesFeature.GRACEFUL_NODE_SHUTDOWN]: { alpha: '1.20', onByDefault: '1.21' },
};

/** Whether the feature is on by default in a release. */
export function isOnByDefault(release: Release, feature: KubernetesFeature): boolean {
  return hasCome(release, FEATURE_HISTORY[feature].onByDefault);
}

/** How a release supports native sidecars. */
export function sidecarSupport(release: Release): SidecarSupport {
  const history = FEATURE_HISTORY[KubernetesFeature.NATIVE_SIDECARS];
  if (hasCome(release, history.stable)) {
    return SidecarSupport.STABLE;
  }
  if (hasCome(release, history.onByDefault)) {
    return SidecarSupport.BETA;
  }
  return hasCome(release, history.alpha) ? SidecarSupport.ALPHA : SidecarSupport.NONE;
}

function hasCome(release: Release, since: string | undefined): boolean {
  return since !== undefined && reaches(release, since);
}
