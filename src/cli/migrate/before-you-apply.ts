import { LiveEntry, PodEntry } from '../../core/migrate/pod-entry';
import { fullName } from '../../core/workload-name';
import { safeMarkdown, safeMarkdownCode } from '../../data/safe-text';
import { WorkloadKinds } from '../../kubernetes/workload-kinds';
import { isReconciling, SOURCES, Tool } from '../../migration/live-object';

/** More objects than this are counted, not named. */
const MOST_NAMES = 10;

/** Kinds that keep their pods when their template changes. */
const KEEPS_PODS: readonly string[] = ['ReplicaSet', 'ReplicationController'];

/** Kinds whose containers the API server does not check until Kubernetes 1.33: see `ValidatePodTemplateSpecForStatefulSet`, and the record of 1.33.13. */
const UNCHECKED: readonly string[] = ['StatefulSet'];

const DUPLICATE = 'or the API server can reject the container as a duplicate (`Duplicate value`), because it then is in both lists';

const TOOL_STEPS: { readonly [tool in Tool]: string } = {
  'Argo CD': '**Argo CD** moves a container of an object that it applied in the same way before, with or without `ServerSideApply=true`, or that `kubectl apply` made. If you also set or remove '
    + '`ServerSideApply=true`, sync the old manifest with that change first. Where a sync fails with `Duplicate value`, sync that resource once with `Replace=true`.',
  'Flux': '**Flux** applies server-side as `kustomize-controller`: it can move a container of an object that it applied before. If kubectl made the object, let it reconcile the old manifest first.',
  'Flux HelmRelease': '**Flux** upgrades a HelmRelease as Helm does, which moves the container. Where the upgrade fails with a conflict or `Duplicate value`, because another field manager has '
    + 'the container too, set `spec.upgrade.serverSideApply: disabled` in the HelmRelease (Flux 2.8).',
  'Helm': '**Helm** moves the container with `helm upgrade`. Where Helm 4 reports a conflict or `Duplicate value`, because another field manager has the container too, add '
    + '`--server-side=false`.',
};

/** Only as an annotation: in the sync options of an Application, `Force=true` has no effect. */
const ARGO_FORCE = 'the annotation `argocd.argoproj.io/sync-options: Force=true,Replace=true`';

/** What a tool needs besides, for an object whose containers cannot be changed. */
const TOOL_STEPS_IF_FIXED: { readonly [tool in Tool]: (kinds: string) => string } = {
  'Argo CD': kinds => `A ${kinds} needs ${ARGO_FORCE}, unless it is a hook.`,
  'Flux': kinds => `A ${kinds} needs the annotation \`kustomize.toolkit.fluxcd.io/force: enabled\`.`,
  'Flux HelmRelease': kinds => `Delete a ${kinds} before the upgrade, which otherwise fails, also with \`spec.upgrade.force\`.`,
  'Helm': kinds => `Delete a ${kinds} before the upgrade, which otherwise fails, also with \`--force\` or \`--force-replace\`.`,
};

/** What applies to every moved container, as Markdown: how to apply the result, and who else reads it. */
export function beforeYouApply(pods: readonly PodEntry[]): string[] {
  const moved = pods.filter(pod => pod.moved.length > 0);
  return [
    '- **Every node must run Kubernetes 1.29 or later.** An older API server drops `restartPolicy` from an init container, and the pod then waits forever.',
    ...forManifests(moved.filter(pod => !isLive(pod))),
    ...forLiveObjects(moved.filter(isLive), moved.some(pod => !isLive(pod) && isChangeable(pod))),
    '- **Keep the names of the containers.** Under another name, the update can succeed and leave both containers running.',
    '- **Argo CD before 2.12 with `ServerSideApply=true`, Argo Rollouts and operators with an old schema** cannot compare `restartPolicy` in an init container, or reject it. Update them, '
      + 'or configure Argo CD to ignore that field.',
    '- **Admission webhooks built with an old API** drop the field. With a startup probe, the API server rejects such a pod; without one, the pod hangs in `Init`. Try one pod first.',
    '- **Metrics and alerts**: kube-state-metrics counts a native sidecar as an init container (`kube_pod_init_container_*` instead of `kube_pod_container_*`). '
      + 'Update dashboards and alerts that use these metrics.',
    '- **Calls inside images** are not visible in a manifest: once the sidecar is native, you can remove scripts that tell it to quit or that wait for it.',
  ];
}

type LivePod = PodEntry & { readonly live: LiveEntry };

function isLive(pod: PodEntry): pod is LivePod {
  return pod.live !== undefined;
}

/** Whether an existing object can get the result, and so needs the right command. */
function isChangeable({ name, kind }: PodEntry): boolean {
  return name !== null && !isFixed(kind);
}

