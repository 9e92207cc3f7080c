import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as yaml from 'js-yaml';
import { objections, onBoth, picture, written } from './observe';
import { OtelCollector } from '../../src/catalog/otel-collector';
import { OtelCollectorProps, OtelLogLevel } from '../../src/catalog/otel-collector-props';
import { OtelExporter } from '../../src/catalog/otel-exporter';
import { OtelCompression, OtelSignal } from '../../src/catalog/otel-exporter-options';
import { OtelExtension, OtelProcessor, OtelReceiver } from '../../src/catalog/otel-pipeline';
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
    otel.connect(web.containers[0].name);
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

  test('lets attempts share the time that it has to stop, one after another for each exporter and signal', () => {
    const exporters = [OtelExporter.otlpGrpc(GATEWAY), OtelExporter.otlpHttp('https://otlp.example.com', { timeout: Duration.seconds(8), signals: [OtelSignal.LOGS] })];
    const timeouts = (props: Partial<OtelCollectorProps>) => Object.values<any>(configOf(props).exporters).map(({ timeout }) => timeout);

    expect(timeouts({})).toEqual(['3s']);
    expect(timeouts({ exporters: [OtelExporter.otlpGrpc(GATEWAY, { signals: [OtelSignal.LOGS] })] })).toEqual(['9s', undefined]);
    expect(timeouts({ exporters, shutdown: Duration.seconds(20) })).toEqual(['3s', '8s']);
    expect(timeouts({ shutdown: Duration.seconds(2) })).toEqual(['333ms']);
  });

  test('makes its time to stop longer for the timeouts of its exporters', () => {
    const exporters = [OtelExporter.otlpGrpc(GATEWAY, { timeout: Duration.seconds(5) }), OtelExporter.debug()];

    expect(new OtelCollector(deploymentIn(chartIn()), 'otel', { exporters }).shutdown.toSeconds()).toBe(16);
    expect(new OtelCollector(deploymentIn(chartIn()), 'otel', TO_GATEWAY).shutdown.toSeconds()).toBe(10);
  });

  test('keeps what a backend does not take, and has a consumer for every request, so that the last attempts take place at the same time', () => {
    const retry = { initial_interval: '500ms', max_interval: '5s' };

    expect(configOf({}).exporters.otlp_grpc).toMatchObject({
      wait_for_ready: true, sending_queue: { queue_size: 300, num_consumers: 300 }, retry_on_failure: { ...retry, max_elapsed_time: '0s' },
    });
    expect(configOf({ exporters: [OtelExporter.otlpHttp('https://a.example.com', { queueSize: 20, retryFor: Duration.minutes(2) })] }).exporters.otlp_http).toMatchObject({
      sending_queue: { queue_size: 20, num_consumers: 20 }, retry_on_failure: { ...retry, max_elapsed_time: '120s' },
    });
    expect(configOf({}).processors.batch).toEqual({ timeout: '1s', send_batch_size: 2048, send_batch_max_size: 2048 });
  });

  test('answers for signals that nobody wants, where the image is known to be able to', () => {
    const exporters = [OtelExporter.otlpGrpc(GATEWAY, { signals: [OtelSignal.TRACES] })];
    const dropped = { receivers: ['otlp'], exporters: ['nop'] };

    const config = configOf({ exporters });

    expect(config.service.pipelines).toMatchObject({ metrics: dropped, logs: dropped });
    expect(config.exporters.nop).toEqual({});
    for (const image of ['acme/otel:0.159.0', 'otel/opentelemetry-collector:0.103.0']) {
      expect(Object.keys(configOf({ exporters, image }).service.pipelines)).toEqual(['traces']);
    }
  });

  test('has processors, receivers, extensions, metrics and a log level as asked for', () => {
    const { receivers, processors, extensions, service } = configOf({
      processors: [OtelProcessor.resource({ team: 'shop' }), OtelProcessor.sampling(10), OtelProcessor.custom('attributes', { actions: [] }, [OtelSignal.LOGS])],
      receivers: [OtelReceiver.prometheus(8080), OtelReceiver.custom('zipkin', { endpoint: '127.0.0.1:9411' }, [OtelSignal.TRACES])],
      extensions: [OtelExtension.custom('bearertokenauth', { token: '${env:TOKEN}' })],
      metrics: true,
      logLevel: OtelLogLevel.WARN,
    });

    expect(processors).toMatchObject({ resource: { attributes: [{ key: 'team', value: 'shop', action: 'upsert' }] }, probabilistic_sampler: { sampling_percentage: 10 } });
    expect(receivers).toMatchObject({ prometheus: { config: { scrape_configs: [{ static_configs: [{ targets: ['127.0.0.1:8080'] }] }] } }, zipkin: { endpoint: '127.0.0.1:9411' } });
    expect(extensions.bearertokenauth).toEqual({ token: '${env:TOKEN}' });
    expect(service.extensions).toEqual(['health_check', 'bearertokenauth']);
    expect(service.pipelines.traces).toMatchObject({ receivers: ['otlp', 'zipkin'], processors: ['memory_limiter', 'resource', 'probabilistic_sampler', 'batch'] });
    expect(service.pipelines.metrics).toMatchObject({ receivers: ['otlp', 'prometheus'], processors: ['memory_limiter', 'resource', 'batch'] });
    expect(service.pipelines.logs.processors).toEqual(['memory_limiter', 'resource', 'attributes', 'batch']);
    expect(service.telemetry).toEqual({ logs: { level: 'warn' }, metrics: { level: 'normal', readers: [{ pull: { exporter: { prometheus: { host: '0.0.0.0', port: 8888 } } } }] } });
  });

  test('has certificates in directories of their own, and compression and authentication', () => {
    const chart = chartIn();
    const certificateAuthority = kplus.ConfigMap.fromConfigMapName(chart, 'ca', 'otel-ca');
    const clientCertificate = kplus.Secret.fromSecretName(chart, 'client', 'otel-client');
    const options = { certificateAuthority, clientCertificate, serverName: 'otel', compression: OtelCompression.ZSTD, authenticator: 'bearertokenauth' };
    const extensions = [OtelExtension.custom('bearertokenauth', { token: '${env:TOKEN}' })];
    new OtelCollector(deploymentIn(chart), 'otel', { exporters: [OtelExporter.otlpGrpc(GATEWAY, options)], extensions });

    const { exporters: { otlp_grpc } } = yaml.load(written(chart).file('config.yaml')) as any;

    expect(otlp_grpc).toMatchObject({ compression: 'zstd', auth: { authenticator: 'bearertokenauth' } });
    expect(otlp_grpc.tls).toEqual({
      ca_file: '/etc/otel-tls/otlp-grpc/ca/ca.crt',
      cert_file: '/etc/otel-tls/otlp-grpc/client/tls.crt',
      key_file: '/etc/otel-tls/otlp-grpc/client/tls.key',
      server_name_override: 'otel',
    });
    expect(written(chart).container('otel').volumeMounts).toEqual(expect.arrayContaining([
      { name: 'otel-otlp-grpc-ca', mountPath: '/etc/otel-tls/otlp-grpc/ca', readOnly: true },
      { name: 'otel-otlp-grpc-client', mountPath: '/etc/otel-tls/otlp-grpc/client', readOnly: true },
    ]));
  });

  test('takes raw configuration, but not for what the sidecar relies on', () => {
    expect(configOf({ config: { processors: { batch: { timeout: '100ms' } } } }).processors.batch).toMatchObject({ timeout: '100ms', send_batch_size: 2048 });
    expect(() => configOf({ config: { extensions: { health_check: { endpoint: '127.0.0.1:13133' } } } })).toThrow(new Error(
      "'config' of 'otel' sets extensions.health_check.endpoint to \"127.0.0.1:13133\", but the sidecar relies on \"0.0.0.0:13133\": set 'healthPort', or 'extensions' of the sidecar, for example [OtelExtension.custom('zpages', {})]"));
    expect(() => configOf({ config: { service: { extensions: ['zpages'] } } })).toThrow(new Error(
      "'config' of 'otel' sets service.extensions to [\"zpages\"], but the sidecar relies on [\"health_check\"]: set 'extensions' of the sidecar, for example [OtelExtension.custom('zpages', {})]"));
  });

  test('sends each signal where it is wanted, and tells exporters of one type apart', () => {
    const { exporters, service } = configOf({
      exporters: [
        OtelExporter.otlpHttp('https://a.example.com', { headers: { Authorization: 'Bearer ${env:TOKEN}' }, signals: [OtelSignal.TRACES] }),
        OtelExporter.otlpHttp('http://b.example.com:4318', { insecure: true, signals: [OtelSignal.TRACES, OtelSignal.METRICS] }),
        OtelExporter.custom('prometheusremotewrite', { endpoint: 'https://prom.example.com', timeout: '4s' }, [OtelSignal.METRICS]),
      ],
    });

    expect(exporters['otlp_http/2']).toMatchObject({ endpoint: 'http://b.example.com:4318', timeout: '2s' });
    expect(exporters.otlp_http.headers).toEqual({ Authorization: 'Bearer ${env:TOKEN}' });
    expect(exporters.prometheusremotewrite).toEqual({ endpoint: 'https://prom.example.com', timeout: '4s' });
    expect(service.pipelines.traces.exporters).toEqual(['otlp_http', 'otlp_http/2']);
    expect(service.pipelines.metrics.exporters).toEqual(['otlp_http/2', 'prometheusremotewrite']);
  });

  test('tells parts of one type apart, whatever names users gave', () => {
    const processors = ['attributes', 'attributes', 'attributes/2', 'attributes'].map((type, index) => OtelProcessor.custom(type, { actions: [index] }));
    const config = configOf({ processors });

    expect(config.service.pipelines.logs.processors).toEqual(['memory_limiter', 'attributes', 'attributes/3', 'attributes/2', 'attributes/4', 'batch']);
    expect(config.processors).toMatchObject({ 'attributes/2': { actions: [2] }, 'attributes/3': { actions: [1] } });
  });

  test('sends to an IPv6 address', () => {
    expect(configOf({ exporters: [OtelExporter.otlpGrpc('[fd00::1]:4317')] }).exporters.otlp_grpc.endpoint).toBe('[fd00::1]:4317');
    expect(() => OtelExporter.otlpGrpc('fd00::1:4317')).toThrow("the endpoint 'fd00::1:4317' of a gRPC exporter is not valid");
  });

  test('can have further pipelines, also behind a connector', () => {
    const pipelines = { 'traces': { exporters: ['spanmetrics'] }, 'metrics/spans': { receivers: ['spanmetrics'], exporters: ['otlp_grpc'] }, 'logs': null };

    expect(Object.keys(configOf({ config: { connectors: { spanmetrics: {} }, service: { pipelines } } }).service.pipelines)).toEqual(['traces', 'metrics', 'metrics/spans']);
  });

  test('can show what arrives in its own log', () => {
    const { exporters, service } = configOf({ exporters: [OtelExporter.debug()] });

    expect(exporters).toEqual({ debug: {} });
    expect(service.pipelines.logs).toEqual({ receivers: ['otlp'], processors: ['memory_limiter', 'batch'], exporters: ['debug'] });
  });
});

