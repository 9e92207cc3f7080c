import * as kplus from 'cdk8s-plus-28';
import { OtelCompression, OtelExporterOptions, OtelSignal } from './otel-exporter-options';
import { SIGNALS } from './private/otel-part';
import { checkNoCredential } from './private/plain-secret';
import { checkProps, checkValue, refusal } from '../caller/refusal';
import { DURATION, FLAG, Kinds, NUMBER, oneOf, required, TEXT, TEXT_MAPPING } from '../data/arguments';
import { DATA } from '../data/plain-data';
import { sortedData } from '../data/sorted';
import { CONFIG_MAP, SECRET } from '../sidecars/kinds';
import { NativeSidecar } from '../sidecars/native-sidecar';
import { wholeSeconds } from '../sidecars/whole-seconds';

/** The names of exporters in older collectors. */
const OLD_NAMES: { readonly [type: string]: string } = { otlp_grpc: 'otlp', otlp_http: 'otlphttp' };

/** What the options must be. */
const OPTION_KINDS: Kinds<OtelExporterOptions> = {
  headers: TEXT_MAPPING,
  insecure: FLAG,
  certificateAuthority: CONFIG_MAP,
  clientCertificate: SECRET,
  serverName: TEXT,
  compression: oneOf(OtelCompression),
  timeout: DURATION,
  queueSize: NUMBER,
  retryFor: DURATION,
  authenticator: TEXT,
  signals: SIGNALS,
};

/**
 * How many requests wait for a backend by default. With one batch per second it lasts for an outage of five minutes.
 *
 * There are as many consumers: at the end every request is under way, so that all of them together take one timeout.
 */
const QUEUE_SIZE = 300;

/** The longest wait between two attempts. A request that waits when the collector stops is lost, so it must not wait long. */
const RETRY = { initial_interval: '500ms', max_interval: '5s' };

/** Where the certificates of an exporter are mounted, below a directory of its own. */
const TLS_FOLDER = '/etc/otel-tls';

/** A destination for the telemetry of a collector. */
export class OtelExporter {
  /**
   * Sends OTLP over gRPC.
   *
   * While the collector stops, it does not retry: if the backend is unavailable then, the last attempt waits for it until the timeout.
   *
   * @param endpoint the host and port, for example `otel-gateway.observability:4317`
   * @param options the headers, the certificates, the retries and the signals
   */
  public static otlpGrpc(endpoint: string, options: OtelExporterOptions = {}): OtelExporter {
    checkProps('a gRPC exporter', options, OPTION_KINDS);
    checkValue('the endpoint of a gRPC exporter', endpoint, required(TEXT, "'otel-gateway.observability:4317'"));
    if (!/^([^\s/:[\]]+|\[[\da-fA-F:.]+\]):\d+$/.test(endpoint)) {
      throw refusal`the endpoint '${endpoint}' of a gRPC exporter is not valid: set a host and port, for example otel-gateway.observability:4317`;
    }
    // An attempt waits for the connection until its timeout, also the last one, instead of giving up at once.
    return new OtelExporter('otlp_grpc', { endpoint, wait_for_ready: true }, options, true);
  }

  /**
   * Sends OTLP over HTTP.
   *
   * What the backend refuses while the collector stops is lost, because the collector does not retry then.
   *
   * @param endpoint the URL without the path of a signal, for example `https://otlp.example.com`
   * @param options the headers, the certificates, the retries and the signals
   */
  public static otlpHttp(endpoint: string, options: OtelExporterOptions = {}): OtelExporter {
    checkProps('an HTTP exporter', options, OPTION_KINDS);
    checkValue('the endpoint of an HTTP exporter', endpoint, required(TEXT, "'https://otlp.example.com'"));
    checkNoCredential('the endpoint of an HTTP exporter', endpoint);
    const [scheme, other] = options.insecure ? ['http', 'https'] : ['https', 'http'];
    if (new RegExp(`^${other}://`).test(endpoint)) {
      throw options.insecure
        ? refusal`the endpoint '${endpoint}' of an exporter has TLS, but 'insecure' is true: remove 'insecure', or set a URL with http://`
        : refusal`the endpoint '${endpoint}' of an exporter has no TLS: for plain HTTP set insecure: true, as in OtelExporter.otlpHttp('${endpoint}', { insecure: true })`;
    }
    if (!new RegExp(`^${scheme}://[^\\s/]+`).test(endpoint)) {
      throw refusal`the endpoint '${endpoint}' of an ${scheme} exporter is not valid: set a URL, for example ${scheme}://otlp.example.com:4318`;
    }
    return new OtelExporter('otlp_http', { endpoint }, options, true);
  }

  /** Writes all telemetry to the log of the collector, for debugging. */
  public static debug(): OtelExporter {
    return new OtelExporter('debug', {}, {}, false);
  }

  /**
   * Uses another exporter. The image must contain it; the default image contains OTLP and a few others.
   *
   * Set a timeout in the settings that is shorter than the `shutdown` time of the collector.
   *
   * @param type the type of the exporter, for example `prometheusremotewrite`
   * @param settings the settings of the exporter, with the names that the collector uses
   * @param signals the kinds of telemetry to send; by default traces, metrics and logs
   */
  public static custom(type: string, settings: { [key: string]: any }, signals?: OtelSignal[]): OtelExporter {
    checkValue('the type of an exporter', type, required(TEXT, "'prometheusremotewrite'"));
    if (!/^[a-zA-Z][0-9a-zA-Z_]*$/.test(type)) {
      throw refusal`'${type}' is not a valid exporter type: set a type such as prometheusremotewrite`;
    }
    return new OtelExporter(type, settings, { signals: signals ?? undefined }, false);
  }

