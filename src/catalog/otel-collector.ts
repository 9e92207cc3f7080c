import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { OtelCollectorProps, OtelLogLevel } from './otel-collector-props';
import { PresetProps } from './preset-props';
import { refusal } from '../caller/refusal';
import { Kinds, FLAG, having, Kind, listOf, NUMBER, oneOf, requiredElsewhere } from '../data/arguments';
import { Connectable } from './private/connectable';
import { FixedPart, mergeConfig } from './private/merge-config';
import { declaredMetrics, metricsPortOf } from './private/metrics';
import { otelBudget } from './private/otel-budget';
import { checkOtelParts, checkOtelReferences, OTEL_DECIDED } from './private/otel-checks';
import { otelConfig, OtelPorts } from './private/otel-config';
import { checkPortUses, mountConfigFile, shutdownSeconds } from './private/parts';
import { checkPort, gateOptions, presetProps, resources, checkPreset, PRESET_KINDS } from './private/preset';
import { requireVersion } from './private/program-version';
import { toYaml } from './private/yaml';
import { isObject } from '../data/json';
import { DATA } from '../data/plain-data';
import { wording, Wording } from '../data/wording';
import { OTEL_COLLECTOR, OTEL_HEALTH_PORT, OTEL_METRICS_PORT, OTEL_METRICS_READERS, OTLP_GRPC_PORT, OTLP_HTTP_PORT } from '../knowledge/programs/otel-collector';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';

const CONFIG_FOLDER = '/conf';
const CONFIG_FILE = 'config.yaml';

/** The share of the memory limit that the garbage collector of Go aims at. The rest is for what it does not count. */
const MEMORY_SHARE = 0.8;

const OTHER_EXTENSIONS = "'extensions' of the sidecar, for example [OtelExtension.custom('zpages', {})]";

/** What the raw configuration cannot change. */
const FIXED: readonly FixedPart[] = [
  [['receivers', 'otlp', 'protocols', 'grpc', 'endpoint'], "set 'grpcPort'"],
  [['receivers', 'otlp', 'protocols', 'http', 'endpoint'], "set 'httpPort'"],
  [['extensions', 'health_check', 'endpoint'], `set 'healthPort', or ${OTHER_EXTENSIONS}`],
  [['service', 'extensions'], `set ${OTHER_EXTENSIONS}`],
];

/** What its properties must be. */
const KINDS: Kinds<OtelCollectorProps> = {
  ...PRESET_KINDS,
  exporters: requiredElsewhere(listOf(having(['_toConfig'], ''), "a list of exporters, for example [OtelExporter.otlpGrpc('otel-gateway.observability:4317')]")),
  processors: partsLike('a list of processors, for example [OtelProcessor.sampling(10)]'),
  receivers: partsLike('a list of receivers, for example [OtelReceiver.prometheus(8080)]'),
  extensions: partsLike(wording`a list of extensions, for example [OtelExtension.custom('bearertokenauth', ${"{ token: '${env:TOKEN}' }"})]`),
  grpcPort: NUMBER,
  httpPort: NUMBER,
  healthPort: NUMBER,
  metrics: FLAG,
  metricsPort: NUMBER,
  logLevel: oneOf(OtelLogLevel),
  config: DATA,
};

function partsLike(what: string | Wording): Kind {
  return listOf({ is: value => isObject(value) && isObject(value._part), what: '' }, what);
}

