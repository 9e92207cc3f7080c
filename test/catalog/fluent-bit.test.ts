import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import * as yaml from 'js-yaml';
import { jobIn, objections, onBoth, picture, written } from './observe';
import { KubernetesVersion, LifecycleEvent, PodLifecycle } from '../../src';
import { FluentBit } from '../../src/catalog/fluent-bit';
import { FluentBitFormat, FluentBitLogLevel } from '../../src/catalog/fluent-bit-pipeline';
import { FluentBitProps } from '../../src/catalog/fluent-bit-props';
import { SOURCES } from '../sidecars/sources';
import { chartIn, deploymentIn, kubeDeploymentIn, refusals, synthPod } from '../sidecars/support';

const TO_LOKI: FluentBitProps = { outputs: [{ plugin: 'loki', options: { host: 'loki.observability', labels: 'app=web' } }] };

function configOf(props: Partial<FluentBitProps>): any {
  const chart = chartIn();
  new FluentBit(deploymentIn(chart), 'logs', { ...TO_LOKI, ...props });
  return yaml.load(written(chart).file('fluent-bit.yaml'));
}

test.each(onBoth(workload => new FluentBit(workload, 'logs', TO_LOKI)))('nothing speaks against it in a $kind', on => {
  expect(objections(on)).toEqual([]);
});

test('its container and configuration in a job', () => {
  const chart = chartIn();
  new FluentBit(jobIn(chart), 'logs', { ...TO_LOKI, inputs: [{ parser: { format: FluentBitFormat.JSON, timeKey: 'ts' } }] });

  expect(picture(chart, 'logs', 'fluent-bit.yaml')).toMatchSnapshot();
});

describe('the app and it', () => {
  test('share a folder in which the app writes and it only reads', () => {
    const chart = chartIn();
    const logs = new FluentBit(deploymentIn(chart), 'logs', { ...TO_LOKI, path: '/srv/log/' });

    const { container, volumes } = written(chart);

    expect(logs.path).toBe('/srv/log');
    expect(container('web').volumeMounts).toEqual([{ mountPath: '/srv/log', name: 'logs-files' }]);
    expect(container('logs').volumeMounts).toContainEqual({ mountPath: '/srv/log', name: 'logs-files', readOnly: true });
    expect(volumes.find(volume => volume.name === logs.volume.name)).toEqual({ name: 'logs-files', emptyDir: { sizeLimit: '1024Mi' } });
  });

  test('share a volume whose size limit can change', () => {
    const chart = chartIn();

    new FluentBit(deploymentIn(chart), 'logs', { ...TO_LOKI, sizeLimit: Size.mebibytes(200) });

    expect(synthPod(chart).spec.volumes).toContainEqual({ name: 'logs-files', emptyDir: { sizeLimit: '200Mi' } });
  });

  test('may be several: each container that is added writes to the same folder', () => {
    const chart = chartIn();
    const web = deploymentIn(chart, { containers: ['web', 'worker', 'cron'].map(name => ({ name, image: 'ghcr.io/acme/web:1.4.2' })) });
    const logs = new FluentBit(web, 'logs', { ...TO_LOKI, container: 'worker' });
    logs.connect(web.containers[0].name);
    logs.connect('cron');

    const { container } = written(chart);

    for (const name of ['web', 'worker', 'cron']) {
      expect(container(name).volumeMounts).toEqual([{ mountPath: '/var/log/app', name: 'logs-files' }]);
    }
  });

  test.each(['cdk8s-plus-34', 'cdk8s import', 'Include', 'Helm'])('meet on a workload of %s', source => {
    const chart = chartIn();
    new FluentBit(SOURCES[source](chart, 'Deployment'), 'logs', TO_LOKI).connect();

    expect(written(chart).app.volumeMounts).toEqual([{ mountPath: '/var/log/app', name: 'logs-files' }]);
    expect(written(chart).file('fluent-bit.yaml')).toContain('loki.observability');
  });
});

