import { follow, isObject, JsonObject } from '../data/json';
import { asksToJoin } from '../knowledge/meshes/membership';
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
    const asked = asksToJoin(this.facts, pod.metadata);
    if (pod.spec.hostNetwork === true && this.facts.skipsHostNetwork && asked === undefined) {
      return false;
    }
    return asked ?? this.namespaces.get(pod.namespace ?? 'default') ?? this.byDefault;
  }
}

function joins(facts: MeshFacts, object: JsonObject, kinds: WorkloadKinds): boolean {
  return templatePlaces(object, kinds).some(({ path }) => asksToJoin(facts, follow(object, [...path, 'metadata'])) === true);
}