/**
 * An OpenTelemetry Collector that receives traces, metrics and logs from the app on loopback and forwards them.
 *
 * It stops after the app, so it also forwards the last telemetry. It keeps telemetry while a backend is unavailable, within its memory limit, and its exporters time out
 * within the shutdown time even if all backends hang. The gate does not depend on the backends.
 *
 * `connect` sets `OTEL_EXPORTER_OTLP_ENDPOINT` and `OTEL_EXPORTER_OTLP_PROTOCOL` of a container.
 *
 * @see https://opentelemetry.io/docs/collector/
 *
 * @exampleMetadata fixture=workload
 * @example
 * const otel = new catalog.OtelCollector(web, 'otel', {
 *   exporters: [catalog.OtelExporter.otlpGrpc('otel-gateway.observability:4317')],
 * });
 * otel.connect();
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

  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the settings of the program and of its container
   */
  constructor(scope: Construct, id: string, props: OtelCollectorProps) {
    checkPreset(scope, id, props, KINDS, OTEL_COLLECTOR, new.target !== OtelCollector);
    const subject = `'${id}'`;
    const ports = portsOf(subject, props);
    checkExporters(subject, props);
    checkOtelParts(subject, props);
    shutdownSeconds(subject, OTEL_COLLECTOR, props, 2);
    const budget = otelBudget(subject, props);
    const memory = props.resources ?? resources(100, 128, 256);
    super(scope, id, {
      ...presetProps(OTEL_COLLECTOR, { ...props, shutdown: Duration.seconds(budget.shutdownSeconds) }, OTEL_DECIDED),
      resources: memory,
      args: [`--config=${CONFIG_FOLDER}/${CONFIG_FILE}`],
      envVariables: memoryTarget(memory, props),
      ports: declaredMetrics(ports.metrics),
      startup: StartupGate.httpGet('/', ports.health, gateOptions(props)),
    });
    this.port = ports.http;
    this.grpcPort = ports.grpc;
    this._listensOn(
      { port: ports.grpc, property: "'grpcPort'" },
      { port: ports.http, property: "'httpPort'" },
      { port: ports.health, property: "'healthPort'" },
      ...(ports.metrics === undefined ? [] : [{ port: ports.metrics, property: "'metricsPort'" }]),
    );
    this.url = `http://${this.host}:${this.port}`;
    const config = mergeConfig(wording`'config' of ${subject}`, otelConfig(this, props, ports, budget), props.config, FIXED);
    checkOtelReferences(subject, config);
    mountConfigFile(this, CONFIG_FOLDER, CONFIG_FILE, toYaml(config));
  }

  /** @internal */
  protected _connection(): Connection {
    // Without the protocol, older SDKs would use gRPC on the HTTP port.
    return { variables: { OTEL_EXPORTER_OTLP_ENDPOINT: this.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' } };
  }
}

/** Without it, the collector grows beyond its limit and is killed before its memory limiter sees it. The user's own value has priority. */
function memoryTarget({ memory }: kplus.ContainerResources, { envVariables }: PresetProps): { [name: string]: kplus.EnvValue } {
  const limit = memory?.limit?.toMebibytes();
  return limit === undefined || envVariables?.GOMEMLIMIT ? {} : { GOMEMLIMIT: kplus.EnvValue.fromValue(`${Math.floor(limit * MEMORY_SHARE)}MiB`) };
}

function portsOf(subject: string, props: OtelCollectorProps): OtelPorts {
  const grpc = checkPort(subject, props.grpcPort ?? OTLP_GRPC_PORT);
  const http = checkPort(subject, props.httpPort ?? OTLP_HTTP_PORT);
  const health = checkPort(subject, props.healthPort ?? OTEL_HEALTH_PORT);
  const metrics = metricsPortOf(subject, props, OTEL_METRICS_PORT);
  if (metrics !== undefined) {
    requireVersion(OTEL_COLLECTOR, props, OTEL_METRICS_READERS);
  }
  checkPortUses(subject, [
    { port: grpc, use: 'OTLP over gRPC' },
    { port: http, use: 'OTLP over HTTP' },
    { port: health, use: 'its health check' },
    ...(metrics === undefined ? [] : [{ port: metrics, use: 'its metrics' }]),
  ]);
  return { grpc, http, health, metrics };
}

function checkExporters(subject: string, { exporters }: OtelCollectorProps): void {
  if (!exporters || exporters.length === 0) {
    throw refusal`${subject} has no exporters, so it would drop all telemetry: set 'exporters', for example [OtelExporter.otlpGrpc('otel-gateway.observability:4317')]`;
  }
}
