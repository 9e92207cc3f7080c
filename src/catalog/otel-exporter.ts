import { Duration } from 'cdk8s';
import { checkProps, checkValue, DURATION, FLAG, Kinds, listOf, OBJECT, oneOf, required, TEXT_MAPPING } from '../data/arguments';
import { wholeSeconds } from '../sidecars/whole-seconds';

/** A kind of telemetry. */
export enum OtelSignal {
  /** Traces. */
  TRACES = 'traces',
  /** Metrics. */
  METRICS = 'metrics',
  /** Logs. */
  LOGS = 'logs',
}

/** Options for an OTLP exporter. */
export interface OtelExporterOptions {
  /**
   * Headers of each request. For secret values, use `${env:NAME}` to refer to an environment variable of the sidecar.
   * @default - no headers
   */
  readonly headers?: { [name: string]: string };
  /**
   * Sends without TLS.
   * @default false
   */
  readonly insecure?: boolean;
  /**
   * How long one attempt may take. It cannot be longer than the `shutdown` time of the collector.
   * @default - half of the `shutdown` time of the collector, which is 5 seconds by default
   */
  readonly timeout?: Duration;
  /**
   * The kinds of telemetry to send.
   * @default - traces, metrics and logs
   */
  readonly signals?: OtelSignal[];
}

/** The names of exporters in older collectors. */
const OLD_NAMES: { readonly [type: string]: string } = { otlp_grpc: 'otlp', otlp_http: 'otlphttp' };

/** What the options must be. */
const OPTION_KINDS: Kinds<OtelExporterOptions> = {
  headers: TEXT_MAPPING,
  insecure: FLAG,
  timeout: DURATION,
  signals: listOf(oneOf(OtelSignal), 'a list of signals, for example [OtelSignal.TRACES]'),
};

/** A destination for the telemetry of a collector. */
export class OtelExporter {
  /**
   * Sends OTLP over gRPC.
   * @param endpoint the host and port, for example `otel-gateway.observability:4317`
   */
  public static otlpGrpc(endpoint: string, options: OtelExporterOptions = {}): OtelExporter {
    checkProps('a gRPC exporter', options, OPTION_KINDS);
    if (!/^[^\s/:]+:\d+$/.test(endpoint)) {
      throw new Error(`the endpoint '${endpoint}' of a gRPC exporter is not valid: set a host and port, for example otel-gateway.observability:4317`);
    }
    return new OtelExporter('otlp_grpc', { endpoint, ...(options.insecure ? { tls: { insecure: true } } : {}), ...headersOf(options) }, options, true);
  }

  /**
   * Sends OTLP over HTTP.
   * @param endpoint the URL without the path of a signal, for example `https://otlp.example.com`
   */
  public static otlpHttp(endpoint: string, options: OtelExporterOptions = {}): OtelExporter {
    checkProps('an HTTP exporter', options, OPTION_KINDS);
    const scheme = options.insecure ? 'http' : 'https';
    if (!new RegExp(`^${scheme}://[^\\s/]+`).test(endpoint)) {
      throw new Error(`the endpoint '${endpoint}' of an ${scheme} exporter is not valid: set a URL, for example ${scheme}://otlp.example.com:4318`);
    }
    return new OtelExporter('otlp_http', { endpoint, ...headersOf(options) }, options, true);
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
    if (!/^[a-zA-Z][0-9a-zA-Z_]*$/.test(type)) {
      throw new Error(`'${type}' is not a valid exporter type: set a type such as prometheusremotewrite`);
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
    checkValue(`the settings of the exporter of type '${type}'`, settings, required(OBJECT));
    if (options.signals?.length === 0) {
      throw new Error(`the exporter of type '${type}' has no signals, so it would send nothing: set at least one, for example OtelSignal.TRACES`);
    }
    this.type = type;
    this.settings = settings;
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
   * Renders the settings for a collector with this shutdown time.
   * @internal
   */
  public _toConfig(subject: string, shutdownSeconds: number): any {
    if (!this.hasTimeout) {
      return this.settings;
    }
    const { timeout } = this.options;
    const seconds = timeout ? wholeSeconds(timeout) : Math.max(1, Math.floor(shutdownSeconds / 2));
    if (seconds > shutdownSeconds) {
      throw new Error(`an exporter of ${subject} may take ${seconds} s to send to ${this.settings.endpoint}, but the collector has only ${shutdownSeconds} s to shut down: set a longer 'shutdown', or a shorter 'timeout' of the exporter`);
    }
    const { endpoint, ...rest } = this.settings;
    return { endpoint, timeout: `${seconds}s`, ...rest };
  }
}

function headersOf({ headers }: OtelExporterOptions): object {
  return headers && Object.keys(headers).length > 0 ? { headers: { ...headers } } : {};
}
