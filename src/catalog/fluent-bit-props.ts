import { Duration, Size } from 'cdk8s';
import { FluentBitFilter, FluentBitInput, FluentBitLogLevel, FluentBitMultilineParser, FluentBitOutput } from './fluent-bit-pipeline';
import { PresetProps } from './preset-props';

/** Properties of a `FluentBit`. */
export interface FluentBitProps extends PresetProps {
  /** The destinations of the records, at least one. */
  readonly outputs: FluentBitOutput[];
  /**
   * The log files to read.
   * @default - all files that match `*.log`, without a parser
   */
  readonly inputs?: FluentBitInput[];
  /**
   * The directory to which the app writes its logs. The app and the sidecar mount a volume there.
   * @default '/var/log/app'
   */
  readonly path?: string;
  /**
   * The name of the main container that writes logs. `connect` adds other containers.
   * @default - the first main container
   */
  readonly container?: string;
  /**
   * How long Fluent Bit keeps reading after the app has exited. Lines that it has not read by then are lost.
   * @default - 2 seconds in a Job that targets Kubernetes 1.30 or newer, otherwise zero
   */
  readonly lastRead?: Duration;
  /**
   * The size of the disk buffer for each output. While an output is unavailable, Fluent Bit keeps its records there and retries. When it is full, Fluent Bit drops the
   * oldest records.
   * @default Size.mebibytes(100)
   */
  readonly bufferSize?: Size;
  /**
   * The maximum size of all files in the log directory. If they grow beyond it, the kubelet evicts the pod before they fill the disk of the node, so the app should
   * rotate its files.
   * @default Size.gibibytes(1)
   */
  readonly sizeLimit?: Size;
  /**
   * The port of the HTTP server of Fluent Bit, which the startup gate checks.
   * @default 2020
   */
  readonly httpPort?: number;
  /**
   * Changes records on their way from the inputs to the outputs, in this order.
   * @default - the records stay as they are
   */
  readonly filters?: FluentBitFilter[];
  /**
   * Parsers that join several lines to one record, for `multilineParsers` of the inputs.
   * @default - the parsers that Fluent Bit knows, such as `java` and `python`
   */
  readonly multilineParsers?: FluentBitMultilineParser[];
  /**
   * Adds the fields `pod_name`, `pod_namespace` and `node_name` to each record.
   * @default false
   */
  readonly podFields?: boolean;
  /**
   * The labels of the pod to add to each record. The field of `app.kubernetes.io/name` is `label_app_kubernetes_io_name`. The field of a label that the pod does
   * not have is empty.
   * @default - no labels
   */
  readonly podLabels?: string[];
  /**
   * The longest wait between two attempts to send while an output is unavailable.
   * @default Duration.seconds(5)
   */
  readonly maxRetryInterval?: Duration;
  /**
   * How much Fluent Bit logs about itself.
   * @default FluentBitLogLevel.INFO
   */
  readonly logLevel?: FluentBitLogLevel;
  /**
   * Declares the HTTP port, on which Fluent Bit always serves metrics of its own at `/api/v2/metrics/prometheus`, so that a PodMonitor finds it.
   * @default false
   */
  readonly metrics?: boolean;
  /**
   * Further configuration, with the names that Fluent Bit uses. Mappings merge with the configuration of the sidecar, scalars and lists replace, and null removes a key.
   * @default - no further configuration
   */
  readonly config?: { [key: string]: any };
}
