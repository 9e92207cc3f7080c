import { Size, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { addSidecar, chartIn, deploymentIn, refusals, synthPod } from './support';
import { DrainNotice, KubernetesVersion, PodLifecycle, ResizePolicy, Severity, StopSignal } from '../../src';

function synthesized(version: string, props: Parameters<typeof addSidecar>[2]) {
  const chart = chartIn();
  PodLifecycle.target(chart, KubernetesVersion.of(version));
  const web = deploymentIn(chart);
  addSidecar(web, 'proxy', props);
  const findings = PodLifecycle.of(web).findings.filter(({ rule }) => rule === 'NS602').map(({ severity }) => severity);
  return { pod: synthPod(chart), findings };
}

test('a stop signal stands beside the hook, and names the operating system', () => {
  const { pod, findings } = synthesized('1.36', { stopSignal: StopSignal.SIGQUIT, preStop: DrainNotice.httpGet('/drain', 8080) });

  expect(pod.container('proxy').spec.lifecycle).toEqual({ preStop: { httpGet: { path: '/drain', port: 8080 } }, stopSignal: 'SIGQUIT' });
  expect(pod.spec.os).toEqual({ name: 'linux' });
  // No version has it on by default.
  expect(findings).toEqual([Severity.WARNING]);
});

test('without one, the pod has no operating system', () => {
  expect(synthesized('1.36', {}).pod.spec).not.toHaveProperty('os');
});

test('a resize may restart the sidecar', () => {
  const props = { cpuResize: ResizePolicy.NO_RESTART, memoryResize: ResizePolicy.RESTART };

  expect(synthesized('1.33', props).pod.container('proxy').spec.resizePolicy).toEqual([
    { resourceName: 'cpu', restartPolicy: 'NotRequired' },
    { resourceName: 'memory', restartPolicy: 'RestartContainer' },
  ]);
  expect(synthesized('1.33', { memoryResize: ResizePolicy.RESTART })).toMatchObject({ findings: [] });
});

test('a pod has resources as a whole', () => {
  const chart = chartIn();
  PodLifecycle.target(chart, KubernetesVersion.of('1.34'));
  const web = deploymentIn(chart);
  const memory = { request: Size.gibibytes(1), limit: Size.gibibytes(2) };
  const lifecycle = PodLifecycle.of(web, { resources: { cpu: { request: kplus.Cpu.units(2) }, memory } });

  const [{ spec }] = Testing.synth(chart);

  expect(spec.template.spec.resources).toEqual({ limits: { memory: '2048Mi' }, requests: { cpu: '2', memory: '1024Mi' } });
  expect(lifecycle.resources.requests.cpu).toBe('2');
  expect(lifecycle.findings.filter(({ rule }) => rule === 'NS602')).toEqual([]);
});

test('a target that drops them stops synth', () => {
  const chart = chartIn();

  const { findings } = PodLifecycle.of(deploymentIn(chart), { resources: { cpu: { limit: kplus.Cpu.units(2) } } });

  expect(findings.filter(({ rule }) => rule === 'NS602').map(({ severity }) => severity)).toEqual([Severity.ERROR]);
  expect(refusals(chart)).toEqual([
    "[shop/web] NS602 the pod has 'resources' as a whole, which is off by default in Kubernetes 1.33, so only the requests and limits of its containers would count: "
    + "target 1.34 or newer, for example PodLifecycle.target(chart, KubernetesVersion.of('1.34')), or remove 'resources'",
  ]);
});

test('a pod has no other resources', () => {
  expect(() => PodLifecycle.of(deploymentIn(chartIn()), { resources: { ephemeralStorage: { limit: Size.gibibytes(1) } } as any })).toThrow(
    /'resources' of the pod lifecycle of '.*' is an object: set CPU or memory, for example \{ cpu: \{ request: kplus\.Cpu\.millis\(500\) \}, memory: \{ limit: Size\.gibibytes\(1\) \} \}/);
});
