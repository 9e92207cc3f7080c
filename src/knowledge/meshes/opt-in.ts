import { ISTIO_REVISION_LABEL } from './istio';
import { MeshFacts } from './mesh-facts';
import { follow, isObject, JsonObject } from '../../data/json';

const YES = new Set(['true', 'enabled', 'ingress', 'yes', 'on']);
const NO = new Set(['false', 'disabled', 'no', 'off']);

/** Istio's other ways to be led into the mesh: a namespace's own label, and the label that chooses a control plane. */
const ISTIO_NAMESPACE_LABEL = 'istio-injection';

/** What labels and annotations say about being in a mesh: true, false, or nothing. Some meshes read the one, some the other, some both. */
export function saysInMesh(facts: MeshFacts, metadata: unknown): boolean | undefined {
  const labels = objectAt(metadata, 'labels');
  const said = [labels[facts.optIn.key], objectAt(metadata, 'annotations')[facts.optIn.key]].map(String).find(value => YES.has(value) || NO.has(value));
  if (said !== undefined) {
    return YES.has(said);
  }
  if (facts.name !== 'Istio') {
    return undefined;
  }
  const byNamespace = String(labels[ISTIO_NAMESPACE_LABEL]);
  return YES.has(byNamespace) || NO.has(byNamespace)
    ? YES.has(byNamespace)
    : typeof labels[ISTIO_REVISION_LABEL] === 'string' || undefined;
}

function objectAt(metadata: unknown, field: string): JsonObject {
  const value = follow(metadata, [field]);
  return isObject(value) ? value : {};
}
