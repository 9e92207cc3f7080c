import { Duration } from 'cdk8s';
import * as yaml from 'js-yaml';
import { objections, onBoth, picture, written } from './observe';
import { OtelCollector, OtelCollectorProps } from '../../src/catalog/otel-collector';
import { OtelExporter, OtelSignal } from '../../src/catalog/otel-exporter';
import { SOURCES } from '../sidecars/sources';
import { chartIn, deploymentIn } from '../sidecars/support';

const GATEWAY = 'otel-gateway.observability:4317';
const TO_GATEWAY: OtelCollectorProps = { exporters: [OtelExporter.otlpGrpc(GATEWAY, { insecure: true })] };
const APP_ENV = [
  { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'http://127.0.0.1:4318' },
  { name: 'OTEL_EXPORTER_OTLP_PROTOCOL', value: 'http/protobuf' },
];

function configOf(props: Partial<OtelCollectorProps>): any {
  const chart = chartIn();
  new OtelCollector(deploymentIn(chart), 'otel', { ...TO_GATEWAY, ...props });
  return yaml.load(written(chart).file('config.yaml'));
}

test.each(onBoth(workload => new OtelCollector(workload, 'otel', TO_GATEWAY)))('nothing speaks against it in a $kind', on => {
  expect(objections(on)).toEqual([]);
});

test('its container and configuration', () => {
  const chart = chartIn();
  new OtelCollector(deploymentIn(chart), 'otel', TO_GATEWAY);

  expect(picture(chart, 'otel', 'config.yaml')).toMatchSnapshot();
});

describe('the app', () => {
  test('is told where to send, by its container or by its name', () => {
    const chart = chartIn();
    const web = deploymentIn(chart, { containers: ['web', 'worker'].map(name => ({ name, image: 'ghcr.io/acme/web:1.4.2' })) });
    const otel = new OtelCollector(web, 'otel', TO_GATEWAY);
    otel.connect(web.containers[0]);
    otel.connect('worker');

    const { container } = written(chart);

    expect(container('web').env).toEqual(APP_ENV);
    expect(container('worker').env).toEqual(APP_ENV);
    expect([otel.host, otel.port, otel.grpcPort, otel.url]).toEqual(['127.0.0.1', 4318, 4317, 'http://127.0.0.1:4318']);
  });

  test.each(['cdk8s-plus-34', 'cdk8s import', 'Include', 'Helm'])('is told on a workload of %s', source => {
    const chart = chartIn();
    new OtelCollector(SOURCES[source](chart, 'Deployment'), 'otel', TO_GATEWAY).connect();

    expect(written(chart).app.env).toEqual(APP_ENV);
    expect(written(chart).file('config.yaml')).toContain(GATEWAY);
  });
});

describe('its configuration', () => {
  test('lets the app in on loopback and the kubelet on all addresses', () => {
    const { receivers, extensions, service } = configOf({ grpcPort: 14317, httpPort: 14318, healthPort: 23133 });

    expect(receivers.otlp.protocols).toEqual({ grpc: { endpoint: '127.0.0.1:14317' }, http: { endpoint: '127.0.0.1:14318' } });
    expect(extensions.health_check.endpoint).toBe('0.0.0.0:23133');
    expect(service.extensions).toEqual(['health_check']);
  });

  test('lets exporters give up in half of the time that it has to stop, unless they say otherwise', () => {
    const exporters = [OtelExporter.otlpGrpc(GATEWAY), OtelExporter.otlpHttp('https://otlp.example.com', { timeout: Duration.seconds(8) })];

    expect(configOf({ exporters }).exporters).toMatchObject({ otlp_grpc: { timeout: '5s' }, otlp_http: { timeout: '8s' } });
    expect(configOf({ exporters, shutdown: Duration.seconds(20) }).exporters).toMatchObject({ otlp_grpc: { timeout: '10s' }, otlp_http: { timeout: '8s' } });
  });

  test('sends each signal where it is wanted, and tells exporters of one type apart', () => {
    const { exporters, service } = configOf({
      exporters: [
        OtelExporter.otlpHttp('https://a.example.com', { headers: { Authorization: 'Bearer ${env:TOKEN}' }, signals: [OtelSignal.TRACES] }),
        OtelExporter.otlpHttp('http://b.example.com:4318', { insecure: true, signals: [OtelSignal.TRACES, OtelSignal.METRICS] }),
        OtelExporter.custom('prometheusremotewrite', { endpoint: 'https://prom.example.com', timeout: '4s' }, [OtelSignal.METRICS]),
      ],
    });

    expect(exporters['otlp_http/2']).toEqual({ endpoint: 'http://b.example.com:4318', timeout: '5s' });
    expect(exporters.otlp_http.headers).toEqual({ Authorization: 'Bearer ${env:TOKEN}' });
    expect(exporters.prometheusremotewrite).toEqual({ endpoint: 'https://prom.example.com', timeout: '4s' });
    expect(Object.keys(service.pipelines)).toEqual(['traces', 'metrics']);
    expect(service.pipelines.traces.exporters).toEqual(['otlp_http', 'otlp_http/2']);
    expect(service.pipelines.metrics.exporters).toEqual(['otlp_http/2', 'prometheusremotewrite']);
  });

  test('can show what arrives in its own log', () => {
    const { exporters, service } = configOf({ exporters: [OtelExporter.debug()] });

    expect(exporters).toEqual({ debug: {} });
    expect(service.pipelines.logs).toEqual({ receivers: ['otlp'], processors: ['memory_limiter', 'batch'], exporters: ['debug'] });
  });
});