describe('in a job', () => {
  test('it reads on for two seconds after the work is done, and then sends for up to ten', () => {
    const job = jobIn(chartIn());
    new FluentBit(job, 'logs', TO_LOKI);

    const timeline = PodLifecycle.of(job).timeline({ containers: { export: { exitsAfter: 0.5 } } });

    const end = timeline.endOf('export')!;
    const told = timeline.eventsOf('logs').find(({ event }) => event === LifecycleEvent.SIGTERM)!.at;
    expect(told - end).toBe(2);
    expect(timeline.endOf('logs')! - told).toBe(11);
    expect(timeline.completes()).toBe(true);
  });

  test('it looks for new files more often than it reads on, so that the shortest job is found', () => {
    expect(configOf({}).pipeline.inputs[0]).toMatchObject({ refresh_interval: '0.200000000', read_from_head: true });
  });

  test('how long it reads on can be said, and before Kubernetes 1.30 it cannot', () => {
    const older = chartIn();
    PodLifecycle.target(older, KubernetesVersion.of('1.29'));
    new FluentBit(jobIn(older), 'logs', TO_LOKI);
    const longer = chartIn();
    new FluentBit(jobIn(longer), 'logs', { ...TO_LOKI, lastRead: Duration.seconds(4) });

    expect(written(older).container('logs').lifecycle).toBeUndefined();
    expect(written(longer).container('logs').lifecycle).toEqual({ preStop: { sleep: { seconds: 4 } } });
  });

  test('elsewhere it does not: there the hook would begin together with the stop of the app', () => {
    const chart = chartIn();
    new FluentBit(deploymentIn(chart), 'logs', TO_LOKI);

    expect(written(chart).container('logs').lifecycle).toBeUndefined();
  });
});

