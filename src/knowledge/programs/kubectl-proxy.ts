import { KnownProgram } from './program';

/**
 * `kubectl proxy`, which lets the containers of its pod call the API server without credentials.
 *
 * It listens on loopback unless told otherwise, where no kubelet reaches it.
 *
 * @see https://kubernetes.io/docs/reference/kubectl/generated/kubectl_proxy/
 */
export const KUBECTL_PROXY: KnownProgram = {
  name: 'kubectl proxy',
  repositories: /(^|\/)(kubectl-proxy|kubeapi-proxy)$/,
  command: /^kubectl$/,
  subcommand: /^proxy$/,
  onlySidecar: true,
  direction: 'outbound',
  startup: () => 'it listens on loopback, where the kubelet cannot reach it',
};
