import { MeshFacts } from './mesh-facts';
import { MESHES } from './mesh-list';

/** The names of all meshes, as the command line takes them. */
export function meshNames(): string[] {
  return MESHES.map(({ name }) => name.toLowerCase());
}

/** Meshes without a sidecar: their proxies run once for each node, so that nothing in a pod starts before them or stops after them. */
const SIDECARLESS: { readonly [name: string]: string } = { 'cilium': 'Cilium', 'istio-ambient': 'the ambient mode of Istio', 'ambient': 'the ambient mode of Istio' };

/** What a name means that belongs to a mesh without a sidecar. */
export function sidecarlessMesh(name: string): string | undefined {
  return SIDECARLESS[name.toLowerCase()];
}

/** The mesh of that name, whatever the case of its letters. */
export function meshNamed(name: string): MeshFacts | undefined {
  return MESHES.find(mesh => mesh.name.toLowerCase() === name.toLowerCase());
}