describe('its configuration', () => {
  test('divides the time that it has to stop: one attempt that hangs, what it sends before, and two seconds to notice that it hangs', () => {
    const times = (seconds?: number) => {
      const { service, pipeline } = configOf(seconds ? { shutdown: Duration.seconds(seconds) } : {});
      return [service.grace, pipeline.outputs[0]['net.io_timeout'], pipeline.outputs[0]['net.connect_timeout']];
    };

    expect(times()).toEqual([6, '3s', '3s']);
    expect(times(5)).toEqual([2, '1s', '1s']);
    expect(times(31)).toEqual([20, '9s', '9s']);
  });

  test('does not give up while an output is away, and is back soon after it', () => {
    expect(configOf({}).pipeline.outputs[0].retry_limit).toBe('no_limits');
    expect(configOf({}).service).toMatchObject({ 'scheduler.base': 1, 'scheduler.cap': 5 });
    expect(configOf({ maxRetryInterval: Duration.minutes(1) }).service['scheduler.cap']).toBe(60);
    expect(configOf({ outputs: [{ plugin: 'http', options: { 'retry_limit': 3, 'net.io_timeout': '2s' } }] }).pipeline.outputs[0])
      .toMatchObject({ 'retry_limit': 3, 'net.io_timeout': '2s' });
  });

  test('has no settings that its version does not know', () => {
    const { pipeline } = configOf({ image: 'fluent/fluent-bit:4.0.1' });

    expect(pipeline.inputs[0]).toMatchObject({ skip_long_lines: true, buffer_max_size: '1M' });
    expect(pipeline.inputs[0].truncate_long_lines).toBeUndefined();
    expect(configOf({}).pipeline.inputs[0].truncate_long_lines).toBe(true);
  });

  test('changes records by filters and processors, and joins lines', () => {
    const { pipeline, multiline_parsers } = configOf({
      inputs: [{ multilineParsers: ['trace', 'java'], processors: [{ plugin: 'content_modifier', options: { action: 'upsert', key: 'team', value: 'shop' } }] }],
      multilineParsers: [{ name: 'trace', firstLine: '^\\d', nextLine: '^\\s', flushAfter: Duration.seconds(1) }],
      filters: [{ plugin: 'grep', match: 'app', options: { exclude: 'log debug' } }],
      outputs: [{ plugin: 'http', options: { header: ['X-Team shop', 'X-Env production'] } }],
    });

    expect(multiline_parsers).toEqual([{
      name: 'trace',
      type: 'regex',
      flush_timeout: 1000,
      rules: [{ state: 'start_state', regex: '/^\\d/', next_state: 'cont' }, { state: 'cont', regex: '/^\\s/', next_state: 'cont' }],
    }]);
    expect(pipeline.inputs[0]).toMatchObject({
      'multiline.parser': 'trace, java', 'processors': { logs: [{ name: 'content_modifier', action: 'upsert', key: 'team', value: 'shop' }] },
    });
    expect(pipeline.filters).toEqual([{ name: 'grep', match: 'app', exclude: 'log debug' }]);
    expect(pipeline.outputs[0].header).toEqual(['X-Team shop', 'X-Env production']);
  });

  test('adds what Kubernetes knows of the pod to each record', () => {
    const chart = chartIn();
    new FluentBit(deploymentIn(chart), 'logs', { ...TO_LOKI, podFields: true, podLabels: ['app.kubernetes.io/name'], logLevel: FluentBitLogLevel.WARN });
    const { service, pipeline }: any = yaml.load(written(chart).file('fluent-bit.yaml'));

    expect(pipeline.filters).toEqual([{
      name: 'record_modifier',
      match: '*',
      record: [
        'pod_name ${POD_NAME}', 'pod_namespace ${POD_NAMESPACE}', 'node_name ${NODE_NAME}', 'label_app_kubernetes_io_name "${LABEL_APP_KUBERNETES_IO_NAME}"',
      ],
    }]);
    expect(written(chart).container('logs').env).toContainEqual({
      name: 'LABEL_APP_KUBERNETES_IO_NAME', valueFrom: { fieldRef: { fieldPath: "metadata.labels['app.kubernetes.io/name']" } },
    });
    expect(service.log_level).toBe('warn');
  });

  test('takes raw configuration, but not for what the sidecar relies on', () => {
    expect(configOf({ config: { service: { 'storage.checksum': true } } }).service).toMatchObject({ 'storage.checksum': true, 'grace': 6 });
    expect(() => configOf({ config: { service: { grace: 60 } } })).toThrow(new Error(
      "'config' of 'logs' sets service.grace to 60, but the sidecar relies on 6: set 'shutdown'"));
    expect(() => configOf({ config: { pipeline: { outputs: [{ name: 'stdout' }] } } })).toThrow(new Error(
      "'config' of 'logs' changes pipeline, which the sidecar decides: set 'inputs', 'filters' and 'outputs' of the sidecar, for example outputs: [{ plugin: 'stdout' }]"));
    expect(() => configOf({ config: { pipeline: null } })).toThrow("'config' of 'logs' removes pipeline, which the sidecar decides: set 'inputs'");
    expect(() => configOf({ config: { service: { HTTP_Port: 3000 } } })).toThrow(new Error(
      "'config' of 'logs' sets service.http_port to 3000, but the sidecar relies on 2020: set 'httpPort'"));
    expect(() => configOf({ config: { Service: { Daemon: true } } })).toThrow(new Error(
      "'config' of 'logs' sets service.daemon to true, but the sidecar decides it: remove it, because Fluent Bit must stay the first process of its container"));
    expect(() => configOf({ config: { Pipeline: { outputs: [] } } })).toThrow("'config' of 'logs' changes pipeline, which the sidecar decides");
  });

  test.each([
    ['-i', "set 'inputs', 'filters' and 'outputs'"],
    ['-ocounter', "set 'inputs', 'filters' and 'outputs'"],
    ['-vFgrep', "set 'inputs', 'filters' and 'outputs'"],
    ['-P', "set 'httpPort'"],
    ['--http_port=1', "set 'httpPort'"],
    ['-c', "set 'config'"],
    ['--config=/x', "set 'config'"],
    ['--dry-run', 'remove it, because a sidecar must keep running'],
    ['--dae', 'remove it, because Fluent Bit must stay the first process of its container'],
  ])('takes no flag %s', (arg, instead) => {
    expect(() => configOf({ extraArgs: [arg] })).toThrow(new Error(`'extraArgs' of 'logs' has '${arg.split('=')[0]}', which the sidecar decides: ${instead}`));
    expect(() => configOf({ extraArgs: ['-v', '--flush=2'] })).not.toThrow();
  });

  test.each([['app.x', 'app/x', 'LABEL_APP_X'], ['app', 'App', 'LABEL_APP']])('takes no labels %s and %s, whose values would be the same', (one, other, variable) => {
    expect(() => configOf({ podLabels: [one, other] })).toThrow(new Error(
      `'podLabels' of 'logs' has '${one}' and '${other}', which would share the variable ${variable}: remove one of them`));
  });

  test('keeps on disk what it has read and how far, so that a restart of the container loses and repeats nothing', () => {
    const { service, pipeline } = configOf({ bufferSize: Size.mebibytes(20) });

    expect(service['storage.path']).toBe('/var/lib/fluent-bit/chunks');
    expect(pipeline.inputs[0]).toMatchObject({ 'db': '/var/lib/fluent-bit/app.db', 'storage.type': 'filesystem' });
    expect(pipeline.outputs[0]).toMatchObject({ 'storage.total_limit_size': '20M' });
  });

  test('reads files of several kinds, each by its parser, and sends them where their tags say', () => {
    const regex = '^(?<time>[^ ]+) "(?<message>.*)" \\d+$';
    const { parsers, pipeline } = configOf({
      inputs: [
        { files: 'access/*.log', tag: 'access', parser: { format: FluentBitFormat.REGEX, regex, timeKey: 'time', timeFormat: '%s', timeKeep: true } },
        { tag: 'app', options: { 'multiline.parser': 'java', 'refresh_interval': '3', 'Name': 'dummy' } },
      ],
      outputs: [{ plugin: 'stdout', match: 'app' }, { plugin: 'http', match: 'access', options: { header: 'Authorization ${TOKEN}', name: 'null' } }],
    });

    expect(parsers).toEqual([{ name: 'access', format: 'regex', regex, time_key: 'time', time_format: '%s', time_keep: true }]);
    expect(pipeline.inputs.map(({ name, tag, path, parser }: any) => ({ name, tag, path, parser }))).toEqual([
      { name: 'tail', tag: 'access', path: '/var/log/app/access/*.log', parser: 'access' },
      { name: 'tail', tag: 'app', path: '/var/log/app/*.log', parser: undefined },
    ]);
    expect(pipeline.inputs[1]).toMatchObject({ 'multiline.parser': 'java', 'refresh_interval': '3' });
    expect(pipeline.outputs).toMatchObject([{ name: 'stdout', match: 'app' }, { name: 'http', match: 'access', header: 'Authorization ${TOKEN}' }]);
  });
});