test('Go aims below its memory limit, whatever that is', () => {
  const env = (props: Partial<OtelCollectorProps>) => {
    const chart = chartIn();
    new OtelCollector(deploymentIn(chart), 'otel', { ...TO_GATEWAY, ...props });
    return written(chart).container('otel').env;
  };

  expect(env({})).toEqual([{ name: 'GOMEMLIMIT', value: '204MiB' }]);
  expect(env({ resources: { memory: { limit: Size.mebibytes(500) } } })).toEqual([{ name: 'GOMEMLIMIT', value: '400MiB' }]);
  expect(env({ resources: {} })).toBeUndefined();
  expect(env({ envVariables: { GOMEMLIMIT: kplus.EnvValue.fromValue('100MiB') } })).toEqual([{ name: 'GOMEMLIMIT', value: '100MiB' }]);
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
    "an attempt of an exporter of 'otel' may take 30 s, but the collector has only 10 s to shut down: set a longer 'shutdown', or a shorter 'timeout' of the exporter"],
  ['exporters that outlast the collector one after another', () => ({ shutdown: Duration.seconds(10), exporters: [OtelExporter.otlpGrpc(GATEWAY, { timeout: Duration.seconds(4) })] }),
    "'shutdown' of 'otel' is 10 s, but the attempts of its exporters can take 13 s if a backend hangs, one after another for each exporter and signal: set at least 13 s, or a shorter 'timeout' of the exporters"],
  ['certificates without TLS', () => ({ exporters: [OtelExporter.otlpGrpc(GATEWAY, { insecure: true, serverName: 'a' })] }),
    "the exporter of type 'otlp_grpc' has certificates but sends without TLS: remove 'insecure', or the settings of TLS"],
  ['a queue of nothing', () => ({ exporters: [OtelExporter.otlpGrpc(GATEWAY, { queueSize: 0 })] }),
    "'queueSize' of the exporter of type 'otlp_grpc' is 0: set a number of requests, for example 300"],
  ['a share that is none', () => ({ processors: [OtelProcessor.sampling(101)] }), 'the percentage of a sampling processor is 101: set a number from 0 to 100'],
  ['a processor that is none', () => ({ processors: [OtelProcessor.custom('a b')] }), "'a b' is not a valid processor type: set a type such as attributes"],
  ['another batch processor', () => ({ processors: [OtelProcessor.custom('batch', { timeout: '5s' })] }),
    "'processors' of 'otel' has 'batch', which the sidecar decides: set 'config', for example { processors: { batch: { timeout: '5s' } } }"],
  ['another memory limiter', () => ({ processors: [OtelProcessor.custom('memory_limiter')] }),
    "'processors' of 'otel' has 'memory_limiter', which the sidecar decides: set 'config', for example { processors: { memory_limiter: { limit_percentage: 70 } } }"],
  ['another receiver for the app', () => ({ receivers: [OtelReceiver.custom('otlp', {}, [OtelSignal.LOGS])] }),
    "'receivers' of 'otel' has 'otlp', which the sidecar decides: set 'grpcPort' and 'httpPort', or 'config' for other settings"],
  ['another health check', () => ({ extensions: [OtelExtension.custom('health_check', { endpoint: '127.0.0.1:1' })] }),
    "'extensions' of 'otel' has 'health_check', which the sidecar decides: set 'healthPort', or 'config' for other settings"],
  ['an authenticator that is none', () => ({ exporters: [OtelExporter.otlpGrpc(GATEWAY, { authenticator: 'nope' })] }),
    "the exporter 'otlp_grpc' of 'otel' has the authenticator 'nope', which is not one of its extensions: "
    + "add it to 'extensions', for example [OtelExtension.custom('nope')] with its settings"],
  ['no pipelines', () => ({ config: { service: { pipelines: null } } }),
    "'config' of 'otel' leaves no pipeline with the receiver 'otlp', to which the app sends: keep it in 'receivers' of a pipeline"],
  ['an unknown exporter', () => ({ config: { service: { pipelines: { traces: { exporters: ['nope'] } } } } }),
    "the pipeline 'traces' of 'otel' has 'nope' in 'exporters', which is not defined: add it to 'exporters' of the sidecar, or define it in 'config'"],
  ['a receiver without settings', () => ({ config: { service: { pipelines: { logs: { receivers: ['otlp', 'syslog'] } } } } }),
    "the pipeline 'logs' of 'otel' has 'syslog' in 'receivers', which is not defined: add it to 'receivers' of the sidecar, or define it in 'config'"],
  ['a processor that is removed', () => ({ config: { processors: { batch: null } } }),
    "the pipeline 'traces' of 'otel' has 'batch' in 'processors', which is not defined: add it to 'processors' of the sidecar, or define it in 'config'"],
  ['a pipeline to nowhere', () => ({ config: { service: { pipelines: { 'traces/2': { receivers: ['otlp'] } } } } }),
    "the pipeline 'traces/2' of 'otel' needs a receiver and an exporter: set 'receivers' and 'exporters' of it in 'config', or set it to null"],
  ['to remove an extension', () => ({ extensions: [OtelExtension.custom('pprof')], config: { extensions: { pprof: null } } }),
    "'config' of 'otel' removes the extension 'pprof', which is in use: remove it from 'extensions' of the sidecar"],
  ['settings as arguments', () => ({ extraArgs: ['--set=processors.batch.timeout=2s'] }), "'extraArgs' of 'otel' has '--set', which the sidecar decides: set 'config'"],
  ['another file', () => ({ extraArgs: ['--config=/x'] }), "'extraArgs' of 'otel' has '--config', which the sidecar decides: set 'config'"],
  ['a command that ends', () => ({ extraArgs: ['validate'] }), "'extraArgs' of 'otel' has 'validate', which is not a flag: "
    + "remove a command, and write a flag and its value as one argument, for example '--feature-gates=-service.profilesSupport'"],
  ['no time to stop', () => ({ shutdown: Duration.seconds(1) }), "'shutdown' of 'otel' is 1 s, but OpenTelemetry Collector needs more: set at least 2 s"],
  ['gRPC with a URL', () => ({ exporters: [OtelExporter.otlpGrpc('https://gateway:4317')] }),
    "the endpoint 'https://gateway:4317' of a gRPC exporter is not valid: set a host and port, for example otel-gateway.observability:4317"],
  ['HTTP without a URL', () => ({ exporters: [OtelExporter.otlpHttp('gateway:4318')] }),
    "the endpoint 'gateway:4318' of an https exporter is not valid: set a URL, for example https://otlp.example.com:4318"],
  ['HTTP without TLS', () => ({ exporters: [OtelExporter.otlpHttp('http://gw:4318')] }),
    "the endpoint 'http://gw:4318' of an exporter has no TLS: for plain HTTP set insecure: true, as in OtelExporter.otlpHttp('http://gw:4318', { insecure: true })"],
  ['HTTPS that is insecure', () => ({ exporters: [OtelExporter.otlpHttp('https://gw:4318', { insecure: true })] }),
    "the endpoint 'https://gw:4318' of an exporter has TLS, but 'insecure' is true: remove 'insecure', or set a URL with http://"],
  ['a type that is none', () => ({ exporters: [OtelExporter.custom('prometheus/2', {})] }), "'prometheus/2' is not a valid exporter type: set a type such as prometheusremotewrite"],
  ['an exporter for nothing', () => ({ exporters: [OtelExporter.otlpGrpc(GATEWAY, { signals: [] })] }),
    "the exporter of type 'otlp_grpc' has no signals, so it would send nothing: set at least one, for example OtelSignal.TRACES"],
])('%s is refused', (_, props, sentence) => {
  expect(() => new OtelCollector(deploymentIn(chartIn()), 'otel', { ...TO_GATEWAY, ...props() })).toThrow(new Error(sentence));
});
