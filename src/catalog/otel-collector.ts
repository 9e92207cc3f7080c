import { Construct } from 'constructs';
import { OtelExporter, OtelSignal } from './otel-exporter';
import { PresetProps } from './preset-props';
import { Kinds, having, listOf, NUMBER, requiredElsewhere } from '../data/arguments';
import { Connectable } from './private/connectable';
import { checkPortUses, mountConfigFile, shutdownSeconds } from './private/parts';
import { checkPort, gateOptions, presetProps, resources, checkPreset, PRESET_KINDS } from './private/preset';
import { understands } from './private/program-version';
import { ConfigMapping, toYaml } from './private/yaml';
import { OTEL_COLLECTOR, OTEL_EXPORTER_NAMES, OTEL_HEALTH_PORT, OTLP_GRPC_PORT, OTLP_HTTP_PORT } from '../knowledge/programs/otel-collector';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';

const CONFIG_FOLDER = '/conf';
const CONFIG_FILE = 'config.yaml';

/** Properties of an `OtelCollector`. */
export interface OtelCollectorProps extends PresetProps {
  /** The destinations of the telemetry, at least one. */
  readonly exporters: OtelExporter[];
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
}

/** What its properties must be. */
const KINDS: Kinds<OtelCollectorProps> = {
  ...PRESET_KINDS,
  exporters: requiredElsewhere(listOf(having(['_toConfig'], ''), "a list of exporters, for example [OtelExporter.otlpGrpc('otel-gateway.observability:4317')]")),
  grpcPort: NUMBER,
  httpPort: NUMBER,
  healthPort: NUMBER,
};

/**
 * An OpenTelemetry Collector that receives traces, metrics and logs from the app on loopback and forwards them.
 *
 * It stops after the app, so it also forwards the last telemetry, and its exporters time out within the shutdown time. The gate does not depend on the backends.
 *
 * `connect` sets `OTEL_EXPORTER_OTLP_ENDPOINT` and `OTEL_EXPORTER_OTLP_PROTOCOL` of a container.
 *
 * @see https://opentelemetry.io/docs/collector/
 */
export class OtelCollector extends Connectable {
  /** The address on which the app connects to the collector. */
  public readonly host: string = '127.0.0.1';
  /** The port for OTLP over HTTP. */
  public readonly port: number;
  /** The port for OTLP over gRPC. */
  public readonly grpcPort: number;
  /** The URL to which the app sends OTLP over HTTP. */
  public readonly url: string;

  constructor(scope: Construct, id: string, props: OtelCollectorProps) {
    checkPreset(scope, id, props, KINDS);
    const subject = `'${id}'`;
    const ports = portsOf(subject, props);
    const config = collectorConfig(subject, props, ports);
    super(scope, id, {
      ...presetProps(OTEL_COLLECTOR, props),
      resources: props.resources ?? resources(100, 128, 256),
      args: [`--config=${CONFIG_FOLDER}/${CONFIG_FILE}`],
      startup: StartupGate.httpGet('/', ports.health, gateOptions(props)),
    });
    this.port = ports.http;
    this.grpcPort = ports.grpc;
    this._listensOn(
      { port: ports.grpc, property: "'grpcPort'" },
      { port: ports.http, property: "'httpPort'" },
      { port: ports.health, property: "'healthPort'" },
    );
    this.url = `http://${this.host}:${this.port}`;
    mountConfigFile(this, CONFIG_FOLDER, CONFIG_FILE, toYaml(config));
  }

  /** @internal */
  protected _connection(): Connection {
    // Without the protocol, older SDKs would use gRPC on the HTTP port.
    return { variables: { OTEL_EXPORTER_OTLP_ENDPOINT: this.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' } };
  }
}

interface Ports {
  readonly grpc: number;
  readonly http: number;
  readonly health: number;
}

function portsOf(subject: string, props: OtelCollectorProps): Ports {
  const grpc = checkPort(subject, props.grpcPort ?? OTLP_GRPC_PORT);
  const http = checkPort(subject, props.httpPort ?? OTLP_HTTP_PORT);
  const health = checkPort(subject, props.healthPort ?? OTEL_HEALTH_PORT);
  checkPortUses(subject, [
    { port: grpc, use: 'OTLP over gRPC' },
    { port: http, use: 'OTLP over HTTP' },
    { port: health, use: 'its health check' },
  ]);
  return { grpc, http, health };
}

function collectorConfig(subject: string, props: OtelCollectorProps, ports: Ports): ConfigMapping {
  const exporters = namedExporters(subject, props);
  const seconds = shutdownSeconds(subject, OTEL_COLLECTOR, props, 2);
  return {
    receivers: {
      otlp: { protocols: { grpc: { endpoint: `127.0.0.1:${ports.grpc}` }, http: { endpoint: `127.0.0.1:${ports.http}` } } },
    },
    processors: {
      memory_limiter: { check_interval: '1s', limit_percentage: 80, spike_limit_percentage: 25 },
      batch: {},
    },
    exporters: Object.fromEntries(exporters.map(([name, exporter]) => [name, exporter._toConfig(subject, seconds)])),
    extensions: { health_check: { endpoint: `0.0.0.0:${ports.health}` } },
    service: {
      extensions: ['health_check'],
      // The collector's own metrics would use port 8888 of the pod.
      telemetry: { metrics: { level: 'none' } },
      pipelines: pipelinesOf(exporters),
    },
  };
}

/** A number distinguishes several exporters of one type. */
function namedExporters(subject: string, props: OtelCollectorProps): [string, OtelExporter][] {
  const exporters: readonly OtelExporter[] | undefined = props.exporters;
  if (!exporters || exporters.length === 0) {
    throw new Error(`${subject} has no exporters, so it would drop all telemetry: set 'exporters', for example [OtelExporter.otlpGrpc('otel-gateway.observability:4317')]`);
  }
  const types = exporters.map(exporter => exporter._typeIn(() => !understands(OTEL_COLLECTOR, props, OTEL_EXPORTER_NAMES)));
  return exporters.map((exporter, index) => {
    const before = types.slice(0, index).filter(other => other === types[index]).length;
    return [before === 0 ? types[index] : `${types[index]}/${before + 1}`, exporter];
  });
}

function pipelinesOf(exporters: readonly [string, OtelExporter][]): ConfigMapping {
  return Object.fromEntries(Object.values(OtelSignal).flatMap(signal => {
    const names = exporters.filter(([, exporter]) => exporter.signals.includes(signal)).map(([name]) => name);
    return names.length > 0 ? [[signal, { receivers: ['otlp'], processors: ['memory_limiter', 'batch'], exporters: names }]] : [];
  }));
}
