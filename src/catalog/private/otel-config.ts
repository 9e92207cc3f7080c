import { OtelBudget } from './otel-budget';
import { OtelPart } from './otel-part';
import { understands } from './program-version';
import { ConfigMapping } from './yaml';
import { OTEL_COLLECTOR, OTEL_EXPORTER_NAMES, OTEL_NOP_EXPORTER, OTEL_OFFICIAL } from '../../knowledge/programs/otel-collector';
import { splitImage } from '../../knowledge/programs/program-run';
import { NativeSidecar } from '../../sidecars/native-sidecar';
import { OtelCollectorProps } from '../otel-collector-props';
import { OtelExporter } from '../otel-exporter';
import { OtelSignal } from '../otel-exporter-options';

/** The ports of a collector. */
export interface OtelPorts {
  readonly grpc: number;
  readonly http: number;
  readonly health: number;
  readonly metrics: number | undefined;
}

/** A part with its name in the configuration. */
type Named<T> = readonly [name: string, part: T];

/** An exporter that drops everything. */
const NOP = 'nop';

/**
 * The batches: about one request per second, so that the queue lasts for an outage, and small enough for the 4 MiB that a gRPC server accepts.
 */
const BATCH = { timeout: '1s', send_batch_size: 2048, send_batch_max_size: 2048 };

/** The configuration in the form that the collector reads. Mounts what the exporters need. */
export function otelConfig(sidecar: NativeSidecar, props: OtelCollectorProps, ports: OtelPorts, budget: OtelBudget): ConfigMapping {
  const exporters = namedExporters(props);
  const [receivers, processors, extensions] = [props.receivers, props.processors, props.extensions]
    .map(parts => named((parts ?? []).map(({ _part }) => _part)));
  const pipelines = pipelinesOf(props, exporters, receivers, processors);
  const level = props.logLevel ?? undefined;
  return {
    receivers: {
      otlp: { protocols: { grpc: { endpoint: `127.0.0.1:${ports.grpc}` }, http: { endpoint: `127.0.0.1:${ports.http}` } } },
      ...settingsOf(receivers),
    },
    processors: {
      memory_limiter: { check_interval: '1s', limit_percentage: 80, spike_limit_percentage: 25 },
      ...settingsOf(processors),
      batch: BATCH,
    },
    exporters: {
      ...Object.fromEntries(exporters.map(([name, exporter]) => [name, exporter._toConfig(sidecar, name, budget.attemptMilliseconds)])),
      ...(Object.values(pipelines).some(pipeline => (pipeline as any).exporters.includes(NOP)) ? { [NOP]: {} } : {}),
    },
    extensions: { health_check: { endpoint: `0.0.0.0:${ports.health}` }, ...settingsOf(extensions) },
    service: {
      extensions: ['health_check', ...extensions.map(([name]) => name)],
      telemetry: { ...(level ? { logs: { level } } : {}), metrics: ownMetrics(ports.metrics) },
      pipelines,
    },
  };
}

/** Without a port there are none: by default they would use port 8888 of the pod. */
function ownMetrics(port: number | undefined): ConfigMapping {
  return port === undefined ? { level: 'none' } : { level: 'normal', readers: [{ pull: { exporter: { prometheus: { host: '0.0.0.0', port } } } }] };
}

function namedExporters(props: OtelCollectorProps): Named<OtelExporter>[] {
  const isOld = () => !understands(OTEL_COLLECTOR, props, OTEL_EXPORTER_NAMES);
  return numbered(props.exporters, exporter => exporter._typeIn(isOld));
}

function named(parts: readonly OtelPart[]): Named<OtelPart>[] {
  return numbered(parts, ({ type }) => type);
}

/** A number distinguishes several parts of one type. It skips the numbers that users gave. */
function numbered<T>(parts: readonly T[], typeOf: (part: T) => string): Named<T>[] {
  const types = parts.map(typeOf);
  const taken = new Set(types);
  return parts.map((part, index) => {
    const type = types[index];
    if (types.indexOf(type) === index) {
      return [type, part];
    }
    let number = 2;
    while (taken.has(`${type}/${number}`)) {
      number++;
    }
    taken.add(`${type}/${number}`);
    return [`${type}/${number}`, part];
  });
}

function settingsOf(parts: readonly Named<OtelPart>[]): ConfigMapping {
  return Object.fromEntries(parts.map(([name, { settings }]) => [name, settings]));
}

function pipelinesOf(
  props: OtelCollectorProps, exporters: readonly Named<OtelExporter>[], receivers: readonly Named<OtelPart>[], processors: readonly Named<OtelPart>[],
): ConfigMapping {
  const namesFor = (signal: OtelSignal, parts: readonly Named<{ readonly signals: readonly OtelSignal[] }>[]) => parts
    .filter(([, part]) => part.signals.includes(signal)).map(([name]) => name);
  return Object.fromEntries(Object.values(OtelSignal).flatMap(signal => {
    const names = namesFor(signal, exporters);
    if (names.length === 0) {
      // Otherwise the receiver would answer 404, and the app would log an error for each attempt.
      return hasNop(props) ? [[signal, { receivers: ['otlp'], exporters: [NOP] }]] : [];
    }
    return [[signal, {
      receivers: ['otlp', ...namesFor(signal, receivers)],
      processors: ['memory_limiter', ...namesFor(signal, processors), 'batch'],
      exporters: names,
    }]];
  }));
}

/** Whether the image is known to contain the exporter that drops everything. */
function hasNop(props: OtelCollectorProps): boolean {
  return OTEL_OFFICIAL.test(splitImage(props.image ?? OTEL_COLLECTOR.image).repository) && understands(OTEL_COLLECTOR, props, OTEL_NOP_EXPORTER);
}
