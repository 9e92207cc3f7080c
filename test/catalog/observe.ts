import { Chart, Duration, Testing, Yaml } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';
import { NativeSidecar, PodLifecycle, SidecarJob } from '../../src';
import { chartIn, deploymentIn } from '../sidecars/support';

/** A Job of whose container, `export`, nothing special is known. */
export function jobIn(chart: Chart): SidecarJob {
  return new SidecarJob(chart, 'export', {
    containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.0.0' }],
    activeDeadline: Duration.hours(1),
  });
}

/** A pod's containers and the ConfigMaps beside it, as they are written. */
export interface Written {
  readonly container: (name: string) => any;
  /** The first main container. */
  readonly app: any;
  readonly volumes: any[];
  /** The text of a file in a ConfigMap. */
  readonly file: (name: string) => string;
}

/** What a chart with one workload writes. */
export function written(chart: Chart): Written {
  const manifests = Testing.synth(chart);
  const { spec } = manifests.find(manifest => manifest.spec?.template).spec.template;
  const files = Object.assign({}, ...manifests.filter(manifest => manifest.kind === 'ConfigMap').map(manifest => manifest.data));
  return {
    container: name => [...(spec.initContainers ?? []), ...spec.containers].find(container => container.name === name),
    app: spec.containers[0],
    volumes: spec.volumes ?? [],
    file: name => files[name],
  };
}

/** A sidecar on a workload. */
export interface Attached {
  readonly kind: string;
  /** The name of the app's container. */
  readonly app: string;
  readonly workload: IConstruct;
  readonly sidecar: NativeSidecar;
}

/** The same sidecar on a Deployment and in a Job. */
export function onBoth(add: (workload: kplus.Workload) => NativeSidecar): Attached[] {
  return [['Deployment', 'web', deploymentIn(chartIn())] as const, ['Job', 'export', jobIn(chartIn())] as const]
    .map(([kind, app, workload]) => ({ kind, app, workload, sidecar: add(workload) }));
}

/** What is said against a pod with a sidecar: by the rules, and by its timeline if that does not start it before the app and stop it after. */
export function objections({ workload, app, sidecar }: Attached): string[] {
  const life = PodLifecycle.of(workload);
  const timeline = life.timeline();
  const { budget, gracePeriod } = life;
  return [
    ...life.findings.map(finding => `${finding.rule} ${finding.message}`),
    ...(timeline.startsBefore(sidecar.name, app) ? [] : ['it does not start before the app']),
    ...(timeline.outlives(sidecar.name, app) ? [] : ['it does not outlive the app']),
    ...(timeline.isKilled(sidecar.name) ? ['it is killed'] : []),
    ...(life.pod.job && !timeline.completes() ? ['the Job does not complete'] : []),
    ...(budget.recommendedSeconds <= gracePeriod.toSeconds() ? [] : ['the grace period is too short']),
  ];
}

/** Only what is new, for a snapshot that can be read: the sidecar's container, a field a line, and its configuration, JSON as the YAML that is shorter. */
export function picture(chart: Chart, sidecar: string, file: string): string {
  const { container, file: text } = written(chart);
  const fields = Object.entries(container(sidecar)).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return [...fields, `--- ${file}`, file.endsWith('.json') ? Yaml.stringify(JSON.parse(text(file))) : text(file)].join('\n');
}