  /** The type of the exporter, with the name that the collector uses. For collectors before 0.144, the configuration has the older name. */
  public readonly type: string;

  private readonly settings: { readonly [key: string]: any };
  private readonly options: OtelExporterOptions;
  private readonly hasTimeout: boolean;

  private constructor(type: string, settings: { readonly [key: string]: any }, options: OtelExporterOptions, hasTimeout: boolean) {
    checkProps(`the exporter of type '${type}'`, options, OPTION_KINDS);
    checkValue(`the settings of the exporter of type '${type}'`, settings, required(DATA));
    if (options.signals?.length === 0) {
      throw refusal`the exporter of type '${type}' has no signals, so it would send nothing: set at least one, for example OtelSignal.TRACES`;
    }
    checkOptions(type, options);
    this.type = type;
    this.settings = sortedData(settings);
    this.options = options;
    this.hasTimeout = hasTimeout;
  }

  /** The kinds of telemetry that the exporter sends. */
  public get signals(): OtelSignal[] {
    return [...(this.options.signals ?? [OtelSignal.TRACES, OtelSignal.METRICS, OtelSignal.LOGS])];
  }

  /**
   * The type with the name that a version of the collector uses.
   * @param isOld asks whether the collector is older than the current names of its own exporters
   * @internal
   */
  public _typeIn(isOld: () => boolean): string {
    const old = this.hasTimeout ? OLD_NAMES[this.type] : undefined;
    return old !== undefined && isOld() ? old : this.type;
  }

  /**
   * How long one attempt may take in milliseconds, if the user decided it, and how many of them can follow each other while the collector stops.
   * @internal
   */
  public _attempts(): { readonly count: number; readonly milliseconds?: number } {
    const { timeout } = this.options;
    return { count: this.type === 'debug' ? 0 : this.signals.length, ...(timeout ? { milliseconds: wholeSeconds(timeout) * 1000 } : {}) };
  }

  /**
   * Renders the settings for a collector, and mounts the certificates.
   * @param id the name of the exporter in the configuration
   * @internal
   */
  public _toConfig(sidecar: NativeSidecar, id: string, attemptMilliseconds: number): any {
    if (!this.hasTimeout) {
      return this.settings;
    }
    const { queueSize, retryFor, compression, headers, authenticator, timeout } = this.options;
    const { endpoint, ...rest } = this.settings;
    const size = queueSize ?? QUEUE_SIZE;
    return {
      endpoint,
      timeout: timeout ? `${wholeSeconds(timeout)}s` : duration(attemptMilliseconds),
      ...rest,
      ...this.tls(sidecar, id),
      ...(compression ? { compression } : {}),
      ...(headers && Object.keys(headers).length > 0 ? { headers: sortedData(headers) } : {}),
      ...(authenticator ? { auth: { authenticator } } : {}),
      sending_queue: { queue_size: size, num_consumers: size },
      // The queue limits what is kept, so nothing else has to give up.
      retry_on_failure: { ...RETRY, max_elapsed_time: retryFor ? `${wholeSeconds(retryFor)}s` : '0s' },
    };
  }

  private tls(sidecar: NativeSidecar, id: string): object {
    const { insecure, certificateAuthority, clientCertificate, serverName } = this.options;
    const name = id.replace(/\W+/g, '-').replace(/_/g, '-');
    const mount = (purpose: string, volume: (volumeName: string) => kplus.Volume): string => {
      const folder = `${TLS_FOLDER}/${name}/${purpose}`;
      sidecar.container.mount(folder, volume(`${sidecar.name}-${name}-${purpose}`), { readOnly: true });
      return folder;
    };
    const ca = certificateAuthority && mount('ca', volume => kplus.Volume.fromConfigMap(sidecar, `volume-${name}-ca`, certificateAuthority, { name: volume }));
    const client = clientCertificate && mount('client', volume => kplus.Volume.fromSecret(sidecar, `volume-${name}-client`, clientCertificate, { name: volume }));
    const tls = {
      ...(insecure && this.type === 'otlp_grpc' ? { insecure: true } : {}),
      ...(ca ? { ca_file: `${ca}/ca.crt` } : {}),
      ...(client ? { cert_file: `${client}/tls.crt`, key_file: `${client}/tls.key` } : {}),
      ...(serverName ? { server_name_override: serverName } : {}),
    };
    return Object.keys(tls).length > 0 ? { tls } : {};
  }
}

function checkOptions(type: string, { insecure, certificateAuthority, clientCertificate, serverName, queueSize }: OtelExporterOptions): void {
  if (insecure && (certificateAuthority || clientCertificate || serverName)) {
    throw refusal`the exporter of type '${type}' has certificates but sends without TLS: remove 'insecure', or the settings of TLS`;
  }
  if ((queueSize ?? undefined) !== undefined && (!Number.isInteger(queueSize) || queueSize! < 1)) {
    throw refusal`'queueSize' of the exporter of type '${type}' is ${queueSize}: set a number of requests, for example 300`;
  }
}

/** A duration as the collector writes it. */
function duration(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000}s` : `${milliseconds}ms`;
}
