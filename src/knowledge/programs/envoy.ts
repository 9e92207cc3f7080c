import { portOf } from './address';
import { blockOf } from './config-block';
import { envoyPassesOn } from './envoy-routes';
import { gateSince, httpGate, Program } from './program';
import { envoyUpstreams } from './upstreams';

const ADMIN = /^admin:[ \t\r]*$/;
/** A port on all addresses. */
const OPEN_PORT = /(?:^|[{ \t])address:\s*["']?(?:0\.0\.0\.0|::)["']?[\s,]+port_value:\s*(\d+)/m;
const LOCAL_ADDRESS = /(?:^|[{ \t])address:\s*["']?(?:127(?:\.\d{1,3}){3}|localhost|::1)["']?/m;

/**
 * Envoy with a static configuration.
 *
 * Every client of its admin port can stop it, so that port stays on loopback, and a separate listener forwards only `/ready`. On SIGTERM it closes at
 * once. Hot restart must be off: its sockets belong to the whole pod, and two Envoys would meet there.
 *
 * It serves both ways. A kubelet stops it after the app either way, so what counts is that the app may call through it to the end.
 *
 * @see https://www.envoyproxy.io/docs/envoy/latest/operations/cli
 */
export const ENVOY: Program = {
  name: 'Envoy',
  image: 'docker.io/envoyproxy/envoy:distroless-v1.39.0',
  repositories: /(^|\/)envoy(-distroless|-alpine|-debug|-contrib|-dev)?$/,
  user: 65532,
  onlySidecar: true,
  direction: 'outbound',
  servesBothWays: true,
  once: { flag: /^--mode[= ](validate|init_only)$|^--version$/ },
  upstreams: envoyUpstreams,
  passesOn: envoyPassesOn,
  gate: 'HTTP 9902 /ready',
  shutdownSeconds: 2,
  stopSeconds: () => 2,
  // Read in the release notes of 1.11.
  startup: gateSince([1, 11], run => {
    const admins = run.source.files().filter(text => text.includes('admin:')).flatMap(text => blockOf(text, ADMIN) ?? []);
    const open = admins.find(({ body }) => OPEN_PORT.test(body));
    const port = portOf(open && OPEN_PORT.exec(open.body)?.[1]);
    if (port !== undefined) {
      return httpGate('/ready', port);
    }
    return admins.some(({ body }) => LOCAL_ADDRESS.test(body))
      ? 'its admin port, which tells its readiness, listens on loopback'
      : run.whyNotFound('its configuration shows no port where the kubelet can probe its readiness');
  }),
  shellLess: run => /distroless/.test(run.tag) || /-distroless$/.test(run.repository),
  imageUser: run => /(^|\/)envoyproxy\/envoy$/.test(run.repository) && run.isVariantSeen && !/distroless/.test(run.tag) ? { root: true, id: 101 } : undefined,
};

/** The admin port, on loopback. */
export const ENVOY_ADMIN_PORT = 9901;

/** The port of the listener that passes on `/ready`, on all addresses. */
export const ENVOY_READY_PORT = 9902;

/** The port of the metrics, if they are on. */
export const ENVOY_METRICS_PORT = 9904;

/** The port on which the world reaches the app through it. */
export const ENVOY_INBOUND_PORT = 10000;

/** The certificates that the image trusts. */
export const ENVOY_TRUSTED_CA = '/etc/ssl/certs/ca-certificates.crt';
