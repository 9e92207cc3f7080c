import { Chart } from 'cdk8s';
import * as kplus34 from 'cdk8s-plus-34';
import { Construct } from 'constructs';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, refusals, synthPod } from './support';
import { NativeSidecar, PodLifecycle, StartupGate } from '../../src';

function overlaid(...overlays: object[]): any {
  const chart = chartIn();
  const cache = addSidecar(deploymentIn(chart));
  overlays.forEach(overlay => cache.addOverlay(overlay));
  return synthPod(chart).container('cache').spec;
}

describe('raw fields laid over a sidecar', () => {
  test.each<[string, (chart: Chart) => Construct]>([
    ['cdk8s-plus-28', chart => deploymentIn(chart)],
    ['cdk8s-plus-34', chart => new kplus34.Deployment(chart, 'web', { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] })],
    ['cdk8s import', chart => kubeDeploymentIn(chart)],
  ])('reach the output of %s, also where its classes do not know them', (_name, make) => {
    const chart = chartIn();
    const cache: NativeSidecar = addSidecar(make(chart), 'cache', { startup: StartupGate.grpc(9000) });

    cache.addOverlay({ lifecycle: { stopSignal: 'SIGUSR1', preStop: { sleep: { seconds: 1 } } }, livenessProbe: { grpc: { port: 9000 } } });

    expect(synthPod(chart).container('cache').spec).toMatchObject({
      startupProbe: { grpc: { port: 9000 } },
      livenessProbe: { grpc: { port: 9000 } },
      lifecycle: { stopSignal: 'SIGUSR1', preStop: { sleep: { seconds: 1 } } },
    });
  });

  test('are merged, object by object, and the last one wins', () => {
    const spec = overlaid({ securityContext: { runAsUser: 1, runAsGroup: 2 } }, { securityContext: { runAsUser: 3 }, args: ['-v'] }, { args: ['-vv'] });

    expect(spec.securityContext).toMatchObject({ runAsUser: 3, runAsGroup: 2, runAsNonRoot: true });
    expect(spec.args).toEqual(['-vv']);
  });

  test('take a field away by null, also one that an earlier overlay set', () => {
    const spec = overlaid({ terminationMessagePath: '/tmp/end' }, { imagePullPolicy: null, securityContext: { runAsNonRoot: null }, terminationMessagePath: null });

    expect(spec).not.toHaveProperty('imagePullPolicy');
    expect(spec).not.toHaveProperty('terminationMessagePath');
    expect(spec.securityContext).not.toHaveProperty('runAsNonRoot');
  });

  test('never write a null', () => {
    expect(overlaid({ lifecycle: { stopSignal: null, postStart: { exec: { command: ['true'], shell: null } } } }).lifecycle).toEqual({
      postStart: { exec: { command: ['true'] } },
    });
  });

  test('are seen by the rules', () => {
    const web = deploymentIn(chartIn());
    const cache = addSidecar(web);

    cache.addOverlay({ startupProbe: null, lifecycle: { preStop: { sleep: { seconds: 7 } } } });

    expect(PodLifecycle.of(web).findings.map(finding => finding.rule)).toEqual(['NS101', 'NS304']);
    expect(PodLifecycle.of(web).budget.entries[1]).toMatchObject({ container: 'cache', preStop: 7 });
  });
});

test.each(['name', 'restartPolicy'])('refused: an overlay that changes %s', field => {
  const cache = addSidecar(deploymentIn(chartIn()));

  expect(() => cache.addOverlay({ [field]: null })).toThrow(new Error(`the overlay for sidecar 'cache' sets '${field}', which cannot change: remove it from the overlay`));
});

test('a field can be taken away by its path', () => {
  const chart = chartIn();
  const cache = addSidecar(deploymentIn(chart));

  cache.removeField('imagePullPolicy');
  cache.removeField('securityContext.readOnlyRootFilesystem');

  const { spec } = synthPod(chart).container('cache');
  expect(spec).not.toHaveProperty('imagePullPolicy');
  expect(spec.securityContext).not.toHaveProperty('readOnlyRootFilesystem');
});

test('a field whose key contains a dot is taken away by a JSON pointer', () => {
  const chart = chartIn();
  const cache = addSidecar(deploymentIn(chart));

  cache.addOverlay({ resources: { limits: { 'nvidia.com/gpu': '1' } } });
  cache.removeField('/resources/limits/nvidia.com~1gpu');

  expect(synthPod(chart).container('cache').spec.resources.limits).not.toHaveProperty('nvidia.com/gpu');
});

test('refused: to remove a field that is not there', () => {
  const chart = chartIn();
  addSidecar(deploymentIn(chart)).removeField('securityContext.readOnlyRootFileSystem');

  expect(refusals(chart)).toEqual([
    "[shop/web] removeField('securityContext.readOnlyRootFileSystem') of sidecar 'cache' finds no such field: compare the path with the container in the YAML, or remove the call",
  ]);
});

test.each(['', 'a..b', undefined as any])('refused: to remove the field %j', path => {
  expect(() => addSidecar(deploymentIn(chartIn())).removeField(path)).toThrow(
    `removeField of sidecar 'cache' got ${JSON.stringify(path)}: pass the path of a field, for example 'securityContext.readOnlyRootFilesystem'`);
});

test.each([undefined as any, 'tty', [{ tty: true }]])('an overlay that is no object is refused: %j', overlay => {
  const cache = addSidecar(deploymentIn(chartIn()));

  expect(() => cache.addOverlay(overlay)).toThrow(
    new Error(`the overlay for sidecar 'cache' is ${JSON.stringify(overlay)}: pass an object with fields of a container, for example { tty: true }`));
});

test('an overlay with a field in another case is refused', () => {
  expect(() => overlaid({ startupprobe: { a: 1 } })).toThrow(new Error(
    "the overlay for sidecar 'cache' sets 'startupprobe', which is not a field of a container: set 'startupProbe'"));
  expect(() => overlaid({ restartpolicy: 'Never' })).toThrow("the overlay for sidecar 'cache' sets 'restartPolicy', which cannot change: remove it from the overlay");
});
