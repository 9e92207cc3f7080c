import { addressOf, isLoopback, loopbackPorts, portOf } from './address';
import { httpGate, KnownProgram, Program } from './program';
import { flaggedUpstreams } from './upstreams';

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
  repositories: /(^|\/)(ose-)?kube-rbac-proxy(-rhel\d)?$/,
  user: 65532,
  onlySidecar: true,
  direction: 'inbound',
  guards: true,
  upstreams: run => flaggedUpstreams(run, 'upstream'),
  gate: 'HTTPS 8643 /healthz',
  shutdownSeconds: 5,
  requires: { version: [0, 14], what: 'the flag --proxy-endpoints-port' },
  startup: run => {
    const health = portOf(run.flag('proxy-endpoints-port'));
    const listen = addressOf(run.flag('secure-listen-address'));
    if (!listen || isLoopback(listen.host)) {
      return 'the manifest does not show that it listens where the kubelet can reach it';
    }
    return health ? httpGate('/healthz', health, [], 'HTTPS') : { handler: { tcpSocket: { port: listen.port } } };
  },
  loopback: run => loopbackPorts(addressOf(run.flag('secure-listen-address')), addressOf(run.flag('insecure-listen-address'))),
  shellLess: run => /(^|\/)brancz\/kube-rbac-proxy$/.test(run.repository),
};

/** The same program in a registry that no longer has it. */
export const KUBEBUILDER_RBAC_PROXY: KnownProgram = {
  name: 'kube-rbac-proxy of kubebuilder',
  repositories: /(^|\/)kubebuilder\/kube-rbac-proxy$/,
  onlySidecar: true,
  direction: 'inbound',
  guards: true,
  upstreams: KUBE_RBAC_PROXY.upstreams,
  startup: KUBE_RBAC_PROXY.startup,
  loopback: KUBE_RBAC_PROXY.loopback,
  shellLess: () => true,
  dead: { since: 'its registry is closed', successor: 'quay.io/brancz/kube-rbac-proxy, or the filter for metrics of controller-runtime' },
};

/** The port on which the world reaches the app through it. */
export const KUBE_RBAC_PROXY_PORT = 8443;

/** The port of the health endpoint, on all addresses. */
export const KUBE_RBAC_PROXY_HEALTH_PORT = 8643;
