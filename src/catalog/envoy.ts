import { Construct, IConstruct } from 'constructs';
import { EnvoyProtocol, EnvoyUpstream } from './envoy-upstream';
import { PresetProps } from './preset-props';
import { Kinds, DURATION, FLAG, NUMBER, oneOf, required, structsOf, TEXT } from '../data/arguments';
import { Connectable } from './private/connectable';
import { envoyBootstrap, Passage } from './private/envoy-bootstrap';
import { checkListenPort, checkPortUses, mountConfigFile } from './private/parts';
import { checkPort, gateOptions, presetProps, resources, checkPreset, PRESET_KINDS } from './private/preset';
import { receiveFrom } from './private/receive-from';
import { ENVOY, ENVOY_ADMIN_PORT, ENVOY_INBOUND_PORT, ENVOY_READY_PORT } from '../knowledge/programs/envoy';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';
import { wholeSeconds } from '../sidecars/whole-seconds';

const CONFIG_FOLDER = '/etc/envoy';
const CONFIG_FILE = 'envoy.json';
const LOOPBACK = '127.0.0.1';
const DEFAULT_HTTP_TIMEOUT_SECONDS = 15;

/** Properties of an `Envoy`. Set `upstreams`, `appPort`, or both. */
export interface EnvoyProps extends PresetProps {
  /**
   * The services that the app calls through Envoy.
   * @default - the app calls no services through Envoy
   */
  readonly upstreams?: EnvoyUpstream[];
  /**
   * The port of the app that clients reach through Envoy. The app should listen on loopback only.
   * @default - clients do not reach the app through Envoy
   */
  readonly appPort?: number;
  /**
   * The port on which Envoy serves clients of the app, if `appPort` is set.
   * @default 10000
   */
  readonly port?: number;
  /**
   * The protocol between clients and the app.
   * @default EnvoyProtocol.HTTP
   */
  readonly appProtocol?: EnvoyProtocol;
  /**
   * The number of worker threads.
   * @default 1
   */
  readonly concurrency?: number;
  /**
   * The port of the readiness listener, which the startup gate checks. A second Envoy in the same pod needs another port.
   * @default 9902
   */
  readonly readyPort?: number;
  /**
   * The admin port on loopback. A second Envoy in the same pod needs another port.
   * @default 9901
   */
  readonly adminPort?: number;
}

/** What its properties must be. */
const KINDS: Kinds<EnvoyProps> = {
  ...PRESET_KINDS,
  upstreams: structsOf<EnvoyUpstream>({
    name: required(TEXT),
    host: required(TEXT),
    port: required(NUMBER),
    listenPort: required(NUMBER),
    protocol: oneOf(EnvoyProtocol),
    tls: FLAG,
    timeout: DURATION,
    retries: NUMBER,
  }, "a list of upstreams, for example [{ name: 'orders', host: 'orders.shop.svc', port: 80, listenPort: 8001 }]"),
  appPort: NUMBER,
  port: NUMBER,
  appProtocol: oneOf(EnvoyProtocol),
  concurrency: NUMBER,
  readyPort: NUMBER,
  adminPort: NUMBER,
};

/**
 * An Envoy proxy for calls of the app to services, for calls of clients to the app, or both.
 *
 * The gate opens when the configuration is active; it does not depend on the upstreams. The admin interface is only reachable from within the pod.
 *
 * `connect` sets the URL of each upstream in a container, for example `ORDERS_URL` for `orders`, and with `appPort` the `PORT` on which the app must listen.
 *
 * @see https://www.envoyproxy.io/docs/envoy/latest/
 */
export class Envoy extends Connectable {
  /** The address on which the app calls upstreams. */
  public readonly host: string = LOOPBACK;
  /**
   * The port on which clients reach the app.
   * @default - clients do not reach the app through Envoy
   */
  public readonly port?: number;
  /**
   * The port on which the app listens.
   * @default - clients do not reach the app through Envoy
   */
  public readonly appPort?: number;

  private readonly upstreams: readonly EnvoyUpstream[];

  constructor(scope: Construct, id: string, props: EnvoyProps) {
    checkPreset(scope, id, props, KINDS);
    const subject = `'${id}'`;
    const upstreams = props.upstreams ?? [];
    checkUpstreams(subject, upstreams, props.appPort ?? undefined);
    const { admin, ready, inbound } = portsOf(subject, props, upstreams);
    super(scope, id, {
      ...presetProps(ENVOY, props),
      resources: props.resources ?? resources(100, 128, 256),
      args: ['-c', `${CONFIG_FOLDER}/${CONFIG_FILE}`, '--disable-hot-restart', '--concurrency', String(threads(subject, props.concurrency ?? 1))],
      ports: inbound ? [{ number: inbound.port }] : undefined,
      startup: StartupGate.httpGet('/ready', ready, gateOptions(props)),
    });
    this.upstreams = [...upstreams];
    this.port = inbound?.port;
    this.appPort = inbound?.appPort;
    this._listensOn(
      { port: admin, property: "'adminPort'" },
      { port: ready, property: "'readyPort'" },
      ...(inbound ? [{ port: inbound.port, property: "'port'" }] : []),
      ...upstreams.map(({ name, listenPort }) => ({ port: listenPort, property: `'listenPort' of upstream '${name}'` })),
    );
    const passages = [
      readyPassage(ready, admin),
      ...(inbound ? [inboundPassage(inbound.port, inbound.appPort, props.appProtocol ?? EnvoyProtocol.HTTP)] : []),
      ...upstreams.map(outboundPassage),
    ];
    mountConfigFile(this, CONFIG_FOLDER, CONFIG_FILE, `${JSON.stringify(envoyBootstrap(admin, passages), null, 2)}\n`);
  }

