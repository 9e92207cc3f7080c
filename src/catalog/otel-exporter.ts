import { Duration } from 'cdk8s';
import { wholeSeconds } from '../sidecars/whole-seconds';

/** What an app tells about itself. */
export enum OtelSignal {
  /** Spans of requests. */
  TRACES = 'traces',
  /** Numbers over time. */
  METRICS = 'metrics',
  /** Log records. */
  LOGS = 'logs',
}

/** How a collector sends to a backend. */
export interface OtelExporterOptions {
  /**
   * Headers of each request. `${env:NAME}` stands for an environment variable of the sidecar, for what is secret.
   * @default - no headers
   */
  readonly headers?: { [name: string]: string };
  /**
   * Send without TLS.
   * @default false
   */
  readonly insecure?: boolean;
  /**
   * How long one attempt may last. It cannot be longer than the collector's `shutdown`.
   * @default - half of the collector's `shutdown`, 5 seconds unless that is changed
   */
  readonly timeout?: Duration;
  /**
   * What is sent there.
   * @default - traces, metrics and logs
   */
  readonly signals?: OtelSignal[];
}

/** A place where a collector sends what the app tells it. */
export class OtelExporter {
  /**
   * Sends OTLP over gRPC.
   * @param endpoint host and port, for example `otel-gateway.observability:4317`
   */
  public static otlpGrpc(endpoint: string, options: OtelExporterOptions = {}): OtelExporter {
    if (!/^[^\s/:]+:\d+$/.test(endpoint)) {
      throw new Error(`an exporter over gRPC cannot send to '${endpoint}': give host and port, for example otel-gateway.observability:4317`);
    }
    return new OtelExporter('otlp_grpc', { endpoint, ...(options.insecure ? { tls: { insecure: true } } : {}), ...headersOf(options) }, options, true);
  }

  /**
   * Sends OTLP over HTTP.
   * @param endpoint the URL without the signal's path, for example `https://otlp.example.com`
   */
  public static otlpHttp(endpoint: string, options: OtelExporterOptions = {}): OtelExporter {
    const scheme = options.insecure ? 'http' : 'https';
    if (!new RegExp(`^${scheme}://[^\\s/]+`).test(endpoint)) {
      throw new Error(`an exporter over ${scheme} cannot send to '${endpoint}': give a URL, for example ${scheme}://otlp.example.com:4318`);
    }
    return new OtelExporter('otlp_http', { endpoint, ...headersOf(options) }, options, true);
  }

  /** Writes everything to the collector's own log, for a look at what arrives. */
  public static debug(): OtelExporter {
    return new OtelExporter('debug', {}, {}, false);
  }

  /**
   * Any other exporter. The image must have it: the default one has only OTLP and a few more.
   *
   * Whatever limits its time must be among the settings, and be shorter than the collector's `shutdown`.
   *
   * @param type the exporter's type, for example `prometheusremotewrite`
   * @param settings its settings, as the collector spells them
   * @param signals what is sent there; by default traces, metrics and logs
   */
  public static custom(type: string, settings: { [key: string]: any }, signals?: OtelSignal[]): OtelExporter {
    if (!/^[a-zA-Z][0-9a-zA-Z_]*$/.test(type)) {
      throw new Error(`'${type}' is no type of exporter: give one like prometheusremotewrite`);
    }
    return new OtelExporter(type, settings, { signals: signals ?? undefined }, false);
  }

  /** The exporter's type, as the collector spells it. */
  public readonly type: string;

  private readonly settings: { readonly [key: string]: any };
  private readonly options: OtelExporterOptions;
  private readonly hasTimeout: boolean;

  private constructor(type: string, settings: { readonly [key: string]: any }, options: OtelExporterOptions, hasTimeout: boolean) {
    if (options.signals?.length === 0) {
      throw new Error(`an exporter of type '${type}' has no signals, so nothing is sent there: give at least one, for example OtelSignal.TRACES`);
    }
    this.type = type;
    this.settings = settings;
    this.options = options;
    this.hasTimeout = hasTimeout;
  }

  /** What is sent there. */
  public get signals(): OtelSignal[] {
    return [...(this.options.signals ?? [OtelSignal.TRACES, OtelSignal.METRICS, OtelSignal.LOGS])];
  }

  /**
   * Its settings in a collector that has so many seconds to stop.
   * @internal
   */
  public _toConfig(subject: string, shutdownSeconds: number): any {
    if (!this.hasTimeout) {
      return this.settings;
    }
    const { timeout } = this.options;
    const seconds = timeout ? wholeSeconds(timeout) : Math.max(1, Math.floor(shutdownSeconds / 2));
    if (seconds > shutdownSeconds) {
      throw new Error(`${subject} may send for ${seconds} s to ${this.settings.endpoint} and has ${shutdownSeconds} s to stop: give it a longer 'shutdown', or the exporter a shorter 'timeout'`);
    }
    const { endpoint, ...rest } = this.settings;
    return { endpoint, timeout: `${seconds}s`, ...rest };
  }
}

function headersOf({ headers }: OtelExporterOptions): object {
  return headers && Object.keys(headers).length > 0 ? { headers: { ...headers } } : {};
}
