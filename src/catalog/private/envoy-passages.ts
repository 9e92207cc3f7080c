import { Passage } from './envoy-bootstrap';
import { metricsPortOf } from './metrics';
import { checkListenPort, checkPortUses } from './parts';
import { checkPort } from './preset';
import { ENVOY_ADMIN_PORT, ENVOY_INBOUND_PORT, ENVOY_METRICS_PORT, ENVOY_READY_PORT } from '../../knowledge/programs/envoy';
import { wholeSeconds } from '../../sidecars/whole-seconds';
import { EnvoyProps } from '../envoy-props';
import { EnvoyProtocol, EnvoyUpstream } from '../envoy-upstream';

const LOOPBACK = '127.0.0.1';
const DEFAULT_HTTP_TIMEOUT_SECONDS = 15;

/** The ports of an Envoy. */
export interface Ports {
  readonly admin: number;
  readonly ready: number;
  /** Undefined if it serves no metrics. */
  readonly metrics: number | undefined;
  readonly inbound: { readonly port: number; readonly appPort: number } | undefined;
}

/** The ports of an Envoy. Refuses a port with two purposes. */
export function envoyPorts(subject: string, props: EnvoyProps, upstreams: readonly EnvoyUpstream[]): Ports {
  const admin = checkListenPort(subject, props.adminPort ?? ENVOY_ADMIN_PORT);
  const ready = checkListenPort(subject, props.readyPort ?? ENVOY_READY_PORT);
  const metrics = metricsPortOf(subject, props, ENVOY_METRICS_PORT);
  const inbound = props.appPort === undefined || props.appPort === null ? undefined : {
    port: checkListenPort(subject, props.port ?? ENVOY_INBOUND_PORT),
    appPort: checkPort(subject, props.appPort),
  };
  checkPortUses(subject, [
    { port: admin, use: 'its admin interface' },
    { port: ready, use: 'the startup gate' },
    ...(metrics === undefined ? [] : [{ port: metrics, use: 'metrics' }]),
    ...(inbound ? [{ port: inbound.appPort, use: 'the app' }, { port: inbound.port, use: 'clients' }] : []),
    ...upstreams.map(({ name, listenPort }) => ({ port: checkListenPort(subject, listenPort), use: `upstream '${name}'` })),
  ]);
  return { admin, ready, metrics, inbound };
}

/** Everything that passes through an Envoy. */
export function envoyPassages(props: EnvoyProps, { admin, ready, metrics, inbound }: Ports, certificateFolder: string): Passage[] {
  return [
    adminPassage('ready', ready, admin, '/ready'),
    ...(metrics === undefined ? [] : [adminPassage('admin-metrics', metrics, admin, '/stats/prometheus')]),
    ...(inbound ? [{
      ...inboundPassage(inbound.port, inbound.appPort, props.appProtocol ?? EnvoyProtocol.HTTP),
      certificateFolder: props.certificate ? certificateFolder : undefined,
    }] : []),
    ...(props.upstreams ?? []).map(outboundPassage),
  ];
}

/** The admin interface can stop Envoy, so other pods and the kubelet only reach one path of it. */
function adminPassage(name: string, port: number, admin: number, onlyPath: string): Passage {
  return { name, address: '0.0.0.0', port, protocol: 'http', to: { host: LOOPBACK, port: admin, tls: false }, timeoutSeconds: name === 'ready' ? 1 : 15, retries: 0, onlyPath };
}

function inboundPassage(port: number, appPort: number, protocol: EnvoyProtocol): Passage {
  // The app limits how long a request may take.
  return { name: 'app', address: '0.0.0.0', port, protocol, to: { host: LOOPBACK, port: appPort, tls: false }, timeoutSeconds: 0, retries: 0 };
}

function outboundPassage(upstream: EnvoyUpstream): Passage {
  const { name, host, port, listenPort, protocol = EnvoyProtocol.HTTP, tls = false, timeout, retries = 0 } = upstream;
  const usual = protocol === EnvoyProtocol.HTTP ? DEFAULT_HTTP_TIMEOUT_SECONDS : 0;
  const isUsualPort = port === (tls ? 443 : 80);
  return {
    name,
    address: LOOPBACK,
    port: listenPort,
    protocol,
    to: { host, port, tls },
    hostHeader: isUsualPort ? host : `${host}:${port}`,
    timeoutSeconds: timeout ? wholeSeconds(timeout) : usual,
    retries,
  };
}
