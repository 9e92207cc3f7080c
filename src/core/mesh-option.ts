import { follow, isObject, JsonObject } from '../data/json';
import { asksToJoin } from '../knowledge/meshes/membership';
import { ChosenMesh, MeshFacts } from '../knowledge/meshes/mesh-facts';
import { MESH_EXAMPLE } from '../knowledge/meshes/mesh-list';
import { meshNamed, meshNames } from '../knowledge/meshes/mesh-names';
import { knownMeshVersion } from '../knowledge/meshes/mesh-version';
import { templatePlaces } from '../kubernetes/manifest';
import { Pod } from '../kubernetes/pod';
import { WorkloadKinds } from '../kubernetes/workload-kinds';

/** Reads a mesh as the user writes it, NAME@VERSION; throws a sentence when it is none. */
export function readMesh(text: string): ChosenMesh {
  const [name, version, ...more] = text.split('@');
  const facts = meshNamed(name);
  if (!facts || version === undefined || version === '' || more.length > 0) {
    throw new Error(`'${text}' is no mesh that is known here: write it as NAME@VERSION, such as ${MESH_EXAMPLE}, with one of ${meshNames().join(', ')}`);
  }
  return { facts, version: knownMeshVersion(facts.name, version, facts.known) };
}

/**
 * Tells which pods are in the mesh.
 *
 * A pod that says so is, and one that says not is not; for the others their Namespace decides. Where neither a pod nor a Namespace of the whole input
 * says that it is in the mesh, the Namespaces stand elsewhere, and every pod that does not say otherwise counts as in it.
 */
export class MeshMembers {
  private readonly namespaces = new Map<string, boolean>();
  private byDefault = true;

  public constructor(
    private readonly facts: MeshFacts, objects: readonly unknown[] = [], private readonly kinds: WorkloadKinds = WorkloadKinds.KNOWN,
  ) {
    objects.forEach(object => this.add(object));
  }

  /** Looks at one more object of the input. */
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

  /** Whether the injector will take a pod. */
  public has(pod: Pod): boolean {
    const said = asksToJoin(this.facts, pod.metadata);
    if (pod.spec.hostNetwork === true && this.facts.skipsHostNetwork && said === undefined) {
      return false;
    }
    return said ?? this.namespaces.get(pod.namespace ?? 'default') ?? this.byDefault;
  }
}

function joins(facts: MeshFacts, object: JsonObject, kinds: WorkloadKinds): boolean {
  return templatePlaces(object, kinds).some(({ path }) => asksToJoin(facts, follow(object, [...path, 'metadata'])) === true);
}
