import { ApiObject, App, Chart, Duration, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { AppSpec, ContainerSpec, WorkloadSpec } from './app-spec';
import { addRandomSidecar } from './build-sidecars';
import { KubernetesVersion, Mesh, MeshedDeployment, NativeSidecar, PodLifecycle, SidecarCronJob, SidecarJob } from '../../../src';

/** A random app, and its workloads. */
export interface BuiltApp {
  readonly app: App;
  readonly workloads: readonly Construct[];
}

/** Builds an app; undefined when the library refuses a part of it at once. */
export function buildApp({ kubernetes, mesh, workloads }: AppSpec): BuiltApp | undefined {
  const app = new App();
  PodLifecycle.target(app, KubernetesVersion.of(kubernetes));
  try {
    return { app, workloads: workloads.map((workload, index) => addWorkload(new Chart(app, `chart-${index}`, { disableResourceNameHashes: true, namespace: `ns-${index}` }), workload, mesh)) };
  } catch {
    return undefined;
  }
}

/** The mesh of an app, of which all its members have the same version. */
function meshOf(mesh: string): Mesh {
  const [name, version] = mesh.split('@');
  switch (name) {
    case 'dapr': return Mesh.dapr({ version, appId: 'web' });
    case 'linkerd': return Mesh.linkerd({ version });
    case 'consul': return Mesh.consul({ version });
    default: return Mesh.istio({ version });
  }
}

function addWorkload(chart: Chart, spec: WorkloadSpec, mesh: string | undefined): Construct {
  const inMesh = mesh !== undefined && spec.inMesh;
  const workload = createWorkload(chart, spec, inMesh ? meshOf(mesh) : undefined);
  const sidecars = spec.sidecars.map((sidecar, index) => addRandomSidecar(workload, `side-${index}`, sidecar));
  const { shutdown, preStopDelay, imageHasSleep } = spec;
  const lifecycle = PodLifecycle.of(workload, {
    ...(shutdown === undefined ? {} : { shutdown: Duration.seconds(shutdown) }),
    ...(preStopDelay === undefined ? {} : { preStopDelay: Duration.seconds(preStopDelay), imageHasSleep }),
  });
  if (inMesh && spec.kind !== 'MeshedDeployment') {
    lifecycle.joinMesh(meshOf(mesh));
  }
  spec.acknowledged.forEach(rule => lifecycle.acknowledge(rule, 'a reason'));
  spec.neighbors.forEach(neighbor => addNeighbor(chart, workload, neighbor, sidecars));
  if (spec.patch !== 'no gate' || (spec.sidecars.length > 0 && spec.sidecars.every(({ change }) => change !== 'after init'))) {
    patch(workload, spec.patch);
  }
  return workload;
}

function createWorkload(chart: Chart, spec: WorkloadSpec, mesh: Mesh | undefined): Construct {
  const { kind, mains, inits, gracePeriod } = spec;
  const labels = { app: 'web' };
  if (kind === 'KubeDeployment') {
    const containers = mains.map((main, index) => rawContainer(main, `main-${index}`));
    return new kplus.k8s.KubeDeployment(chart, 'web', {
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers, terminationGracePeriodSeconds: gracePeriod } },
      },
    });
  }
  const props = {
    metadata: { name: 'web' },
    podMetadata: { labels },
    containers: mains.map((main, index) => containerProps(main, `main-${index}`)),
    initContainers: inits.map(init => containerProps({ ...init, hook: undefined, probe: undefined }, 'init-0')),
    ...(gracePeriod === undefined ? {} : { terminationGracePeriod: Duration.seconds(gracePeriod) }),
  };
  switch (kind) {
    case 'Deployment': return new kplus.Deployment(chart, 'web', props);
    case 'StatefulSet': return new kplus.StatefulSet(chart, 'web', { ...props, service: headless(chart) });
    case 'DaemonSet': return new kplus.DaemonSet(chart, 'web', props);
    case 'Job': return new kplus.Job(chart, 'web', { ...props, activeDeadline: Duration.seconds(spec.deadline) });
    case 'CronJob': return new kplus.CronJob(chart, 'web', { ...props, schedule: { expressionString: '0 * * * *' } as any });
    case 'SidecarJob': return new SidecarJob(chart, 'web', { ...props, activeDeadline: Duration.seconds(spec.deadline) });
    case 'SidecarCronJob': return new SidecarCronJob(chart, 'web', {
      ...props, activeDeadline: Duration.seconds(spec.deadline), schedule: { expressionString: '0 * * * *' } as any,
    });
    case 'MeshedDeployment': return mesh ? new MeshedDeployment(chart, 'web', { ...props, mesh }) : new kplus.Deployment(chart, 'web', props);
    default: return new kplus.Pod(chart, 'web', props);
  }
}

