import { MeshFacts } from './mesh-facts';
import { MESHES } from './mesh-list';

/** The names of all meshes, as the command line takes them. */
export function meshNames(): string[] {
  return MESHES.map(({ name }) => name.toLowerCase());
}

/** The mesh of that name, whatever the case of its letters. */
export function meshNamed(name: string): MeshFacts | undefined {
  return MESHES.find(mesh => mesh.name.toLowerCase() === name.toLowerCase());
}
