import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';

/** A kind of telemetry. */
export enum OtelSignal {
  /** Traces. */
  TRACES = 'traces',
  /** Metrics. */
  METRICS = 'metrics',
  /** Logs. */
  LOGS = 'logs',
}

/** How an exporter compresses its requests. */
export enum OtelCompression {
  /** gzip. */
  GZIP = 'gzip',
  /** Zstandard. */
  ZSTD = 'zstd',
  /** Snappy. */
  SNAPPY = 'snappy',
  /** No compression. */
  NONE = 'none',
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
   * A ConfigMap with the CA certificate of the backend in the key `ca.crt`.
   * @default - the CA certificates of the image
   */
  readonly certificateAuthority?: kplus.IConfigMap;
  /**
   * A Secret with the client certificate in `tls.crt` and its key in `tls.key`, as cert-manager writes them.
   * @default - no client certificate
   */
  readonly clientCertificate?: kplus.ISecret;
  /**
   * The name in the certificate of the backend.
   * @default - the host of the endpoint
   */
  readonly serverName?: string;
  /**
   * How requests are compressed.
   * @default OtelCompression.GZIP
   */
  readonly compression?: OtelCompression;
  /**
   * How long one attempt may take. When the collector stops while a backend hangs, it waits for one attempt after another, for each exporter and signal. All of them must
   * fit into its `shutdown` time.
   * @default - an equal share of the `shutdown` time of the collector for each exporter and signal: 3 seconds for one exporter
   */
  readonly timeout?: Duration;
  /**
   * How many requests of each signal wait while the backend is unavailable. There is about one request per second. When the queue is full, the collector rejects new telemetry.
   * @default 300
   */
  readonly queueSize?: number;
  /**
   * How long the exporter tries to send a request before it drops it.
   * @default - as long as the collector runs
   */
  readonly retryFor?: Duration;
  /**
   * The extension that authenticates requests, for example `bearertokenauth`. The extensions of the collector must contain it.
   * @default - no authentication but headers and client certificate
   */
  readonly authenticator?: string;
  /**
   * The kinds of telemetry to send. The official images accept the others and drop them.
   * @default - traces, metrics and logs
   */
  readonly signals?: OtelSignal[];
}