test('the image can be another, by digest', () => {
  const chart = chartIn();
  const image = `ghcr.io/open-telemetry/opentelemetry-collector-releases/opentelemetry-collector-contrib@sha256:${'a'.repeat(64)}`;
  new OtelCollector(deploymentIn(chart), 'otel', { ...TO_GATEWAY, image, version: '0.159' });

  expect(written(chart).container('otel')).toMatchObject({ image, securityContext: { runAsUser: 10001, readOnlyRootFilesystem: true } });
});

test.each<[string, () => Partial<OtelCollectorProps>, string]>([
  ['no exporters', () => ({ exporters: [] }),
    "'otel' has no exporters, so it would drop all telemetry: set 'exporters', for example [OtelExporter.otlpGrpc('otel-gateway.observability:4317')]"],
  ['two uses of a port', () => ({ grpcPort: 4318 }), "'otel' would use port 4318 for OTLP over gRPC and for OTLP over HTTP: set a different port for each"],
  ['a port that is none', () => ({ healthPort: 70000 }), "'otel' has port 70000, which is not valid: set a number from 1 to 65535"],
  ['an exporter that outlasts the collector', () => ({ exporters: [OtelExporter.otlpGrpc(GATEWAY, { timeout: Duration.seconds(30) })] }),
    "an exporter of 'otel' may take 30 s to send to otel-gateway.observability:4317, but the collector has only 10 s to shut down: set a longer 'shutdown', or a shorter 'timeout' of the exporter"],
  ['no time to stop', () => ({ shutdown: Duration.seconds(1) }), "'shutdown' of 'otel' is 1 s, but OpenTelemetry Collector needs more: set at least 2 s"],
  ['gRPC with a URL', () => ({ exporters: [OtelExporter.otlpGrpc('https://gateway:4317')] }),
    "the endpoint 'https://gateway:4317' of a gRPC exporter is not valid: set a host and port, for example otel-gateway.observability:4317"],
  ['HTTP without a URL', () => ({ exporters: [OtelExporter.otlpHttp('gateway:4318')] }),
    "the endpoint 'gateway:4318' of an https exporter is not valid: set a URL, for example https://otlp.example.com:4318"],
  ['a type that is none', () => ({ exporters: [OtelExporter.custom('prometheus/2', {})] }), "'prometheus/2' is not a valid exporter type: set a type such as prometheusremotewrite"],
  ['an exporter for nothing', () => ({ exporters: [OtelExporter.otlpGrpc(GATEWAY, { signals: [] })] }),
    "the exporter of type 'otlp_grpc' has no signals, so it would send nothing: set at least one, for example OtelSignal.TRACES"],
])('%s is refused', (_, props, sentence) => {
  expect(() => new OtelCollector(deploymentIn(chartIn()), 'otel', { ...TO_GATEWAY, ...props() })).toThrow(new Error(sentence));
});
