import { MeshKind, meshKind } from './mesh-kind';
import { portList, PORTS } from './ports';
import { callersLanguage } from '../caller/language';
import { checkProps, refusal } from '../caller/refusal';
import { FLAG, Kinds, requiredElsewhere, TEXT } from '../data/arguments';
import { ISTIO } from '../knowledge/meshes/istio';
import { meshVersion } from '../knowledge/meshes/mesh-facts';

/** Options for a workload that joins Istio. */
export interface IstioOptions {
  /** The version of the Istio control plane, for example `1.29`. */
  readonly version: string;
  /**
   * Makes the proxy a native sidecar: it starts before the app, stops after it, and does not keep a Job running.
   *
   * Since Istio 1.24, an annotation of the workload sets it. Before, it is a setting of the whole mesh; see `clusterNeeds`.
   *
   * @default true
   */
  readonly nativeSidecar?: boolean;
  /**
   * Whether the CNI plugin of Istio redirects the traffic, instead of an init container.
   * @default false
   */
  readonly cni?: boolean;
  /**
   * The control plane that injects the proxy: a revision, or a revision tag.
   * @default - the revision of the namespace, or the default revision
   */
  readonly revision?: string;
  /**
   * Ports of the pod whose incoming traffic bypasses the proxy.
   * @default - all incoming traffic goes through the proxy
   */
  readonly excludedInboundPorts?: number[];
  /**
   * Ports elsewhere to which traffic bypasses the proxy.
   * @default - all outgoing traffic goes through the proxy
   */
  readonly excludedOutboundPorts?: number[];
}

/** What the options must be. */
const KINDS: Kinds<IstioOptions> = { version: requiredElsewhere({ ...TEXT, what: "a string, for example '1.29'" }), nativeSidecar: FLAG, cni: FLAG, revision: TEXT, excludedInboundPorts: PORTS, excludedOutboundPorts: PORTS };

/** Istio with its options. */
export function istio(options: IstioOptions): MeshKind {
  checkProps('Istio', options, KINDS);
  const native = options.nativeSidecar ?? true;
  const { revision } = options;
  if (revision !== undefined && revision !== null && !/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/.test(revision)) {
    throw refusal`'revision' of Istio is '${revision}', which is not a valid label value: use at most 63 letters, digits and dashes`;
  }
  return meshKind(ISTIO, { version: meshVersion(ISTIO, options.version, native, callersLanguage), native, cni: options.cni ?? false }, {
    annotations: {
      ...portList(ISTIO.optionKeys.excludedInboundPorts, options.excludedInboundPorts),
      ...portList(ISTIO.optionKeys.excludedOutboundPorts, options.excludedOutboundPorts),
    },
    ...(revision ? {
      labels: { [ISTIO.optionKeys.revision]: revision },
      clusterNeeds: [
        `the cluster must have an istiod with the revision or tag '${revision}'`,
        'the Namespace must have no label for another revision: its label wins over the label of the pod',
      ],
    } : {
      clusterNeeds: ['Istio must be installed as the default revision, or the Namespace must have a label for a revision: otherwise no control plane reads the label of the pod'],
    }),
  });
}
