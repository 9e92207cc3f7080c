import { otelGate, otelLoopback, otelShut } from './otel-health-check';
import { Program } from './program';
import { Since } from './since';

/**
 * The OpenTelemetry Collector, core distribution.
 *
 * Its health check must be switched on and listens on loopback unless told otherwise, where no kubelet reaches it. On SIGTERM it stops to retry: it tries everything
 * that it holds once more, one exporter and signal after another, and an attempt may last as long as the exporter's timeout. There is no other limit.
 *
 * @see https://opentelemetry.io/docs/collector/
 */
export const OTEL_COLLECTOR: Program = {
  name: 'OpenTelemetry Collector',
  image: 'docker.io/otel/opentelemetry-collector:0.159.0',
  repositories: /(^|\/)(opentelemetry-collector(-contrib|-k8s)?|otel-?collector(-contrib)?|otelcol(-contrib)?|aws-otel-collector)$/,
  command: /^(otelcol(-[a-z0-9-]+)?|otelcontribcol|otel-?collector(-[a-z0-9-]+)?|awscollector)$/,
  user: 10001,
  onlySidecar: true,
  direction: 'outbound',
  collects: true,
  once: { words: /^(components|print-config|print-initial-config|featuregate)\b/ },
  gate: 'HTTP 13133 /',
  shutdownSeconds: 10,
  startup: otelGate,
  loopback: otelLoopback,
  shutPorts: otelShut,
  shellLess: run => /(^|\/)(opentelemetry-collector(-contrib|-k8s)?|aws-otel-collector)$/.test(run.repository),
  imageUser: run => /(^|\/)aws-otel-collector$/.test(run.repository) ? { name: 'aoc', id: 4317 } : undefined,
  imageNeeds: run => /(^|\/)opentelemetry-collector(-contrib|-k8s)?$/.test(run.repository) ? { user: 10001 } : undefined,
};

/** The port of the health check, on all addresses. */
export const OTEL_HEALTH_PORT = 13133;

/** The port for OTLP over gRPC, on loopback. */
export const OTLP_GRPC_PORT = 4317;

/** The port for OTLP over HTTP, on loopback. */
export const OTLP_HTTP_PORT = 4318;

/** Before, the exporters are called otlp and otlphttp, which newer versions still accept with a warning. */
export const OTEL_EXPORTER_NAMES: Since = { version: [0, 144], what: 'the exporter names otlp_grpc and otlp_http' };

/** The port of its own metrics, once they are on. */
export const OTEL_METRICS_PORT = 8888;

/** The images of the project itself. */
export const OTEL_OFFICIAL = /(^|\/)opentelemetry-collector(-contrib|-k8s)?$/;

/** Read in the manifests of the distributions: -k8s was the last to get it. */
export const OTEL_NOP_EXPORTER: Since = { version: [0, 104], what: 'the exporter nop' };

/** Since then the address of its own metrics is a reader. Older versions were not tried. */
export const OTEL_METRICS_READERS: Since = { version: [0, 119], what: 'the readers of its own metrics' };
