import { Program } from './program';

/**
 * kube-rbac-proxy: asks the API server who calls and whether he may, and then calls the app.
 *
 * It needs a service account's token to start. Its health endpoint has a port of its own and speaks TLS only. On SIGTERM it waits for open requests, without
 * a limit.
 *
 * @see https://github.com/brancz/kube-rbac-proxy
 */
export const KUBE_RBAC_PROXY: Program = {
  name: 'kube-rbac-proxy',
  image: 'quay.io/brancz/kube-rbac-proxy:v0.22.1',
  repositories: /(^|\/)kube-rbac-proxy$/,
  user: 65532,
  onlySidecar: true,
  direction: 'inbound',
  gate: 'HTTPS 8643 /healthz',
  shutdownSeconds: 5,
};

/** The port on which the world reaches the app through it. */
export const KUBE_RBAC_PROXY_PORT = 8443;

/** The port of the health endpoint, on all addresses. */
export const KUBE_RBAC_PROXY_HEALTH_PORT = 8643;
