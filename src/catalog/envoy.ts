import { Construct, IConstruct } from 'constructs';
import { EnvoyProps } from './envoy-props';
import { EnvoyProtocol, EnvoyUpstream } from './envoy-upstream';
import { refusal } from '../caller/refusal';
import { Kinds, DURATION, FLAG, NUMBER, oneOf, required, structsOf, TEXT } from '../data/arguments';
import { CONFIG_MAP, SECRET } from '../sidecars/kinds';
import { Connectable } from './private/connectable';
import { Decided, ENDS } from './private/decided';
import { envoyBootstrap } from './private/envoy-bootstrap';
import { checkTls, checkUpstreams, mergeEnvoyConfig } from './private/envoy-checks';
import { envoyPassages, envoyPorts } from './private/envoy-passages';
import { declaredMetrics } from './private/metrics';
import { mountConfigFile, mountConfigMap, mountSecret } from './private/parts';
import { gateOptions, presetProps, resources, checkPreset, PRESET_KINDS } from './private/preset';
import { receiveFrom } from './private/receive-from';
import { DATA } from '../data/plain-data';
import { wording } from '../data/wording';
import { ENVOY, ENVOY_TRUSTED_CA } from '../knowledge/programs/envoy';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';

const CONFIG_FOLDER = '/etc/envoy';
const CONFIG_FILE = 'envoy.json';
const TLS_FOLDER = '/etc/envoy-tls';
const CA_FOLDER = '/etc/envoy-ca';
const LOOPBACK = '127.0.0.1';

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
  certificate: SECRET,
  certificateAuthority: CONFIG_MAP,
  metrics: FLAG,
  metricsPort: NUMBER,
  config: DATA,
};

/** The flags that have a property, or that would break the sidecar. */
const DECIDED: Decided = {
  flags: {
    'c': "set 'config'",
    'config-path': "set 'config'",
    'config-yaml': "set 'config'",
    'concurrency': "set 'concurrency'",
    'mode': 'remove it, because Envoy would only check its configuration and exit',
    'base-id': 'remove it, because it belongs to hot restarts, which are disabled',
    'use-dynamic-base-id': 'remove it, because it belongs to hot restarts, which are disabled',
    'restart-epoch': 'remove it, because it belongs to hot restarts, which are disabled',
    'hot-restart-version': ENDS,
    'version': ENDS,
    'help': ENDS,
    'h': ENDS,
  },
};

/**
 * An Envoy proxy for calls of the app to services, for calls of clients to the app, or both.
 *
 * The gate opens when the configuration is active; it does not depend on the upstreams. The admin interface is only reachable from within the pod.
 *
 * `connect` sets the URL of each upstream in a container, for example `ORDERS_URL` for `orders`, and with `appPort` the `PORT` on which the app must listen.
 *
 * @see https://www.envoyproxy.io/docs/envoy/latest/
 *
 * @exampleMetadata fixture=workload
 * @example
 * const envoy = new catalog.Envoy(web, 'envoy', {
 *   upstreams: [{ name: 'orders', host: 'orders.shop.svc.cluster.local', port: 443, listenPort: 8001, tls: true }],
 * });
 * envoy.connect();
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
  /**
   * The port on which Envoy serves metrics.
   * @default - Envoy serves no metrics
   */
  public readonly metricsPort?: number;

  private readonly upstreams: readonly EnvoyUpstream[];

  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the settings of the program and of its container
   */
  constructor(scope: Construct, id: string, props: EnvoyProps) {
    checkPreset(scope, id, props, KINDS, ENVOY, new.target !== Envoy);
    const subject = `'${id}'`;
    const upstreams = props.upstreams ?? [];
    checkUpstreams(subject, upstreams, props.appPort ?? undefined);
    checkTls(subject, props);
    const ports = envoyPorts(subject, props, upstreams);
    const { admin, ready, metrics, inbound } = ports;
    const passages = envoyPassages(props, ports, TLS_FOLDER);
    const bootstrap = envoyBootstrap(admin, passages, props.certificateAuthority ? `${CA_FOLDER}/ca.crt` : ENVOY_TRUSTED_CA);
    const config = mergeEnvoyConfig(subject, bootstrap, props.config);
    super(scope, id, {
      ...presetProps(ENVOY, props, DECIDED),
      resources: props.resources ?? resources(100, 128, 256),
      args: ['-c', `${CONFIG_FOLDER}/${CONFIG_FILE}`, '--disable-hot-restart', '--concurrency', String(threads(subject, props.concurrency ?? 1))],
      ports: [...(inbound ? [{ number: inbound.port }] : []), ...declaredMetrics(metrics)],
      startup: StartupGate.httpGet('/ready', ready, gateOptions(props)),
    });
    this.upstreams = [...upstreams];
    this.port = inbound?.port;
    this.appPort = inbound?.appPort;
    this.metricsPort = metrics;
    this._listensOn(
      { port: admin, property: "'adminPort'" },
      { port: ready, property: "'readyPort'" },
      ...(metrics === undefined ? [] : [{ port: metrics, property: "'metricsPort'" }]),
      ...(inbound ? [{ port: inbound.port, property: "'port'" }] : []),
      ...upstreams.map(({ name, listenPort }) => ({ port: listenPort, property: wording`'listenPort' of upstream '${name}'` })),
    );
    mountConfigFile(this, CONFIG_FOLDER, CONFIG_FILE, `${JSON.stringify(config, null, 2)}\n`);
    mountSecret(this, TLS_FOLDER, 'tls', props.certificate);
    mountConfigMap(this, CA_FOLDER, 'ca', props.certificateAuthority);
  }

  /**
   * Returns the URL on which the app calls an upstream, for example `http://127.0.0.1:8001`.
   * @param upstream the name of the upstream
   */
  public url(upstream: string): string {
    const found = this.upstreams.find(({ name }) => name === upstream);
    if (!found) {
      const known = this.upstreams.map(({ name }) => `'${name}'`).join(', ');
      throw refusal`'${this.name}' has no upstream '${upstream}': add it to 'upstreams'${known === '' ? '' : `, or use one of ${known}`}`;
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
      throw refusal`'${name}' does not forward requests to the app, so it cannot receive those of a Service: set 'appPort'`;
    }
    receiveFrom(service, { name, port, appPort, attached: this._attached });
  }

  /** @internal */
  protected _connection(): Connection {
    return { variables: { ...this._connectionOfAll().variables, ...(this.appPort === undefined ? {} : { PORT: String(this.appPort) }) } };
  }

  /**
   * Only one container can listen on the port of the app.
   * @internal
   */
  protected _connectionOfAll(): Connection {
    return { variables: Object.fromEntries(this.upstreams.map(({ name }) => [`${name.toUpperCase().replace(/-/g, '_')}_URL`, this.url(name)])) };
  }
}

function threads(subject: string, concurrency: number): number {
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw refusal`'concurrency' of ${subject} is ${concurrency}: set a whole number from 1`;
  }
  return concurrency;
}
