import { OtelExporter } from './otel-exporter';
import { OtelExtension, OtelProcessor, OtelReceiver } from './otel-pipeline';
import { PresetProps } from './preset-props';

/** How much the collector logs about itself. */
export enum OtelLogLevel {
  /** Everything. */
  DEBUG = 'debug',
  /** Starts, stops and problems. */
  INFO = 'info',
  /** Problems. */
  WARN = 'warn',
  /** Errors. */
  ERROR = 'error',
}

/** Properties of an `OtelCollector`. */
export interface OtelCollectorProps extends PresetProps {
  /** The destinations of the telemetry, at least one. */
  readonly exporters: OtelExporter[];
  /**
   * What changes the telemetry on its way, in this order.
   * @default - the telemetry stays as it is
   */
  readonly processors?: OtelProcessor[];
  /**
   * Sources of telemetry beside OTLP.
   * @default - only OTLP
   */
  readonly receivers?: OtelReceiver[];
  /**
   * Extensions beside the health check, for example for authentication.
   * @default - only the health check
   */
  readonly extensions?: OtelExtension[];
  /**
   * The port on loopback for OTLP over gRPC.
   * @default 4317
   */
  readonly grpcPort?: number;
  /**
   * The port on loopback for OTLP over HTTP.
   * @default 4318
   */
  readonly httpPort?: number;
  /**
   * The port of the health check, which the startup gate uses.
   * @default 13133
   */
  readonly healthPort?: number;
  /**
   * Serves the metrics of the collector itself, such as the length of its queues, for Prometheus.
   * @default false
   */
  readonly metrics?: boolean;
  /**
   * The port of the metrics.
   * @default 8888
   */
  readonly metricsPort?: number;
  /**
   * How much the collector logs about itself.
   * @default OtelLogLevel.INFO
   */
  readonly logLevel?: OtelLogLevel;
  /**
   * Further configuration, with the names that the collector uses. Mappings merge with the configuration of the sidecar, scalars and lists replace, and null removes a key.
   * @default - no further configuration
   */
  readonly config?: { [key: string]: any };
}
