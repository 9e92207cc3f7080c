import { Chart } from 'cdk8s';
import { addSidecar, chartIn, deploymentIn, refusals, synthPod } from './support';
import { catalog, KubernetesVersion, PodLifecycle, SidecarFailure } from '../../src';

function chartFor(version: string): Chart {
  const chart = chartIn();
  PodLifecycle.target(chart, KubernetesVersion.of(version));
  return chart;
}

function rulesWith(onFailure: SidecarFailure | undefined): any {
  const chart = chartFor('1.36');
  addSidecar(deploymentIn(chart), 'proxy', { onFailure });
  return synthPod(chart).container('proxy').spec.restartPolicyRules;
}

test('a sidecar restarts the pod after every exit', () => {
  expect(rulesWith(SidecarFailure.restartPod())).toEqual([{ action: 'RestartAllContainers', exitCodes: { operator: 'NotIn' } }]);
});

test('or after some exit codes, in their order', () => {
  const codes = [88, 3];

  expect(rulesWith(SidecarFailure.restartPodOnExitCodes(codes))).toEqual([{ action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [3, 88] } }]);
  expect(codes).toEqual([88, 3]);
});

test('or restarts alone, which needs no rule', () => {
  expect([rulesWith(undefined), rulesWith(SidecarFailure.restartSidecar())]).toEqual([undefined, undefined]);
  expect([SidecarFailure.restartSidecar(), SidecarFailure.restartPod()].map(({ restartsPod }) => restartsPod)).toEqual([false, true]);
});

test.each(['1.33', '1.34', '1.35'])('Kubernetes %s cannot restart the pod, and synth tells it once', version => {
  const chart = chartFor(version);
  addSidecar(deploymentIn(chart), 'proxy', { onFailure: SidecarFailure.restartPod() });

  expect(refusals(chart)).toEqual([
    expect.stringContaining(`NS602 sidecar 'proxy' restarts the whole pod ('onFailure'), which Kubernetes ${version} cannot do: `
      + "target 1.36 or newer, for example PodLifecycle.target(chart, KubernetesVersion.of('1.36')), or remove 'onFailure'"),
  ]);
});

test('a sidecar that restarts alone does not depend on the version', () => {
  const chart = chartFor('1.33');
  addSidecar(deploymentIn(chart), 'proxy', { onFailure: SidecarFailure.restartSidecar() });

  expect(refusals(chart)).toEqual([]);
});

test('a preset has the choice too, and its rule tells that it was not made', () => {
  const chart = chartFor('1.36');
  const web = deploymentIn(chart);
  const proxy = new catalog.CloudSqlProxy(web, 'db', { instance: 'acme:europe-west1:orders', onFailure: SidecarFailure.restartPod() });
  const other = deploymentIn(chart, {}, 'other');
  new catalog.CloudSqlProxy(other, 'db', { instance: 'acme:europe-west1:orders' });

  expect(PodLifecycle.of(web).pod.container(proxy.name).spec.restartPolicyRules).toHaveLength(1);
  expect([web, other].map(workload => PodLifecycle.of(workload).findings.filter(({ rule }) => rule === 'NS207').length)).toEqual([0, 1]);
});

test.each([{ codes: [] }, { codes: [256] }, { codes: [-1] }, { codes: [1, 1] }])('the exit codes $codes are refused', ({ codes }) => {
  expect(() => SidecarFailure.restartPodOnExitCodes(codes)).toThrow(
    `the exit codes [${codes.join(', ')}] of a sidecar failure are not valid: set one or more different codes from 0 to 255`);
});

test('something else than a SidecarFailure is refused', () => {
  expect(() => addSidecar(deploymentIn(chartIn()), 'proxy', { onFailure: 'restartPod' as any })).toThrow(
    "'onFailure' of 'proxy' is 'restartPod': set a SidecarFailure, for example SidecarFailure.restartPod()");
});

test('more exit codes than Kubernetes accepts are refused', () => {
  expect(() => SidecarFailure.restartPodOnExitCodes(Array.from({ length: 256 }, (_, code) => code))).toThrow(
    'a sidecar failure has 256 exit codes, but Kubernetes accepts at most 255: list only those that matter');
});
