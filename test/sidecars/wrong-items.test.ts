import { Duration } from 'cdk8s';
import { addSidecar, chartIn, deploymentIn } from './support';
import { MeshedDeployment, SidecarJob } from '../../src';

const untyped = (value: unknown) => value as any;

describe('a wrong item of a list is named', () => {
  test.each<[string, object, string]>([
    ['a port', { ports: [{ number: 8080 }, { containerPort: 9 }] }, "'number' of item 2 of 'ports' of 'cache' is missing: set a number, for example 8080"],
    ['a mount', { volumeMounts: [{ path: '/tmp', volume: {} }] },
      "'volume' of item 1 of 'volumeMounts' of 'cache' is an object: set a Volume, for example kplus.Volume.fromEmptyDir(chart, 'tmp', 'tmp')"],
    ['a source of variables', { envFrom: [{ secret: 'login' }] },
      "item 1 of 'envFrom' of 'cache' is an object: set a list of cdk8s-plus sources, for example [kplus.Env.fromSecret(secret)]"],
  ])('%s of a sidecar', (_, props, sentence) => {
    expect(() => addSidecar(deploymentIn(chartIn()), 'cache', untyped(props))).toThrow(new Error(sentence));
  });

  test('a container of a job', () => {
    const containers = untyped([{ name: 'export', img: 'ghcr.io/acme/export:1.0.0' }]);

    expect(() => new SidecarJob(chartIn(), 'export', { containers, activeDeadline: Duration.hours(1) })).toThrow(
      new Error("'image' of item 1 of 'containers' of job 'export' is missing: set a string, for example 'ghcr.io/acme/web:1.4.2'"));
  });

  test('an init container of a workload', () => {
    const initContainers = untyped([{ image: 7 }]);

    expect(() => new MeshedDeployment(chartIn(), 'web', untyped({ initContainers }))).toThrow(
      new Error("'image' of item 1 of 'initContainers' of workload 'web' is 7: set a string, for example 'ghcr.io/acme/web:1.4.2'"));
  });
});

test('a list of simple values is shown as a whole', () => {
  expect(() => addSidecar(deploymentIn(chartIn()), 'cache', untyped({ ports: [8080] }))).toThrow(
    new Error("'ports' of 'cache' is [8080]: set a list of ports, for example [{ number: 8080 }]"));
});