  /**
   * Returns the URL on which the app calls an upstream, for example `http://127.0.0.1:8001`.
   * @param upstream the name of the upstream
   */
  public url(upstream: string): string {
    const found = this.upstreams.find(({ name }) => name === upstream);
    if (!found) {
      const known = this.upstreams.map(({ name }) => `'${name}'`).join(', ');
      throw new Error(`'${this.name}' has no upstream '${upstream}': add it to 'upstreams'${known === '' ? '' : `, or use one of ${known}`}`);
    }
    return `${found.protocol === EnvoyProtocol.TCP ? 'tcp' : 'http'}://${this.host}:${found.listenPort}`;
  }

  /**
   * Points a Service of the app at Envoy: its ports that target the app then target Envoy. Otherwise its clients bypass Envoy (NS615).
   *
   * Throws when `appPort` is not set.
   *
   * @param service a Service of cdk8s-plus of any version, or a `KubeService`
   */
  public receiveFrom(service: IConstruct): void {
    const { name, port, appPort } = this;
    if (port === undefined || appPort === undefined) {
      throw new Error(`'${name}' does not forward requests to the app, so it cannot receive those of a Service: set 'appPort'`);
    }
    receiveFrom(service, { name, port, appPort, attached: this._attached });
  }

  /** @internal */
  protected _connection(): Connection {
    const urls = this.upstreams.map(({ name }) => [`${name.toUpperCase().replace(/-/g, '_')}_URL`, this.url(name)]);
    return { variables: { ...Object.fromEntries(urls), ...(this.appPort === undefined ? {} : { PORT: String(this.appPort) }) } };
  }
}

interface Ports {
  readonly admin: number;
  readonly ready: number;
  readonly inbound: { readonly port: number; readonly appPort: number } | undefined;
}

function portsOf(subject: string, props: EnvoyProps, upstreams: readonly EnvoyUpstream[]): Ports {
  const admin = checkListenPort(subject, props.adminPort ?? ENVOY_ADMIN_PORT);
  const ready = checkListenPort(subject, props.readyPort ?? ENVOY_READY_PORT);
  const inbound = props.appPort === undefined || props.appPort === null ? undefined : {
    port: checkListenPort(subject, props.port ?? ENVOY_INBOUND_PORT),
    appPort: checkPort(subject, props.appPort),
  };
  checkPortUses(subject, [
    { port: admin, use: 'its admin interface' },
    { port: ready, use: 'the startup gate' },
    ...(inbound ? [{ port: inbound.appPort, use: 'the app' }, { port: inbound.port, use: 'clients' }] : []),
    ...upstreams.map(({ name, listenPort }) => ({ port: checkListenPort(subject, listenPort), use: `upstream '${name}'` })),
  ]);
  return { admin, ready, inbound };
}

function checkUpstreams(subject: string, upstreams: readonly EnvoyUpstream[], appPort: number | undefined): void {
  if (upstreams.length === 0 && appPort === undefined) {
    throw new Error(`${subject} has nothing to proxy: set 'upstreams' for services that the app calls, 'appPort' for clients that call the app, or both`);
  }
  for (const { name, host, port } of upstreams) {
    if (!/^[a-z]([a-z0-9-]*[a-z0-9])?$/.test(name)) {
      throw new Error(`${subject} has an upstream with the name '${name}', which is not valid: use lowercase letters, digits and dashes, for example orders`);
    }
    if (!/^[A-Za-z0-9.:_-]+$/.test(host) || /:\d+$/.test(host) && host.split(':').length === 2) {
      throw new Error(`the host '${host}' of upstream '${name}' in ${subject} is not valid: set a host name or IP address without scheme and port, for example orders.shop.svc.cluster.local`);
    }
    checkPort(`${subject} with upstream '${name}'`, port);
  }
  const names = upstreams.map(({ name }) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index || name === 'ready' || name === 'app');
  if (duplicate !== undefined) {
    throw new Error(`the upstream name '${duplicate}' of ${subject} is reserved or not unique: give each upstream a unique name other than 'app' and 'ready'`);
  }
}

function threads(subject: string, concurrency: number): number {
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new Error(`'concurrency' of ${subject} is ${concurrency}: set a whole number from 1`);
  }
  return concurrency;
}

/** The admin interface can stop Envoy, so the kubelet only reaches this one path of it. */
function readyPassage(port: number, admin: number): Passage {
  return {
    name: 'ready', address: '0.0.0.0', port, protocol: 'http', to: { host: LOOPBACK, port: admin, tls: false }, timeoutSeconds: 1, retries: 0, onlyPath: '/ready',
  };
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