function headless(chart: Chart): kplus.Service {
  return new kplus.Service(chart, 'headless', { ports: [{ port: 80 }], clusterIP: 'None' });
}

function containerProps({ image, port, script, hook, probe, env }: ContainerSpec, name: string): kplus.ContainerProps {
  return {
    name,
    image,
    ...(port === undefined ? {} : { portNumber: port }),
    ...(script === undefined ? {} : { command: ['sh', '-c', script] }),
    ...(hook === undefined ? {} : { lifecycle: { preStop: kplus.Handler.fromCommand(hook) } }),
    ...(probe === undefined ? {} : { readiness: kplus.Probe.fromHttpGet('/ready', probe === 'http' ? {} : { port: 4444 }) }),
    ...(env === undefined ? {} : { envVariables: { DB_HOST: kplus.EnvValue.fromValue(env) } }),
  };
}

function rawContainer({ image, port, script, hook }: ContainerSpec, name: string): kplus.k8s.Container {
  return {
    name,
    image,
    ...(port === undefined ? {} : { ports: [{ containerPort: port, name: 'http' }] }),
    ...(script === undefined ? {} : { command: ['sh', '-c', script] }),
    ...(hook === undefined ? {} : { lifecycle: { preStop: { exec: { command: hook } } } }),
  };
}

function addNeighbor(chart: Chart, workload: Construct, neighbor: WorkloadSpec['neighbors'][number], sidecars: readonly NativeSidecar[]): void {
  const { kind } = ApiObject.of(workload);
  const raw = (apiVersion: string, objectKind: string, spec: object) => new ApiObject(chart, neighbor.replace(/ /g, '-'), { apiVersion, kind: objectKind, metadata: { name: neighbor === 'named service' ? 'named' : 'web' }, spec });
  const target = { apiVersion: 'apps/v1', kind, name: 'web' };
  switch (neighbor) {
    case 'service': raw('v1', 'Service', { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 8080 }] }); break;
    case 'named service': raw('v1', 'Service', { selector: { app: 'web' }, ports: [{ port: 81, targetPort: 'cache' }] }); break;
    case 'service of a sidecar': sidecars.filter(sidecar => sidecar.ports.length > 0).slice(0, 1).forEach(sidecar => sidecar.access.exposeViaService()); break;
    case 'hpa': raw('autoscaling/v2', 'HorizontalPodAutoscaler', {
      maxReplicas: 3, scaleTargetRef: target, metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } }],
    }); break;
    case 'vpa': raw('autoscaling.k8s.io/v1', 'VerticalPodAutoscaler', { targetRef: target, updatePolicy: { updateMode: 'Recreate' } }); break;
    case 'network policy': raw('networking.k8s.io/v1', 'NetworkPolicy', { podSelector: { matchLabels: { app: 'web' } }, ingress: [{ ports: [{ port: 'cache' }] }] }); break;
    default: raw('monitoring.coreos.com/v1', 'PodMonitor', { selector: { matchLabels: { app: 'web' } }, podMetricsEndpoints: [{ port: 'cache' }] });
  }
}

function patch(workload: Construct, wanted: WorkloadSpec['patch']): void {
  const object = ApiObject.of(workload);
  const base = object.kind === 'CronJob' ? '/spec/jobTemplate/spec/template/spec' : object.kind === 'Pod' ? '/spec' : '/spec/template/spec';
  switch (wanted) {
    case 'image': object.addJsonPatch(JsonPatch.replace(`${base}/containers/0/image`, 'redis:8.2')); break;
    case 'no gate': object.addJsonPatch(JsonPatch.add(`${base}/initContainers/0/startupProbe`, { exec: { command: ['true'] } })); break;
    case 'host port': object.addJsonPatch(JsonPatch.add(`${base}/containers/0/ports`, [{ containerPort: 8080, hostPort: 80 }])); break;
    case 'short grace': object.addJsonPatch(JsonPatch.add(`${base}/terminationGracePeriodSeconds`, 3)); break;
    case 'own hook': object.addJsonPatch(JsonPatch.add(`${base}/containers/0/lifecycle`, { preStop: { exec: { command: ['sh', '-c', 'sleep 60'] } } })); break;
    case 'broken': object.addJsonPatch(JsonPatch.add(`${base}/containers/0/securityContext`, { runAsNonRoot: true, runAsUser: 0 })); break;
    default: break;
  }
}
