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
  /** The resources of a running container can be changed, and a container may have a `resizePolicy`. */
  CONTAINER_RESIZE = 'container-resize',
  /** `resources` of the pod as a whole. */
  POD_LEVEL_RESOURCES = 'pod-level-resources',
  /** Every container may have a `restartPolicy` and rules for it. Only `Always` on an init container makes a sidecar. */
  CONTAINER_RESTART_POLICY = 'container-restart-policy',
  /** A restart rule may restart all containers of the pod, init containers included. */
  RESTART_ALL_CONTAINERS = 'restart-all-containers',
  /** A probe may be `grpc`. */
  GRPC_PROBE = 'grpc-probe',
  /** A liveness or startup probe may have a `terminationGracePeriodSeconds` of its own. */
  PROBE_GRACE_PERIOD = 'probe-grace-period',
  /** An environment variable may come from a file that an init container writes: `fileKeyRef`. */
  FILE_KEY_REF = 'file-key-ref',
  /** A probe or a hook may use `httpGet` over HTTP/2. */
  HTTP2_PROBE = 'http2-probe',
  /** A `grpc` probe may use TLS. */
  GRPC_PROBE_TLS = 'grpc-probe-tls',
  /** `hostUsers: false` runs the pod in a user namespace of its own. */
  USER_NAMESPACES = 'user-namespaces',
  /** A volume may hold the files of an image. */
  IMAGE_VOLUMES = 'image-volumes',
  /** A volume may hold a certificate that the kubelet requests for the pod. */
  POD_CERTIFICATES = 'pod-certificates',
  /** A volume may hold the certificates of a ClusterTrustBundle. */
  CLUSTER_TRUST_BUNDLES = 'cluster-trust-bundles',
  /** A read-only mount may include the mounts below it. */
  RECURSIVE_READ_ONLY_MOUNTS = 'recursive-read-only-mounts',
  /** `supplementalGroupsPolicy` of the pod. */
  SUPPLEMENTAL_GROUPS_POLICY = 'supplemental-groups-policy',
  /** `hostnameOverride` of the pod. */
  HOSTNAME_OVERRIDE = 'hostname-override',
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
}
