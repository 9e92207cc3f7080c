import { follow, isObject, JsonObject } from '../data/json';
import { asksToJoin, membershipRequest } from '../knowledge/meshes/membership';
import { ChosenMesh, MeshFacts } from '../knowledge/meshes/mesh-facts';
import { MESH_EXAMPLE } from '../knowledge/meshes/mesh-list';
import { meshNamed, meshNames } from '../knowledge/meshes/mesh-names';
import { knownMeshVersion } from '../knowledge/meshes/mesh-version';
import { templatePlaces } from '../kubernetes/manifest';
import { Pod } from '../kubernetes/pod';
import { WorkloadKinds } from '../kubernetes/workload-kinds';

/** Parses NAME@VERSION; throws if the mesh or its version is not supported. */
export function readMesh(text: string): ChosenMesh {
  const [name, version, ...more] = text.split('@');
  const facts = meshNamed(name);
  if (facts && (version === undefined || version === '')) {
    throw new Error(`'${text}' has no version: write NAME@VERSION, such as ${MESH_EXAMPLE}`);
  }
  if (!facts || more.length > 0) {
    throw new Error(`'${text}' is not a supported mesh: write NAME@VERSION, such as ${MESH_EXAMPLE}; supported meshes: ${meshNames().join(', ')}`);
  }
  return { facts, version: knownMeshVersion(facts.name, version, facts.known) };
}

/**
 * Decides which pods are in the mesh.
 *
 * A pod that opts in or out decides for itself; for all others, their Namespace decides. If no pod and no Namespace in the whole input opts in, the
 * Namespaces are not part of the input, and every pod that does not opt out counts as a member.
 */
export class MeshMembers {
  private readonly namespaces = new Map<string, boolean>();
  private byDefault = true;

  public constructor(
    private readonly facts: MeshFacts, objects: readonly unknown[] = [], private readonly kinds: WorkloadKinds = WorkloadKinds.KNOWN,
  ) {
    objects.forEach(object => this.add(object));
  }

  /** Adds an object of the input. */
  public add(object: unknown): void {
    if (!isObject(object)) {
      return;
    }
    const namespaceJoins = object.kind === 'Namespace' ? asksToJoin(this.facts, object.metadata) : undefined;
    if (namespaceJoins !== undefined) {
      this.namespaces.set(String(follow(object, ['metadata', 'name'])), namespaceJoins);
    }
    this.byDefault &&= namespaceJoins !== true && !joins(this.facts, object, this.kinds);
  }

  /** Whether the mesh injects its proxy into a pod. */
  public has(pod: Pod): boolean {
    return this.exclusionOf(pod) === undefined;
  }

  /** Why the mesh injects no proxy into a pod, as the rest of a sentence; undefined if it does. */
  public exclusionOf(pod: Pod): string | undefined {
    const request = membershipRequest(this.facts, pod.metadata);
    if (request) {
      return request.joins ? undefined : `the pod opts out with ${request.key}: "${request.value}"`;
    }
    if (pod.spec.hostNetwork === true && this.facts.skipsHostNetwork) {
      return 'it skips pods on the network of the node (hostNetwork)';
    }
    const namespace = pod.namespace ?? 'default';
    const namespaceJoins = this.namespaces.get(namespace);
    if (namespaceJoins !== undefined) {
      return namespaceJoins ? undefined : `Namespace '${namespace}' opts out`;
    }
    return this.byDefault ? undefined : `neither the pod nor Namespace '${namespace}' opts in, but others in the input do`;
  }
}

function joins(facts: MeshFacts, object: JsonObject, kinds: WorkloadKinds): boolean {
  return templatePlaces(object, kinds).some(({ path }) => asksToJoin(facts, follow(object, [...path, 'metadata'])) === true);
}
