import { follow, isObject, JsonObject, listOf } from '../data/json';
import { DataPath } from '../data/path';
import { PodModel } from '../kubernetes/pod';

/** The annotation in which `kubectl apply` keeps what it applied. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** How to put the migrated manifest in the place of the live object. */
export type Way = KubectlWay | HelmWay | ArgoWay;

/** How kubectl does it. */
export type KubectlWay = 'apply' | 'server-side' | 'replace' | 'replace --force';

/** How Helm does it. Helm 4 applies server-side what it installed; without that, it merges as Helm 3 does. */
export type HelmWay = 'helm upgrade' | 'helm upgrade --server-side=false' | 'delete, then helm upgrade';

/** How Argo CD does it: by a sync as before, or by one that replaces the object. */
export type ArgoWay = 'argocd app sync' | 'argocd app sync --replace' | 'argocd app sync --force --replace';

/** A tool that applies manifests from a source of its own, and undoes other changes. */
export type Tool = 'Argo CD' | 'Flux' | 'Flux HelmRelease' | 'Helm';

/** What to change, for each tool. */
export const SOURCES: { readonly [tool in Tool]: string } = {
  'Argo CD': 'the source from which Argo CD deploys it', 'Flux': 'the source from which Flux deploys it', 'Flux HelmRelease': 'the chart of its HelmRelease', 'Helm': 'the chart',
};

/** Whether a tool deploys a changed source by itself, without a command. */
export function isReconciling(tool: Tool): boolean {
  return tool === 'Flux' || tool === 'Flux HelmRelease';
}

/** What a dump shows about how the live object was made. */
export interface LiveObject {
  readonly way: Way;
  /** The field manager, for server-side apply. */
  readonly manager?: string;
  /** The release, for Helm. */
  readonly release?: string;
  /** The namespace of the release, if it is known. */
  readonly releaseNamespace?: string;
  /** The application, for Argo CD. */
  readonly app?: string;
  /** The only object of the application that Argo CD replaces. */
  readonly resource?: string;
  /** What to change in the result before the command, as a part of a sentence. */
  readonly first?: string;
  /** What the dump shows, as a part of a sentence. */
  readonly because: string;
  readonly tool?: Tool;
}

/** The annotation in which Helm keeps the release of an object. */
const RELEASE = 'meta.helm.sh/release-name';

/** The annotation in which Helm keeps the namespace of the release, which is not always the one of the object. */
const RELEASE_NAMESPACE = 'meta.helm.sh/release-namespace';

/** The names that Helm gives itself as a field manager. */
const HELM: readonly string[] = ['helm', 'Helm'];

/** The field manager with which Argo CD applies; one that replaces an object has the name of its program. */
const ARGO = 'argocd-controller';

/** The annotation and the labels by which Argo CD knows its objects. The last label is that of many charts too, and shows nothing by itself. */
const ARGO_TRACKING = { id: 'argocd.argoproj.io/tracking-id', labels: ['argocd.argoproj.io/instance', 'app.kubernetes.io/instance'] };

/** The labels by which a Job finds its pods. */
const UID_LABELS: readonly string[] = ['batch.kubernetes.io/controller-uid', 'controller-uid'];

/**
 * What shows that a tool deploys an object, the surest sign first: the keys of labels and annotations that a tool sets, and its field managers.
 *
 * A field manager can be left from a tool that was used before. Helm comes last, because its annotation stays where another tool took over its objects. The label
 * `app.kubernetes.io/managed-by: Helm` shows nothing: charts write it themselves, and keep it where another tool applies their output.
 */
