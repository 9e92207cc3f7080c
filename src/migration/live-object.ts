import { follow, isObject, JsonObject, listOf } from '../data/json';
import { DataPath } from '../data/path';
import { PodModel } from '../kubernetes/pod';

/** The annotation in which `kubectl apply` keeps what it applied. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** How to put the migrated manifest in the place of the live object. */
export type Way = 'apply' | 'server-side' | 'replace' | 'replace --force' | HelmWay;

/** How Helm does it. Helm 4 applies server-side what it installed; without that, it merges as Helm 3 does. */
export type HelmWay = 'helm upgrade' | 'helm upgrade --server-side=false' | 'delete, then helm upgrade';

/** A tool that applies manifests from a source of its own, and undoes other changes. */
export type Tool = 'Argo CD' | 'Flux' | 'Helm';

/** What a dump shows about how the live object was made. */
export interface LiveObject {
  readonly way: Way;
  /** The field manager, for server-side apply. */
  readonly manager?: string;
  /** The release, for Helm. */
  readonly release?: string;
  /** The namespace of the release, if it is known. */
  readonly releaseNamespace?: string;
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

/**
 * The tools by the keys of labels and annotations that they set, and by their field managers.
 *
 * The label `app.kubernetes.io/managed-by: Helm` shows nothing: charts write it themselves, and keep it where another tool applies their output.
 */
const TOOLS: readonly { readonly tool: Tool; readonly keys: RegExp; readonly managers: readonly string[] }[] = [
  { tool: 'Flux', keys: /^(?:kustomize|helm)\.toolkit\.fluxcd\.io\//, managers: ['kustomize-controller', 'helm-controller'] },
  { tool: 'Argo CD', keys: /^argocd\.argoproj\.io\/(?:tracking-id|instance)$/, managers: ['argocd-controller'] },
  { tool: 'Helm', keys: /^meta\.helm\.sh\/release-name$/, managers: HELM },
];

/** The command for a way. */
export function commandFor({ way, manager, release, releaseNamespace }: Pick<LiveObject, 'way' | 'manager' | 'release' | 'releaseNamespace'>): string {
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
  return { ...(tool === 'Helm' ? helmWayFor : wayFor)(pod, metadata, moved), ...(tool === undefined ? {} : { tool }) };
}

function wayFor(pod: PodModel, metadata: JsonObject, moved: readonly string[]): Pick<LiveObject, 'way' | 'manager' | 'because'> {
  if (pod._found.workload.fixed) {
    return { way: 'replace --force', because: `the API server rejects other containers in an existing ${pod.kind}` };
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

/** An upgrade compares with the manifest of the last release; server-side apply leaves a container that another manager set as well. */
function helmWayFor(pod: PodModel, metadata: JsonObject, moved: readonly string[]): Omit<LiveObject, 'tool' | 'manager'> {
  const given = follow(metadata, ['annotations', RELEASE]);
  const release = typeof given === 'string' ? given : 'RELEASE';
  const annotated = follow(metadata, ['annotations', RELEASE_NAMESPACE]);
  const releaseNamespace = typeof annotated === 'string' ? annotated : pod.namespace;
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
  return TOOLS.find(one => keys.some(key => one.keys.test(key)) || managers.some(manager => one.managers.includes(manager)))?.tool;
}
