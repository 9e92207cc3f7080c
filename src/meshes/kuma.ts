import { MeshKind, meshKind } from './mesh-kind';
import { KUMA } from '../knowledge/meshes/kuma';
import { meshVersion } from '../knowledge/meshes/mesh-facts';

/**
 * How a workload joins Kuma or Kong Mesh.
 *
 * There is no choice between native and not: in Kuma the cluster decides it for all, and native is what is counted on here, see `clusterNeeds`.
 */
export interface KumaOptions {
  /** The version of Kuma's control plane, for example `2.14`. */
  readonly version: string;
  /**
   * Say that Kuma's CNI plugin redirects the traffic, instead of an init container.
   * @default false
   */
  readonly cni?: boolean;
}

/** Kuma, as its options say. */
export function kuma(options: KumaOptions): MeshKind {
  return meshKind(KUMA, { version: meshVersion(KUMA, options.version, true), native: true, cni: options.cni ?? false });
}
