import { follow, isObject, JsonObject } from '../data/json';
import { MeshFacts } from '../knowledge/meshes/mesh-facts';
import { MESHES } from '../knowledge/meshes/mesh-list';
import { knownMeshVersion } from '../knowledge/meshes/mesh-version';
import { saysInMesh } from '../knowledge/meshes/opt-in';
import { ChosenMesh } from '../knowledge/meshes/prediction';
import { templatePath } from '../kubernetes/manifest';
import { Pod } from '../kubernetes/pod';

/** Reads a mesh as the user writes it, such as `istio@1.29`; throws a sentence when it is none. */
export function readMesh(text: string): ChosenMesh {
  const [name, version, ...more] = text.split('@');
  const facts = MESHES.find(known => known.name.toLowerCase() === name.toLowerCase());
  if (!facts || version === undefined || version === '' || more.length > 0) {
    const names = MESHES.map(known => known.name.toLowerCase()).join(', ');
    throw new Error(`'${text}' is no mesh that is known here: write it as NAME@VERSION, such as istio@1.29, with one of ${names}`);
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
  private readonly byDefault: boolean;

  public constructor(private readonly facts: MeshFacts, objects: readonly unknown[]) {
    for (const object of objects) {
      const said = isObject(object) && object.kind === 'Namespace' ? saysInMesh(facts, object.metadata) : undefined;
      if (said !== undefined) {
        this.namespaces.set(String(follow(object, ['metadata', 'name'])), said);
      }
    }
    const someoneJoins = [...this.namespaces.values()].includes(true) || objects.some(object => isObject(object) && joins(facts, object));
    this.byDefault = !someoneJoins;
  }

  /** Whether the injector will take a pod. */
  public has(pod: Pod): boolean {
    const said = saysInMesh(this.facts, pod.metadata);
    if (pod.spec.hostNetwork === true && this.facts.skipsHostNetwork && said === undefined) {
      return false;
    }
    return said ?? this.namespaces.get(pod.namespace ?? 'default') ?? this.byDefault;
  }
}

function joins(facts: MeshFacts, object: JsonObject): boolean {
  const path = templatePath(object);
  return path !== undefined && saysInMesh(facts, follow(object, [...path, 'metadata'])) === true;
}
