import { PodEntry } from '../../core/migrate/pod-entry';

/** What applies to every moved container, as Markdown: how to apply the result, and who else reads it. */
export function beforeYouApply(pods: readonly PodEntry[]): string[] {
  const moved = pods.filter(pod => pod.moved.length > 0);
  return [
    '- **Every node must run Kubernetes 1.29 or later.** An older API server drops `restartPolicy` from an init container, and the pod then waits forever.',
    ...applying(moved),
    '- **Keep the names of the containers.** Under another name, the update can succeed and leave both containers running.',
    '- **Argo CD, Argo Rollouts and operators with an old schema** report a permanent difference, or reject `restartPolicy` in an init container. Update them, or configure Argo CD '
      + 'to ignore that difference.',
    '- **Admission webhooks built with an old API** drop the field. With a startup probe, the API server rejects such a pod; without one, the pod hangs in `Init`. Try one pod first.',
    '- **Metrics and alerts**: kube-state-metrics counts a native sidecar as an init container (`kube_pod_init_container_*` instead of `kube_pod_container_*`). '
      + 'Update dashboards and alerts that use these metrics.',
    '- **Calls inside images** are not visible in a manifest: once the sidecar is native, you can remove scripts that tell it to quit or that wait for it.',
  ];
}

/** Whether an object can be updated at all depends on its kind; which command works depends on how the live object was made. */
function applying(moved: readonly PodEntry[]): string[] {
  const jobs = moved.some(({ kind }) => kind === 'Job' || kind === 'Pod');
  const others = moved.some(({ kind }) => kind !== 'Job' && kind !== 'Pod');
  return [
    ...(others ? [
      '- **Apply it the way the live object was made**, or the API server can reject the container as a duplicate (`Duplicate value`), because it then is in both lists. '
        + '`kubectl get KIND NAME -o yaml --show-managed-fields` shows how: an object with the annotation `kubectl.kubernetes.io/last-applied-configuration` was made by `kubectl apply`, '
        + 'and one whose `managedFields` name `operation: Apply` by server-side apply.',
      '  - made by `kubectl apply`: use `kubectl apply`. Server-side apply fails, also with `--force-conflicts`.',
      '  - made by server-side apply: use `kubectl apply --server-side` with the same field manager. Flux and Argo CD with `ServerSideApply=true` do that themselves.',
      '  - made by `kubectl create`, or managed by another field manager: use `kubectl replace`, which works for all of them.',
      '  - Argo CD without `ServerSideApply=true` works like `kubectl apply`. Where it fails, sync that resource once with `Replace=true`.',
    ] : []),
    ...(jobs ? ['- **The pod template of a Job, and the containers of a Pod, cannot be changed.** Delete the object and apply the new one, or use `kubectl replace --force`.'] : []),
  ];
}
