import { portOf } from './address';
import { blockOf } from './config-block';
import { httpGate, Program } from './program';
import { envoyUpstreams } from './upstreams';

const ADMIN = /^admin:[ \t\r]*$/;
/** A port on all addresses. */
const OPEN_PORT = /(?:^|[{ \t])address:\s*["']?(?:0\.0\.0\.0|::)["']?[\s,]+port_value:\s*(\d+)/m;

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
  upstreams: envoyUpstreams,
  gate: 'HTTP 9902 /ready',
  shutdownSeconds: 2,
  stopSeconds: () => 2,
  startup: run => {
    const admin = run.source.files().filter(text => text.includes('admin:')).map(text => blockOf(text, ADMIN)).find(block => block && OPEN_PORT.test(block.body));
    const port = portOf(admin && OPEN_PORT.exec(admin.body)?.[1]);
    return port === undefined ? 'its configuration shows no port where the kubelet can probe its readiness' : httpGate('/ready', port);
  },
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