test('metrics are on its HTTP port, which it declares if asked', () => {
  const chart = chartIn();
  const web = deploymentIn(chart);
  new FluentBit(web, 'logs', { ...TO_LOKI, httpPort: 2021, metrics: true });
  new FluentBit(web, 'audit', { ...TO_LOKI, path: '/var/log/audit' });

  const { container } = written(chart);

  expect(container('logs').ports).toEqual([{ containerPort: 2021, name: 'metrics-2021' }]);
  expect(container('audit').ports).toBeUndefined();
});

test('image, resources and patience can be changed, the user stays a number', () => {
  const chart = chartIn();
  const image = `registry.acme.example/mirror/fluent-bit@sha256:${'a'.repeat(64)}`;
  new FluentBit(deploymentIn(chart), 'logs', {
    ...TO_LOKI, image, version: '5.1', httpPort: 2021, patience: Duration.seconds(10), resources: { memory: { limit: Size.mebibytes(64) } }, name: 'shipper',
  });

  expect(written(chart).container('shipper')).toMatchObject({
    image,
    resources: { limits: { memory: '64Mi' } },
    securityContext: { runAsUser: 65532, readOnlyRootFilesystem: true },
    startupProbe: { httpGet: { path: '/', port: 2021 }, failureThreshold: 11 },
  });
});

