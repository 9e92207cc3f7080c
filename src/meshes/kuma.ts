import { MeshKind, meshKind } from './mesh-kind';
import { callersLanguage } from '../caller/language';
import { checkProps } from '../caller/refusal';
import { FLAG, Kinds, requiredElsewhere, TEXT } from '../data/arguments';
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
  /**
   * The name of the Kuma mesh that the workload joins.
   * @default - the mesh of the namespace, or `default`
   */
  readonly meshName?: string;
  /**
   * The name of a volume of the pod with a service account token for the proxy.
   * @default - the token that the pod mounts; if it mounts none, synth adds a volume with a projected token
   */
  readonly tokenVolume?: string;
}

/** What the options must be. */
const KINDS: Kinds<KumaOptions> = { version: requiredElsewhere({ ...TEXT, what: "a string, for example '2.13'" }), cni: FLAG, meshName: TEXT, tokenVolume: TEXT };

/** Kuma with its options. */
export function kuma(options: KumaOptions): MeshKind {
  checkProps('Kuma', options, KINDS);
  return meshKind(KUMA, { version: meshVersion(KUMA, options.version, true, callersLanguage), native: true, cni: options.cni ?? false }, {
    labels: options.meshName ? { [KUMA.optionKeys.meshName]: options.meshName } : {},
    annotations: options.tokenVolume ? { [KUMA.optionKeys.tokenVolume]: options.tokenVolume } : {},
    clusterNeeds: options.meshName ? [`the cluster must have a Mesh with the name '${options.meshName}'`] : [],
  });
}
