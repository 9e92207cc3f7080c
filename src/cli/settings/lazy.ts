// Loaded on first use: most runs name no mesh, and the help of a command never does.

/** What reads the option `--mesh`. */
export function meshReader(): typeof import('../../core/mesh-option').readMesh {
  return require('../../core/mesh-option').readMesh;
}