/** Whether an object can be updated at all depends on its kind; which command works depends on how the live object was made, which a manifest does not tell. */
function forManifests(all: readonly PodEntry[]): string[] {
  const [generated, moved] = [all.filter(({ name }) => name === null), all.filter(({ name }) => name !== null)];
  const fixed = fixedKinds(moved);
  return [
    ...(generated.length > 0 ? [`- **${namesOf(generated)} can only be created**, because ${generated.length > 1 ? 'they have' : 'it has'} no name, only \`generateName\`: `
      + 'use `kubectl create`. Objects that exist already stay as they are.'] : []),
    ...(moved.some(isChangeable) ? [
      `- **Apply it the way the live object was made**, ${DUPLICATE}. \`kubectl get KIND NAME -o yaml --show-managed-fields\` shows how, `
        + 'and `migrate` reads it if you pass that output as a file.',
      '  - It has the annotation `kubectl.kubernetes.io/last-applied-configuration`: use `kubectl apply`. Server-side apply can fail, also with `--force-conflicts`.',
      '  - Otherwise, in `managedFields`, only one manager has the container, with `operation: Apply`: use `kubectl apply --server-side --field-manager=MANAGER`.',
      '  - Otherwise, for example after `kubectl create`: use `kubectl replace`.',
      `  - ${TOOL_STEPS['Argo CD']}`,
      `  - ${TOOL_STEPS.Flux}`,
      `  - ${TOOL_STEPS.Helm}`,
    ] : []),
    ...(fixed.length > 0 ? [`- **The containers of an existing ${fixed.join(' or ')} cannot be changed.** Use \`kubectl replace --force\`, or delete the object and apply the new one. `
      + `Argo CD needs ${ARGO_FORCE} for it, unless it is a hook, and Flux the annotation \`kustomize.toolkit.fluxcd.io/force: enabled\`. For Helm, delete it before the upgrade.`] : []),
    ...rollout(moved),
  ];
}

/** @param isTold whether the steps of all tools stand above already */
function forLiveObjects(moved: readonly LivePod[], isTold: boolean): string[] {
  const tools = [...new Set(moved.flatMap(({ live }) => live.tool ?? []))];
  const alone = byCommand(moved, undefined);
  return [
    ...(alone.length > 0 ? [`- **Change the live objects in this way**, ${DUPLICATE}. The input shows how they were made.`] : []),
    ...alone.map(([way, pods]) => `  - ${namesOf(pods)}: ${way}`),
    ...tools.flatMap(tool => forTool(tool, moved, isTold)),
    ...rollout(moved),
  ];
}

/** A tool that has a command gets it for each object, and the rest for all; the others find out by themselves. */
function forTool(tool: Tool, moved: readonly LivePod[], isTold: boolean): string[] {
  const source = SOURCES[tool];
  const steps = toolSteps(tool, moved, isTold);
  if (!isReconciling(tool)) {
    return [...byCommand(moved, tool).map(([way, pods]) => `- ${namesOf(pods)}: change ${source}, then use ${way}`), ...steps.map(step => `- ${step}`)];
  }
  const names = namesOf(moved.filter(({ live }) => live.tool === tool));
  return [[`- ${names}: change ${source}, because Flux undoes other changes.`, ...steps].join(' ')];
}

function byCommand(moved: readonly LivePod[], tool: Tool | undefined): [string, LivePod[]][] {
  const first = ({ live }: LivePod) => live.first === undefined ? '' : `. First ${safeMarkdown(live.first)}`;
  return groups(moved.filter(({ live }) => live.tool === tool), pod => `${safeMarkdownCode(pod.live.command)}, because ${safeMarkdown(pod.live.because)}${first(pod)}`);
}

/** What happens to pods of kinds that do not roll out, or whose template the API server does not check. */
function rollout(moved: readonly PodEntry[]): string[] {
  const keeping = kindsOf(moved, KEEPS_PODS);
  return [
    ...(keeping.length > 0 ? [`- **The running pods of a ${keeping.join(' or ')} stay as they are.** Delete them after you have applied the manifest.`] : []),
    ...(kindsOf(moved, UNCHECKED).length > 0 ? ['- **A StatefulSet can accept a wrong command.** Until Kubernetes 1.33, the API server can store the container in both lists, and rejects the pods later. '
      + 'Look at the stored object before its pods are replaced.'] : []),
  ];
}

/** What a tool needs to move the containers of the objects that it deploys. */
function toolSteps(tool: Tool, moved: readonly LivePod[], isTold: boolean): string[] {
  const fixed = fixedKinds(moved.filter(({ live }) => live.tool === tool));
  const steps = [...(isTold && tool !== 'Flux HelmRelease' ? [] : [TOOL_STEPS[tool]]), ...(fixed.length > 0 ? [TOOL_STEPS_IF_FIXED[tool](fixed.join(' or '))] : [])];
  return steps.length > 0 ? [steps.join(' ')] : [];
}

function fixedKinds(pods: readonly PodEntry[]): string[] {
  return [...new Set(pods.map(({ kind }) => kind))].filter(isFixed);
}

/** Whether the API server rejects other containers in an existing object. */
function isFixed(kind: string): boolean {
  return WorkloadKinds.KNOWN.find(kind, undefined)?.fixed === true;
}

function kindsOf(pods: readonly PodEntry[], kinds: readonly string[]): string[] {
  return kinds.filter(kind => pods.some(pod => pod.kind === kind));
}

function groups(pods: readonly LivePod[], keyOf: (pod: LivePod) => string): [string, LivePod[]][] {
  const byKey = new Map<string, LivePod[]>();
  pods.forEach(pod => byKey.set(keyOf(pod), [...byKey.get(keyOf(pod)) ?? [], pod]));
  return [...byKey];
}

function namesOf(pods: readonly PodEntry[]): string {
  const names = pods.slice(0, MOST_NAMES).map(pod => safeMarkdown(fullName(pod)));
  return `${names.join(', ')}${pods.length > MOST_NAMES ? ` and ${pods.length - MOST_NAMES} more` : ''}`;
}