const SIGNS: readonly { readonly tool: Tool; readonly key?: RegExp; readonly managers?: readonly string[] }[] = [
  { tool: 'Flux HelmRelease', key: /^helm\.toolkit\.fluxcd\.io\// },
  { tool: 'Flux', key: /^kustomize\.toolkit\.fluxcd\.io\// },
  { tool: 'Argo CD', key: /^argocd\.argoproj\.io\/(?:tracking-id|instance)$/ },
  { tool: 'Flux HelmRelease', managers: ['helm-controller'] },
  { tool: 'Flux', managers: ['kustomize-controller'] },
  { tool: 'Argo CD', managers: [ARGO, 'argocd-application-controller'] },
  { tool: 'Helm', key: /^meta\.helm\.sh\/release-name$/ },
  { tool: 'Helm', managers: HELM },
];

/** What Argo CD needs where kubectl needs another command: a sync does what the last one did, so it can only move what that one applied. */
const ARGO_WAYS: { readonly [way in KubectlWay]: ArgoWay } = {
  'apply': 'argocd app sync', 'server-side': 'argocd app sync', 'replace': 'argocd app sync --replace', 'replace --force': 'argocd app sync --force --replace',
};

/** The command for a way. */
export function commandFor({ way, manager, release, releaseNamespace, app, resource }: Omit<LiveObject, 'first' | 'because' | 'tool'>): string {
  if (app !== undefined) {
    return way.replace('argocd app sync', `argocd app sync ${app}${resource === undefined ? '' : ` --resource ${resource}`}`);
  }
  if (release !== undefined) {
    const inNamespace = releaseNamespace === undefined ? '' : ` -n ${releaseNamespace}`;
    return way.replace('delete, then ', 'kubectl delete && ').replace('helm upgrade', `helm upgrade ${release}${inNamespace}`);
  }
  const asManager = manager === undefined || manager === 'kubectl' ? '' : ` --field-manager=${manager}`;
  return way === 'server-side' ? `kubectl apply --server-side${asManager}` : `kubectl ${way}`;
}

/**
 * How the live object can be changed if the manifest is a dump of it; undefined if it is not.
 *
 * A three-way merge removes a container that the annotation lists. Server-side apply removes one that the same manager applied, and that no other manager set as well. Otherwise the container
 * stays where it was, and is then in both lists. `npm run e2e:apply` tries it.
 *
 * @param moved the containers that leave `containers`
 */
export function liveObject(pod: PodModel, moved: readonly string[]): LiveObject | undefined {
  const { metadata } = pod.manifest;
  if (!isObject(metadata) || !isLive(metadata) || moved.length === 0) {
    return undefined;
  }
  const tool = toolOf(metadata);
  const found = tool === 'Helm' ? helmWayFor : tool === 'Argo CD' ? argoWayFor : wayFor;
  return { ...found(pod, metadata, moved), ...(tool === undefined ? {} : { tool }) };
}

function wayFor(pod: PodModel, metadata: JsonObject, moved: readonly string[]): Pick<LiveObject, 'manager' | 'first' | 'because'> & { readonly way: KubectlWay } {
  if (pod._found.workload.fixed) {
    return { way: 'replace --force', ...withoutGenerated(pod), because: `the API server rejects other containers in an existing ${pod.kind}` };
  }
  const spec = pod._pathTo([]);
  if (isInLastApplied(metadata, spec, moved)) {
    return { way: 'apply', because: 'it has the annotation of kubectl apply' };
  }
  if (metadata.managedFields === undefined) {
    return { way: 'replace', because: 'it has no annotation of kubectl apply, and the dump leaves out managedFields' };
  }
  const owners = moved.map(name => ownersOf(metadata, spec, name));
  const [first] = owners[0];
  const isAlone = owners.every(own => own.length === 1 && own[0].manager === first.manager && own[0].operation === 'Apply');
  if (isAlone) {
    return { way: 'server-side', manager: String(first.manager), because: `the field manager ${String(first.manager)} applied it server-side` };
  }
  const names = [...new Set(owners.flat().map(({ manager }) => String(manager)))];
  return { way: 'replace', because: names.length === 0 ? 'no field manager has the container' : `its managedFields name ${names.join(' and ')}, and it has no annotation of kubectl apply` };
}

/**
 * The API server gives each Job a selector by its uid, and refuses those of another one in a new Job: by then `kubectl replace --force` has deleted the old one. The labels with the
 * name of the Job may stay.
 */
function withoutGenerated({ manifest, kind }: PodModel): Pick<LiveObject, 'first'> {
  const { spec } = manifest;
  if (kind !== 'Job' || !isObject(spec) || spec.manualSelector === true) {
    return {};
  }
  const labels = follow(spec, ['template', 'metadata', 'labels']);
  const generated = UID_LABELS.filter(label => isObject(labels) && labels[label] !== undefined);
  const parts = [
    ...(spec.selector === undefined ? [] : ['spec.selector']),
    ...(generated.length === 0 ? [] : [`${generated.join(' and ')} from the labels of spec.template`]),
  ];
  return parts.length === 0 ? {} : { first: `remove ${parts.join(', and ')}, or migrate the manifest that the Job was made from: the API server refuses those of the deleted Job in a new one` };
}

/** Argo CD applies as kubectl does, client-side or server-side, but never as another manager. It replaces only the object itself: by force, it would delete all that it deploys. */
function argoWayFor(pod: PodModel, metadata: JsonObject, moved: readonly string[]): Pick<LiveObject, 'way' | 'app' | 'resource' | 'because'> {
  if (isHook(metadata)) {
    return { way: 'argocd app sync', app: appOf(metadata), because: 'it is a hook, which Argo CD creates again with each sync' };
  }
  const { way: byKubectl, manager, because } = wayFor(pod, metadata, moved);
  const way = ARGO_WAYS[byKubectl === 'server-side' && manager !== ARGO ? 'replace' : byKubectl];
  return { way, app: appOf(metadata), because, ...(way === 'argocd app sync' ? {} : { resource: resourceOf(pod) }) };
}

/** Argo CD takes the hooks of a chart for its own. */
function isHook(metadata: JsonObject): boolean {
  return ['argocd.argoproj.io/hook', 'helm.sh/hook'].some(key => follow(metadata, ['annotations', key]) !== undefined);
}

/** The application, as `argocd` takes it; in another namespace than that of Argo CD, its name follows the namespace. */
function appOf(metadata: JsonObject): string {
  const id = follow(metadata, ['annotations', ARGO_TRACKING.id]);
  const name = typeof id === 'string' ? id.split(':')[0] : ARGO_TRACKING.labels.map(key => follow(metadata, ['labels', key])).find(value => value !== undefined);
  return plainWord(name)?.replace('_', '/') ?? 'APP';
}

/** The object, as `argocd` takes it. */
function resourceOf({ manifest }: PodModel): string {
  const group = String(manifest.apiVersion).split('/').slice(-2, -1)[0] ?? '';
  return [group === '' ? group : plainWord(group) ?? 'GROUP', plainWord(manifest.kind) ?? 'KIND', plainWord(follow(manifest, ['metadata', 'name'])) ?? 'NAME'].join(':');
}

/** A word that is safe in a command. */
function plainWord(value: unknown): string | undefined {
  return typeof value === 'string' && /^\w[\w.-]*$/.test(value) ? value : undefined;
}

/** An upgrade compares with the manifest of the last release; server-side apply leaves a container that another manager set as well. */
function helmWayFor(pod: PodModel, metadata: JsonObject, moved: readonly string[]): Pick<LiveObject, 'way' | 'release' | 'releaseNamespace' | 'because'> {
  const given = follow(metadata, ['annotations', RELEASE]);
  const release = typeof given === 'string' ? given : 'RELEASE';
  const releaseNamespace = plainWord(follow(metadata, ['annotations', RELEASE_NAMESPACE])) ?? plainWord(pod.namespace);
  const named = { release, ...(releaseNamespace === undefined ? {} : { releaseNamespace }) };
  const because = typeof given === 'string' ? `Helm manages it in the release ${given}` : 'Helm manages it';
  if (pod._found.workload.fixed) {
    return { way: 'delete, then helm upgrade', ...named, because: `${because}, and the API server rejects other containers in an existing ${pod.kind}` };
  }
  const isShared = moved.map(name => ownersOf(metadata, pod._pathTo([]), name))
    .some(owners => owners.length > 1 && owners.some(({ manager, operation }) => HELM.includes(String(manager)) && operation === 'Apply'));
  return isShared
    ? { way: 'helm upgrade --server-side=false', ...named, because: `${because}, and another field manager has the container too` }
    : { way: 'helm upgrade', ...named, because };
}

function isLive(metadata: JsonObject): boolean {
  return ['uid', 'resourceVersion', 'managedFields'].some(key => metadata[key] !== undefined) || follow(metadata, ['annotations', LAST_APPLIED]) !== undefined;
}

function isInLastApplied(metadata: JsonObject, spec: DataPath, moved: readonly string[]): boolean {
  const text = follow(metadata, ['annotations', LAST_APPLIED]);
  try {
    const containers = listOf(follow(JSON.parse(String(text)), [...spec, 'containers']));
    return moved.every(name => containers.some(container => container.name === name));
  } catch {
    return false;
  }
}

/** The entries of `managedFields` that set the container as a whole, and not only fields of it. */
function ownersOf(metadata: JsonObject, spec: DataPath, name: string): JsonObject[] {
  const path = [...spec.map(step => `f:${step}`), 'f:containers', `k:${JSON.stringify({ name })}`, '.'];
  return listOf(metadata.managedFields).filter(({ fieldsV1 }) => follow(fieldsV1, path) !== undefined);
}

function toolOf(metadata: JsonObject): Tool | undefined {
  const keys = [metadata.labels, metadata.annotations].flatMap(map => isObject(map) ? Object.keys(map) : []);
  const managers = listOf(metadata.managedFields).filter(({ subresource }) => subresource === undefined).map(({ manager }) => String(manager));
  return SIGNS.find(({ key, managers: named }) => keys.some(one => key?.test(one)) || managers.some(one => named?.includes(one)))?.tool;
}
