import { ISTIO_AMBIENT, ISTIO_MODE } from './istio-namespace';

/** What is known about Istio without sidecars: ztunnel runs once for each node, and takes the traffic of a pod from its first packet to its last. */
export const AMBIENT = {
  name: 'Istio ambient',
  /** The first release in which it is generally available. */
  since: '1.24',
  /** The second label keeps a sidecar away in a Namespace that injects them: a pod with a sidecar is not ambient. */
  labels: { [ISTIO_MODE]: ISTIO_AMBIENT, 'sidecar.istio.io/inject': 'false' },
  /** The ports on which ztunnel listens inside of the pod's network. */
  ports: [15001, 15006, 15008, 15053],
  clusterNeeds: ['Istio must be installed in ambient mode: istiod, istio-cni and ztunnel on every node'],
} as const;
