import { MeshFacts, MembershipMark } from './mesh-facts';
import { MESHES } from './mesh-list';
import { isSince, MeshVersion } from './mesh-version';
import { NamespaceFacts } from './pod-needs';
import type { MeshContext } from './prediction';
import { isObject, JsonObject } from '../../data/json';
import { shown } from '../../data/words';
import { PodModel } from '../../kubernetes/pod';

/** What decided whether a pod joins a mesh. */
export interface MembershipRequest {
  readonly joins: boolean;
  readonly key: string;
  readonly value: string;
}

/** What the labels and annotations of a pod, or of its Namespace, ask of a mesh as its injector reads them; undefined where they say nothing. */
export function membershipRequest(facts: MeshFacts, metadata: unknown): MembershipRequest | undefined {
  for (const mark of facts.membership) {
    const value = valueOf(mark, metadata);
    const joins = value === undefined ? undefined : mark.read(value);
    if (joins !== undefined) {
      return { joins, key: mark.key, value: value! };
    }
  }
  return undefined;
}

/** A label or annotation about membership, and how the injector reads its value: as no, or not at all. */
export interface UnreadMembership {
  readonly on: MembershipMark['on'];
  readonly key: string;
  readonly value: string;
  readonly joins: false | undefined;
}

/** The labels and annotations of a pod that do not give it the proxy of a mesh, up to the one that decides. A label that joins without a proxy asks for none. */
export function unreadMemberships(facts: MeshFacts, metadata: unknown): UnreadMembership[] {
  const found = facts.membership.filter(({ key }) => key !== facts.sidecarless?.key).flatMap(mark => {
    const value = valueOf(mark, metadata);
    return value === undefined ? [] : [{ on: mark.on, key: mark.key, value, joins: mark.read(value) }];
  });
  const decider = found.findIndex(({ joins }) => joins !== undefined);
  return (decider < 0 ? found : found.slice(0, decider + 1)).flatMap(({ joins, ...mark }) => joins === true ? [] : [{ ...mark, joins }]);
}

/** Whether labels and annotations say that a pod joins a mesh: true, false, or nothing. */
export function asksToJoin(facts: MeshFacts, metadata: unknown): boolean | undefined {
  return membershipRequest(facts, metadata)?.joins;
}

/** A decision about a mesh, and whose it is. */
export interface MembershipDecision extends MembershipRequest {
  readonly by: 'pod' | 'Namespace';
}

/**
 * The meshes that a pod asks to join, or its Namespace for it, and whose proxy is not in it yet, with what is written.
 *
 * @param mesh whose containers are only predicted to be in it
 * @param namespace the Namespace of the pod; without it, only the pod itself counts
 */
export function joiningByRequest(
  pod: PodModel, mesh?: Pick<MeshContext, 'injected' | 'isInjectedBefore'>, namespace?: JsonObject,
): (MembershipDecision & { readonly facts: MeshFacts })[] {
  if (![pod, namespace].some(object => isObject(object?.metadata) && hasMark(object.metadata))) {
    return [];
  }
  const predicted = mesh?.isInjectedBefore ? [] : mesh?.injected ?? [];
  return MESHES.flatMap(facts => {
    const request = decisionOn(facts, pod, namespace);
    const isThere = pod.containers.some(({ name }) => name === facts.proxy.container && !predicted.includes(name));
    return request?.joins && !isThere ? [{ facts, ...request }] : [];
  });
}

const MARKS: ReadonlySet<string> = new Set(MESHES.flatMap(({ membership }) => membership.map(({ key }) => key)));

/** Whether a label or annotation is about the membership in any mesh; most pods have none. */
function hasMark({ labels, annotations }: JsonObject): boolean {
  return [labels, annotations].some(marks => isObject(marks) && Object.keys(marks).some(key => MARKS.has(key)));
}

/** Whether labels and annotations say that a pod joins a mesh without a sidecar. */
export function joinsWithoutSidecar({ sidecarless }: MeshFacts, metadata: unknown): boolean {
  const value = sidecarless && valueOf(sidecarless, metadata);
  return value !== undefined && sidecarless!.read(value) === false;
}

/** What decides whether a pod joins a mesh: what the pod itself writes, or else its Namespace, which is undefined if it is not known. */
export function decisionOn(facts: MeshFacts, { metadata, spec }: PodModel, namespace: JsonObject | undefined): MembershipDecision | undefined {
  const own = membershipRequest(facts, metadata);
  if (own) {
    return { ...own, by: 'pod' };
  }
  const inherited = namespace && !(spec.hostNetwork === true && facts.skipsHostNetwork) ? membershipRequest(facts, namespace.metadata) : undefined;
  return inherited && { ...inherited, by: 'Namespace' };
}

/** The meshes that a pod joins by its own word or by that of its Namespace, or because the proxy stands in it. */
export function joinedMeshes(pod: PodModel, namespace?: JsonObject): MeshFacts[] {
  return MESHES.filter(mesh => decisionOn(mesh, pod, namespace)?.joins === true
    || pod.containers.some(container => mesh.reserved.containerNames.includes(container.name)));
}

/** Why the injector passes by a pod that opts in, because of its Namespace; undefined when it does not. Without a version, the newest release counts. */
export function namespaceRefusal({ namespace }: MeshFacts, object: JsonObject, pod: PodModel, version?: MeshVersion): ReturnType<NamespaceFacts['refusal']> {
  const counts = namespace && (namespace.since === undefined || version === undefined || isSince(version, namespace.since));
  return counts ? namespace.refusal(object, { metadata: pod.metadata }) : undefined;
}

/** Whether only the injector of a mesh reads an annotation. */
export function isOwnKey({ ownKeys }: MeshFacts, key: string): boolean {
  return ownKeys.some(prefix => key.startsWith(prefix));
}

function valueOf({ on, key }: MembershipMark, metadata: unknown): string | undefined {
  const marks: unknown = isObject(metadata) ? metadata[on === 'label' ? 'labels' : 'annotations'] : undefined;
  const value: unknown = isObject(marks) ? marks[key] : undefined;
  return value === undefined || value === null ? undefined : shown(value);
}