test.each<[string, Partial<FluentBitProps>, string]>([
  ['an output as Fluent Bit writes it', { outputs: [{ name: 'stdout' } as any] }, "'plugin' of item 1 of 'outputs' of 'logs' is missing: set the name of a plugin, for example 'stdout'"],
  ['no outputs', { outputs: [] }, "'logs' has no outputs, so it would drop all logs: set 'outputs', for example [{ plugin: 'stdout' }]"],
  ['no plugin', { outputs: [{ plugin: 'My Loki' }] }, "'logs' has the output plugin 'My Loki', which is not a valid name: set the name of an output plugin, for example loki"],
  ['a relative path', { path: 'var/log' }, "'logs' has the path 'var/log', which is not absolute: start it with '/'"],
  ['files elsewhere', { inputs: [{ files: '../*.log' }] },
    "'logs' cannot read '../*.log', which is not below the shared directory '/var/log/app': set a path below it, for example *.log"],
  ['a tag that is none', { inputs: [{ tag: 'a b' }] }, "the tag 'a b' of 'logs' is not valid: use letters, digits, dots and dashes, for example app.access"],
  ['two inputs of one tag', { inputs: [{}, { files: '*.txt' }] }, "'logs' has two inputs with the tag 'app': set a unique 'tag' for each input"],
  ['an expression that is missing', { inputs: [{ parser: { format: FluentBitFormat.REGEX } }] },
    "'logs' has a parser with the format 'regex' but no expression: set 'regex', for example ^(?<time>[^ ]+) (?<message>.*)$"],
  ['no time to stop', { shutdown: Duration.seconds(1) }, "'shutdown' of 'logs' is 1 s, but Fluent Bit needs more: set at least 3 s"],
  ['an attempt that may hang longer than it has to stop', { outputs: [{ plugin: 'es', options: { 'net.io_timeout': '30s' } }] },
    "an output of 'logs' sets 'net.io_timeout' to \"30s\", but an attempt that hangs may take at most 3 s of the shutdown time of 11 s: set a longer 'shutdown', or a shorter timeout"],
  ['no filter', { filters: [{ plugin: 'My Grep' }] }, "'logs' has the filter plugin 'My Grep', which is not a valid name: set the name of a filter plugin, for example grep"],
  ['a port that is none', { httpPort: 0 }, "'logs' has port 0, which is not valid: set a number from 1 to 65535"],
])('%s is refused', (_, props, sentence) => {
  expect(() => new FluentBit(deploymentIn(chartIn()), 'logs', { ...TO_LOKI, ...props })).toThrow(new Error(sentence));
});

test('a container that does not exist is named at synth', () => {
  const chart = chartIn();
  new FluentBit(kubeDeploymentIn(chart), 'logs', TO_LOKI).connect('worker');

  expect(refusals(chart)[0]).toContain("'worker'");
});

test('what is secret comes from its environment', () => {
  const chart = chartIn();
  const logs = new FluentBit(deploymentIn(chart), 'logs', TO_LOKI);
  const secret = kplus.Secret.fromSecretName(chart, 'secret', 'loki');
  logs.container.env.addVariable('TOKEN', kplus.EnvValue.fromSecretValue({ secret, key: 'token' }));

  expect(written(chart).container('logs').env).toEqual([{ name: 'TOKEN', valueFrom: { secretKeyRef: { key: 'token', name: 'loki' } } }]);
});
