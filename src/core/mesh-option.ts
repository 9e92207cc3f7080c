import { follow, isObject, JsonObject } from '../data/json';
import { asksToJoin, MembershipRequest, membershipRequest, namespaceRefusal } from '../knowledge/meshes/membership';
import { ChosenMesh, MeshFacts } from '../knowledge/meshes/mesh-facts';
import { MESH_EXAMPLE } from '../knowledge/meshes/mesh-list';
import { meshNamed, meshNames, sidecarlessMesh } from '../knowledge/meshes/mesh-names';
import { knownMeshVersion, MeshVersion } from '../knowledge/meshes/mesh-version';
import { canMeet } from '../knowledge/meshes/two-meshes';
import { templatePlaces } from '../kubernetes/manifest';
import { PodModel } from '../kubernetes/pod';
import { WorkloadKinds } from '../kubernetes/workload-kinds';

/** What follows the version of a mesh whose CNI plugin redirects the traffic. */
const CNI = /\+cni$/;

/** Parses NAME@VERSION or NAME@VERSION+cni, and a second one after a comma; throws if a mesh or its version is not supported, or if the two exclude each other. */
export function readMesh(text: string): ChosenMesh {
  const [first, second, ...more] = text.split(',').map(readOne);
  if (second === undefined) {
    return first;
  }
  if (more.length > 0 || !canMeet(first.facts, second.facts)) {
    throw new Error(`'${text}' names meshes that a pod cannot join at once: write one of them`);
  }
  return first.facts.beside ? { ...second, other: first } : { ...first, other: second };
}

function readOne(text: string): ChosenMesh {
  const [name, version, ...more] = text.split('@');
  const facts = meshNamed(name);
  if (facts && (version === undefined || version === '')) {
    throw new Error(`'${text}' has no version: write NAME@VERSION, such as ${MESH_EXAMPLE}`);
  }
  const sidecarless = facts ? undefined : sidecarlessMesh(name);
  if (sidecarless) {
    throw new Error(`'${text}' names ${sidecarless}, which adds no sidecar to pods: omit --mesh`);
  }
  if (!facts || more.length > 0) {
    throw new Error(`'${text}' is not a supported mesh: write NAME@VERSION, such as ${MESH_EXAMPLE}; supported meshes: ${meshNames().join(', ')}`);
  }
  return { facts, version: knownMeshVersion(facts.name, version.replace(CNI, ''), facts.known), ...(CNI.test(version) ? { cni: true } : {}) };
}

/**
 * Decides which pods are in the mesh.
 *
 * A pod that opts in or out decides for itself; for all others, their Namespace decides. If no pod and no Namespace in the whole input opts in, the
 * Namespaces are not part of the input, and every pod that does not opt out counts as a member.
 */
export class MeshMembers {
  /** The members of a mesh, and of what stands beside it. */
  public static of(mesh: ChosenMesh, objects: readonly unknown[] = [], kinds: WorkloadKinds = WorkloadKinds.KNOWN): MeshMembers {
    return new MeshMembers(mesh.facts, objects, kinds, mesh.version, mesh.other && MeshMembers.of(mesh.other, objects, kinds));
  }

  private readonly namespaces = new Map<string, { readonly joins: boolean | undefined; readonly object: JsonObject }>();
  private byDefault = true;

  public constructor(
    private readonly facts: MeshFacts,
    objects: readonly unknown[] = [],
    private readonly kinds: WorkloadKinds = WorkloadKinds.KNOWN,
    private readonly version?: MeshVersion,
    /** The members of what stands beside the mesh. */
    public readonly others?: MeshMembers,
  ) {
    objects.forEach(object => this.add(object));
  }

  /** Adds an object of the input. */
  public add(object: unknown): void {
    if (!isObject(object)) {
      return;
    }
    this.others?.add(object);
    const namespaceJoins = object.kind === 'Namespace' ? asksToJoin(this.facts, object.metadata) : undefined;
    if (object.kind === 'Namespace') {
      this.namespaces.set(String(follow(object, ['metadata', 'name'])), { joins: namespaceJoins, object });
    }
    this.byDefault &&= namespaceJoins !== true && !joins(this.facts, object, this.kinds);
  }

  /** Whether the mesh injects its proxy into a pod. */
  public has(pod: PodModel): boolean {
    return this.exclusionOf(pod) === undefined;
  }

  /** Why the mesh injects no proxy into a pod, as the rest of a sentence; undefined if it does. */
  public exclusionOf(pod: PodModel): string | undefined {
    const request = membershipRequest(this.facts, pod.metadata);
    const name = pod.namespace ?? 'default';
    const namespace = this.namespaces.get(name);
    if (request) {
      const refusal = request.joins && namespace ? namespaceRefusal(this.facts, namespace.object, pod, this.version) : undefined;
      return !request.joins ? this.optOut(request) : refusal && `Namespace '${name}' ${refusal.why}`;
    }
    if (pod.spec.hostNetwork === true && this.facts.skipsHostNetwork) {
      return 'it skips pods on the network of the node (hostNetwork)';
    }
    if (namespace?.joins !== undefined) {
      return namespace.joins ? undefined : `Namespace '${name}' opts out`;
    }
    return this.byDefault ? undefined : `neither the pod nor Namespace '${name}' opts in, but others in the input do`;
  }

  /** The annotations that a pod takes from its Namespace, unless it has them itself. */
  public inheritedBy(pod: PodModel): { readonly [key: string]: unknown } {
    const written = follow(this.namespaces.get(pod.namespace ?? 'default')?.object, ['metadata', 'annotations']);
    return Object.fromEntries(Object.entries(isObject(written) ? written : {}).filter(([key]) => this.facts.inherits?.(key, this.version)));
  }

  private optOut({ key, value }: MembershipRequest): string {
    return key === this.facts.sidecarless?.key ? `the pod joins without a sidecar (${key}: "${value}")` : `the pod opts out with ${key}: "${value}"`;
  }
}

function joins(facts: MeshFacts, object: JsonObject, kinds: WorkloadKinds): boolean {
  return templatePlaces(object, kinds).some(({ path }) => asksToJoin(facts, follow(object, [...path, 'metadata'])) === true);
}
