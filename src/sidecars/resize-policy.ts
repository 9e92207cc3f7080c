/** What the kubelet does with a container whose resources change while it runs. */
export enum ResizePolicy {
  /** The container keeps running with the new resources. */
  NO_RESTART = 'NotRequired',
  /** The container restarts, for a program that reads its resources only when it starts. Kubernetes rejects it in a pod with `restartPolicy: Never`. */
  RESTART = 'RestartContainer',
}
