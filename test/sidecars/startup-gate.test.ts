import { Duration } from 'cdk8s';
import { addSidecar, chartIn, deploymentIn, refusals, synthPod } from './support';
import { Mesh, PodLifecycle, StartupGate } from '../../src';
import { check } from '../../src/core';

const EVERY_SECOND_FOR_A_MINUTE = { periodSeconds: 1, failureThreshold: 61 };

test.each<[string, StartupGate, object]>([
  ['HTTP', StartupGate.httpGet('/ready', 15021), { httpGet: { path: '/ready', port: 15021 }, ...EVERY_SECOND_FOR_A_MINUTE }],
  ['HTTPS', StartupGate.httpGet('/ready', 15021, { https: true }), { httpGet: { path: '/ready', port: 15021, scheme: 'HTTPS' }, ...EVERY_SECOND_FOR_A_MINUTE }],
  ['TCP', StartupGate.tcpSocket(11211), { tcpSocket: { port: 11211 }, ...EVERY_SECOND_FOR_A_MINUTE }],
  ['gRPC', StartupGate.grpc(9000), { grpc: { port: 9000 }, ...EVERY_SECOND_FOR_A_MINUTE }],
  ['gRPC with a service', StartupGate.grpc(9000, { service: 'cache' }), { grpc: { port: 9000, service: 'cache' }, ...EVERY_SECOND_FOR_A_MINUTE }],
  ['a command', StartupGate.command(['pg_isready', '-q']), { exec: { command: ['pg_isready', '-q'] }, ...EVERY_SECOND_FOR_A_MINUTE }],
  ['a file', StartupGate.fileExists('/run/ready'), { exec: { command: ['test', '-e', '/run/ready'] }, ...EVERY_SECOND_FOR_A_MINUTE }],
  ['patience', StartupGate.tcpSocket(11211, { patience: Duration.minutes(5), timeout: Duration.seconds(3) }),
    { tcpSocket: { port: 11211 }, periodSeconds: 1, failureThreshold: 301, timeoutSeconds: 3 }],
  ['patience in fractions of a second, rounded up', StartupGate.tcpSocket(11211, { patience: Duration.millis(1500), timeout: Duration.millis(1001) }),
    { tcpSocket: { port: 11211 }, periodSeconds: 1, failureThreshold: 3, timeoutSeconds: 2 }],
])('a gate by %s becomes this startup probe', (_name, startup, probe) => {
  const chart = chartIn();
  addSidecar(deploymentIn(chart), 'cache', { startup });

  expect(synthPod(chart).container('cache').spec.startupProbe).toEqual(probe);
});

describe('a sidecar that no one waits for', () => {
  const ACKNOWLEDGED = 'acknowledge.cdk8s-sidecars/NS101';

  test('has no startup probe, and the reason stands on the workload', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web, 'logs', { startup: StartupGate.none(' it only tails a file ') });

    const pod = synthPod(chart);

    expect(pod.container('logs').spec.startupProbe).toBeUndefined();
    expect(pod.manifest.metadata.annotations).toEqual({ [ACKNOWLEDGED]: 'logs: it only tails a file' });
    expect(PodLifecycle.of(web).findings).toMatchObject([{ rule: 'NS101', container: 'logs', acknowledged: 'logs: it only tails a file' }]);
    expect(refusals(chart)).toEqual([]);
  });

  test('says nothing about the proxy of a mesh, at synth and in the YAML', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    PodLifecycle.of(web).joinMesh(Mesh.dapr({ version: '1.18', appId: 'web' }));
    addSidecar(web, 'logs', { startup: StartupGate.none('it only tails a file') });

    const { findings, acknowledged } = check([{ name: 'web.yaml', text: JSON.stringify(synthPod(chart).manifest) }], { mesh: 'dapr@1.18' });
    const ofGates = [...PodLifecycle.of(web).findings, ...findings, ...acknowledged].filter(({ rule }) => rule === 'NS101');

    expect(ofGates.map(({ container, acknowledged: reason }) => [container, reason ?? null]).sort()).toEqual([
      ['daprd', null], ['daprd', null], ['logs', 'logs: it only tails a file'], ['logs', 'logs: it only tails a file'],
    ]);
  });

  test('shares the annotation with others, and what the user acknowledges himself wins', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web, 'logs', { startup: StartupGate.none('it only tails a file') });
    addSidecar(web, 'metrics', { startup: StartupGate.none('it is scraped later') });

    const before = synthPod(chart).manifest.metadata.annotations;
    PodLifecycle.of(web).acknowledge('NS101', 'nobody needs them at start');

    expect(before).toEqual({ [ACKNOWLEDGED]: 'logs: it only tails a file; metrics: it is scraped later' });
    expect(synthPod(chart).manifest.metadata.annotations).toEqual({ [ACKNOWLEDGED]: 'nobody needs them at start' });
  });
});

test('a gate says which port it asks, and why there is none', () => {
  expect(StartupGate.tcpSocket(11211)).toMatchObject({ port: 11211, reasonForNone: undefined });
  expect(StartupGate.none('it only tails a file')).toMatchObject({ port: undefined, reasonForNone: 'it only tails a file' });
});

test.each<[() => StartupGate, string]>([
  [() => StartupGate.tcpSocket(0), 'port 0 of a startup gate is not valid: set a number from 1 to 65535'],
  [() => StartupGate.grpc(65536), 'port 65536 of a startup gate is not valid: set a number from 1 to 65535'],
  [() => StartupGate.httpGet('/ready', 80.5), 'port 80.5 of a startup gate is not valid: set a number from 1 to 65535'],
  [() => StartupGate.command([]), "'command' of a startup gate is empty: set at least one word, for example ['pg_isready']"],
  [() => StartupGate.fileExists('run/ready'), "the path 'run/ready' of a startup gate is not absolute: start it with '/'"],
  [() => StartupGate.none(' '), "StartupGate.none has no reason: state why no container needs to wait for the sidecar, for example 'it only tails a file'"],
  [() => StartupGate.tcpSocket(80, { patience: Duration.millis(500) }), "'patience' of a startup gate is 500 ms: set at least 1 second"],
  [() => StartupGate.tcpSocket(80, { timeout: Duration.seconds(0) }), "'timeout' of a startup gate is 0 ms: set at least 1 second"],
])('refused: %s', (make, message) => {
  expect(make).toThrow(new Error(message));
});
