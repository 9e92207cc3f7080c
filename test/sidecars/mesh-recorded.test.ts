import { Chart, Duration, Include } from 'cdk8s';
import { Construct } from 'constructs';
import { addSidecar, chartIn } from './support';
import { Mesh, MeshedDeployment, PodLifecycle, SidecarJob, StartupGate } from '../../src';
import { life, lives, recordedFile, recordedSpec } from '../knowledge/meshes/recorded';
import { marksOf } from '../workloads/meshed';

const GATE = StartupGate.httpGet('/', 2020, { patience: Duration.seconds(29) });
const IMAGE = 'cr.fluentbit.io/fluent/fluent-bit:5.1.1';

/** What is in `deploy.yaml`, as our constructs write it. */
function deploymentOf(chart: Chart, mesh: Mesh): Construct {
  const web = new MeshedDeployment(chart, 'web', {
    mesh,
    initContainers: [{ name: 'migrate', image: 'registry.example.com/web:1.0.0', command: ['./migrate'] }],
    containers: [{ name: 'web', image: 'registry.example.com/web:1.0.0', ports: [{ name: 'http', number: 8080 }] }],
    terminationGracePeriod: Duration.seconds(45),
    preStopDelay: Duration.seconds(5),
  });
  addSidecar(web, 'logs', { image: IMAGE, startup: GATE }).startsAfterInit('migrate');
  return web;
}

/** What is in `job.yaml`, as our constructs write it; the deadline is no part of the pod. */
function jobOf(chart: Chart, mesh: Mesh): Construct {
  const job = new SidecarJob(chart, 'report', {
    mesh,
    containers: [{ name: 'report', image: 'registry.example.com/report:1.0.0', command: ['./report'] }],
    activeDeadline: Duration.hours(1),
  });
  addSidecar(job, 'logs', { image: IMAGE, startup: GATE });
  return job;
}

/** Names in order, the gate of each and what it does before it stops; and all that there is to know about what the injector adds. */
function skeleton(spec: any, proxies: readonly string[]): object {
  const all: any[] = [...spec.initContainers, ...spec.containers];
  return {
    initContainers: spec.initContainers.map((container: any) => container.name),
    containers: spec.containers.map((container: any) => container.name),
    gates: all.filter(container => container.restartPolicy === 'Always').map(container => [container.name, container.startupProbe]),
    preStops: all.map(container => container.lifecycle?.preStop),
    injected: all.filter(container => proxies.includes(container.name)).map(life),
  };
}

const LINKERD = { version: 'edge-26.8.3' };
const ISTIO = { version: '1.29.1' };
const linkerdMarks = (native: string) => ({ 'linkerd.io/inject': 'enabled', 'config.linkerd.io/proxy-enable-native-sidecar': native });
const DRAIN = { 'config.linkerd.io/shutdown-grace-period': '5s' };
const INJECT = { 'sidecar.istio.io/inject': 'true' };
const istioMarks = (native: string) => ({ 'sidecar.istio.io/nativeSidecar': native });

const LINKERD_NATIVE = { mesh: Mesh.linkerd(LINKERD), labels: {}, annotations: { ...linkerdMarks('true'), ...DRAIN } };
const LINKERD_CNI = { ...LINKERD_NATIVE, mesh: Mesh.linkerd({ ...LINKERD, cni: true }) };
const LINKERD_LEGACY = { mesh: Mesh.linkerd({ ...LINKERD, nativeSidecar: false }), labels: {}, annotations: linkerdMarks('false') };
const ISTIO_NATIVE = { mesh: Mesh.istio(ISTIO), labels: INJECT, annotations: istioMarks('true') };
const ISTIO_LEGACY = { mesh: Mesh.istio({ ...ISTIO, nativeSidecar: false }), labels: INJECT, annotations: istioMarks('false') };

const DEPLOYMENT = { input: 'deploy', make: deploymentOf };
const JOB = { input: 'job', make: jobOf };

describe.each([
  { file: 'linkerd-edge-26.8.3-deployment-native', ...DEPLOYMENT, ...LINKERD_NATIVE },
  { file: 'linkerd-edge-26.8.3-deployment-native-cni', ...DEPLOYMENT, ...LINKERD_CNI },
  { file: 'linkerd-edge-26.8.3-deployment-legacy', ...DEPLOYMENT, ...LINKERD_LEGACY },
  { file: 'linkerd-edge-26.8.3-job-native', ...JOB, ...LINKERD_NATIVE },
  { file: 'linkerd-edge-26.8.3-job-native-cni', ...JOB, ...LINKERD_CNI },
  { file: 'linkerd-edge-26.8.3-job-legacy', ...JOB, ...LINKERD_LEGACY },
  { file: 'istio-1.29.1-deployment-native', ...DEPLOYMENT, ...ISTIO_NATIVE },
  { file: 'istio-1.29.1-deployment-legacy', ...DEPLOYMENT, ...ISTIO_LEGACY },
  { file: 'istio-1.29.1-job-native', ...JOB, ...ISTIO_NATIVE },
  { file: 'istio-1.29.1-job-legacy-DEADLOCK', ...JOB, ...ISTIO_LEGACY },
])('$file', ({ file, input, make, mesh, labels, annotations }) => {
  const recorded = recordedSpec(`${file}.yaml`);

  test('our constructs carry what leads there, and predict what the injector made', () => {
    const workload = make(chartIn(), mesh);

    const { pod, kubernetes } = PodLifecycle.of(workload);

    const proxies = mesh.join({ isJob: input === 'job', kubernetes }).injected.map(one => one.container.name);
    const marks = marksOf(workload);
    const ofMesh = Object.fromEntries(Object.entries(marks.annotations).filter(([key]) => !key.startsWith('cdk8s-sidecars/')));
    expect({ ...marks, annotations: ofMesh }).toEqual({ labels, annotations, grace: pod.gracePeriodSeconds });
    expect(skeleton(pod.spec, proxies)).toEqual(skeleton(recorded, proxies));
  });

  test('so does the very manifest that went into the injector, container by container', () => {
    const included = new Include(chartIn(), 'manifest', { url: recordedFile(`input/${input}.yaml`) });
    const predicted = PodLifecycle.of(included);

    predicted.joinMesh(mesh);

    // The Job says no grace period, so that it gets the one that it needs.
    const grace = predicted.gracePeriod.toSeconds();
    expect(lives(predicted.pod.spec)).toEqual({ ...lives(recorded), grace: recorded.terminationGracePeriodSeconds ?? grace });
  });
});
