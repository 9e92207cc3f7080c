import { MeshKind, meshKind } from './mesh-kind';
import { ISTIO } from '../knowledge/meshes/istio';
import { meshVersion } from '../knowledge/meshes/mesh-facts';

/** How a workload joins Istio. */
export interface IstioOptions {
  /** The version of Istio's control plane, for example `1.29`. */
  readonly version: string;
  /**
   * Make the proxy a native sidecar: up before the app, gone after it, and never in the way of a Job.
   *
   * From 1.24 the workload says it; before that only the whole mesh can, see `clusterNeeds`.
   *
   * @default true
   */
  readonly nativeSidecar?: boolean;
  /**
   * Say that Istio's CNI plugin redirects the traffic, instead of an init container.
   * @default false
   */
  readonly cni?: boolean;
  /**
   * Which of several control planes injects the proxy: a revision, or a tag of one.
   * @default - the one of the namespace, or the default one
   */
  readonly revision?: string;
}

/** Istio, as its options say. */
export function istio(options: IstioOptions): MeshKind {
  const native = options.nativeSidecar ?? true;
  const { revision } = options;
  if (revision !== undefined && revision !== null && !/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/.test(revision)) {
    throw new Error(`'revision' of Istio is '${revision}', which cannot be the value of a label: use letters, digits and '-', at most 63`);
  }
  return meshKind(ISTIO, { version: meshVersion(ISTIO, options.version, native), native, cni: options.cni ?? false }, revision ? {
    labels: { [ISTIO.optionKeys.revision]: revision },
    clusterNeeds: [`an istiod of revision or tag '${revision}' must be installed`],
  } : {});
}
