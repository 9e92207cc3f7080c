import { MeshKind, meshKind } from './mesh-kind';
import { checkProps, FLAG, Kinds, requiredElsewhere, TEXT } from '../data/arguments';
import { KUMA } from '../knowledge/meshes/kuma';
import { meshVersion } from '../knowledge/meshes/mesh-facts';

/**
 * Options for a workload that joins Kuma or Kong Mesh.
 *
 * They have no `nativeSidecar`: in Kuma, a setting of the control plane decides it for all workloads, and this library requires that setting; see `clusterNeeds`.
 */
export interface KumaOptions {
  /** The version of the Kuma control plane, for example `2.14`. */
  readonly version: string;
  /**
   * Whether the CNI plugin of Kuma redirects the traffic, instead of an init container.
   * @default false
   */
  readonly cni?: boolean;
}

/** What the options must be. */
const KINDS: Kinds<KumaOptions> = { version: requiredElsewhere({ ...TEXT, what: "a string, for example '2.13'" }), cni: FLAG };

/** Kuma with its options. */
export function kuma(options: KumaOptions): MeshKind {
  checkProps('Kuma', options, KINDS);
  return meshKind(KUMA, { version: meshVersion(KUMA, options.version, true), native: true, cni: options.cni ?? false });
}
