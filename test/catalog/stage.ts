import { Chart, Duration, Testing, Yaml } from 'cdk8s';
import { Construct } from 'constructs';
import { NativeSidecar, PodLifecycle, SidecarJob } from '../../src';
import { chartIn, deploymentIn, kubeDeploymentIn, synthPod } from '../sidecars/support';

/** A preset on a workload whose main container is called `web`. */
export interface Staged<T extends NativeSidecar> {
  readonly chart: Chart;
  readonly workload: Construct;
  readonly sidecar: T;
}

type Make<T> = (workload: Construct) => T;

function stage<T extends NativeSidecar>(workloadIn: (chart: Chart) => Construct, make: Make<T>): Staged<T> {
  const chart = chartIn();
  const workload = workloadIn(chart);
  return { chart, workload, sidecar: make(workload) };
}

export function onDeployment<T extends NativeSidecar>(make: Make<T>): Staged<T> {
  return stage(chart => deploymentIn(chart), make);
}

/** On what `cdk8s import` gives, with a second main container, `worker`. */
export function onImport<T extends NativeSidecar>(make: Make<T>): Staged<T> {
  const containers = ['web', 'worker'].map(name => ({ name, image: `ghcr.io/acme/${name}:1.0.0` }));
  return stage(chart => kubeDeploymentIn(chart, { containers }), make);
}

export function inJob<T extends NativeSidecar>(make: Make<T>): Staged<T> {
  const props = { containers: [{ name: 'web', image: 'ghcr.io/acme/export:1.0.0' }], activeDeadline: Duration.hours(1) };
  return stage(chart => new SidecarJob(chart, 'export', props), make);
}

/** A container of the synthesized pod. */
export function containerOf({ chart }: Staged<NativeSidecar>, name: string): any {
  return synthPod(chart).container(name).spec;
}

/** What a reader wants to see of a preset: its container and its configuration. */
export function pictureOf(staged: Staged<NativeSidecar>): string {
  const configMaps = Testing.synth(staged.chart).filter(manifest => manifest.kind === 'ConfigMap');
  return Yaml.stringify(containerOf(staged, staged.sidecar.name), ...configMaps.map(({ data }) => data));
}

/** Whether a preset starts before the app and outlives it, both when the pod is deleted and when its work is done. */
export function outlivesTheApp<T extends NativeSidecar>(make: Make<T>): void {
  const deployment = onDeployment(make);
  const deleted = PodLifecycle.of(deployment.workload).timeline({ deleteAt: 60 });
  expect(deleted.startsBefore(deployment.sidecar.name, 'web')).toBe(true);
  expect(deleted.outlives(deployment.sidecar.name, 'web')).toBe(true);

  const job = inJob(make);
  const completed = PodLifecycle.of(job.workload).timeline({ containers: { web: { exitsAfter: 12 } } });
  expect(completed.completes()).toBe(true);
  expect(completed.startsBefore(job.sidecar.name, 'web')).toBe(true);
  expect(completed.outlives(job.sidecar.name, 'web')).toBe(true);
}

/** What the rules have to say that nobody has accepted, on a Deployment and in a Job. */
export function openFindings<T extends NativeSidecar>(make: Make<T>): string[] {
  return [onDeployment(make), inJob(make)].flatMap(({ workload }) => PodLifecycle.of(workload).findings)
    .filter(finding => !finding.acknowledged)
    .map(finding => `${finding.rule} ${finding.message}`);
}
