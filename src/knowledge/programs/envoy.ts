import { Program } from './program';

/**
 * Envoy with a static configuration.
 *
 * Whoever reaches its admin port can stop it, so that stays on loopback, and a listener of its own passes on nothing but `/ready`. On SIGTERM it closes at
 * once. Hot restart must be off: its sockets belong to the whole pod, and two Envoys would meet there.
 *
 * It serves both ways. A kubelet stops it after the app either way, so what counts is that the app may call through it to the end.
 *
 * @see https://www.envoyproxy.io/docs/envoy/latest/operations/cli
 */
export const ENVOY: Program = {
  name: 'Envoy',
  image: 'docker.io/envoyproxy/envoy:distroless-v1.39.0',
  repositories: /(^|\/)envoyproxy\/envoy(-distroless|-alpine|-debug)?$/,
  user: 65532,
  onlySidecar: true,
  direction: 'outbound',
  gate: 'HTTP 9902 /ready',
  shutdownSeconds: 2,
};

/** The admin port, on loopback. */
export const ENVOY_ADMIN_PORT = 9901;

/** The port of the listener that passes on `/ready`, on all addresses. */
export const ENVOY_READY_PORT = 9902;

/** The port on which the world reaches the app through it. */
export const ENVOY_INBOUND_PORT = 10000;

/** The certificates that the image trusts. */
export const ENVOY_TRUSTED_CA = '/etc/ssl/certs/ca-certificates.crt';
