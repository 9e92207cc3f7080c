import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { PresetProps } from './preset-props';

/** Properties of an `Nginx`. */
export interface NginxProps extends PresetProps {
  /** The port of the app. The app should listen on loopback only. */
  readonly appPort: number;
  /**
   * The port on which nginx serves clients.
   * @default 8000
   */
  readonly port?: number;
  /**
   * The port of the health check, which the startup gate uses. A second nginx in the same pod needs another port.
   * @default 9903
   */
  readonly healthPort?: number;
  /**
   * The maximum size of a request body. Zero means no limit.
   * @default Size.mebibytes(1)
   */
  readonly maxBodySize?: Size;
  /**
   * How long nginx waits for data from the app before it aborts a request.
   * @default Duration.seconds(60)
   */
  readonly readTimeout?: Duration;
  /**
   * Buffers requests and responses, so that slow clients do not block the app. Disable it for streams.
   * @default true
   */
  readonly buffering?: boolean;
  /**
   * Compresses text responses.
   * @default false
   */
  readonly gzip?: boolean;
  /**
   * Headers for every response, for example `X-Frame-Options`. nginx replaces variables in the values, for example `$request_id`.
   * @default - no additional headers
   */
  readonly responseHeaders?: { [name: string]: string };
  /**
   * A Secret with `tls.crt` and `tls.key`. nginx reads them at startup, and then serves clients with TLS only.
   * @default - nginx serves HTTP, for an ingress that terminates TLS
   */
  readonly certificate?: kplus.ISecret;
  /**
   * Serves the counters of nginx at `/stub_status`, which the NGINX Prometheus Exporter reads. nginx has no metrics in the format of Prometheus.
   * @default false
   */
  readonly metrics?: boolean;
  /**
   * The port of the counters, if `metrics` is true.
   * @default 9905
   */
  readonly metricsPort?: number;
  /**
   * Further directives, by context: `main`, `events`, `http`, `server` and `location`, for example
   * `{ http: { keepalive_timeout: '75s' }, server: { 'location = /robots.txt': { return: '404' } } }`. The words of a value are separated by spaces, or in double
   * quotes; a list repeats the directive, an object is a block, and null removes a directive of the sidecar. A directive replaces the one of the sidecar.
   *
   * Directives are written in the order given where nginx follows it: in blocks, and where a context has blocks or directives such as `rewrite` and `log_format`. In Java,
   * use a `LinkedHashMap` for these, because `Map.of` has another order in each process.
   * @default - only the directives that follow from the other properties
   */
  readonly config?: { [context: string]: any };
}
