import { Program } from './program';

/**
 * OAuth2 Proxy: lets those through to the app who have logged in.
 *
 * It listens on loopback unless told otherwise. With OpenID Connect it asks the issuer for its endpoints at start and ends when it gets no answer, so that the
 * app does not start either, unless the endpoints are given. On SIGTERM it waits for open requests, without a limit.
 *
 * @see https://oauth2-proxy.github.io/oauth2-proxy/configuration/overview
 */
export const OAUTH2_PROXY: Program = {
  name: 'OAuth2 Proxy',
  image: 'quay.io/oauth2-proxy/oauth2-proxy:v7.15.3',
  repositories: /(^|\/)oauth2-proxy$/,
  user: 65532,
  onlySidecar: true,
  direction: 'inbound',
  gate: 'HTTP 4180 /ping',
  shutdownSeconds: 5,
};

/** The port on which the world reaches the app through it. */
export const OAUTH2_PROXY_PORT = 4180;
