import { Duration, Include } from 'cdk8s';
import { addSidecar, chartIn, refusals } from './support';
import { Mesh, MeshedDeployment, MeshedDeploymentProps, NativeSidecarProps, PodLifecycle, PodOutcome, SidecarJob, StartupGate } from '../../src';
import { recordedFile } from '../knowledge/meshes/recorded';

const NOT_NATIVE = Mesh.istio({ version: '1.29', nativeSidecar: false });
const WEB: MeshedDeploymentProps = { mesh: NOT_NATIVE, containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] };

const MESSAGE = "NS106 Istio redirects the startup probe of sidecar 'cache' to 'istio-proxy', an ordinary container that starts only after that probe passes, "
  + 'so the pod never starts: make the proxy native (sidecar.istio.io/nativeSidecar: "true"), use an exec probe, '
  + 'or set sidecar.istio.io/rewriteAppHTTPProbers: "false"';

function shop(props: Partial<MeshedDeploymentProps> = {}, sidecar: Partial<NativeSidecarProps> = {}) {
  const chart = chartIn();
  const web = new MeshedDeployment(chart, 'web', { ...WEB, ...props });
  addSidecar(web, 'cache', sidecar);
  return { chart, life: PodLifecycle.of(web) };
}

describe('a gate that an ordinary proxy of Istio must open', () => {
  test('is asked at the proxy, which waits for it', () => {
    const { life } = shop();

    expect(life.pod.container('cache').spec.startupProbe.httpGet).toEqual({ path: '/app-health/cache/startupz', port: 15020 });
    expect(life.timeline()).toMatchObject({
      outcome: PodOutcome.STUCK,
      why: "the startup probe of sidecar 'cache' never passes, so 'web', 'istio-proxy' never start",
    });
  });

  test.each([
    ['HTTP', StartupGate.httpGet('/ready', 8081)],
    ['TCP', StartupGate.tcpSocket(11211)],
    ['gRPC', StartupGate.grpc(9000)],
  ])('is refused over %s, with the three ways out', (_name, startup) => {
    const { chart } = shop({}, { startup });

    expect(refusals(chart)).toEqual([`[shop/web] ${MESSAGE}`]);
  });

  test('keeps a Job until its deadline', () => {
    const job = new SidecarJob(chartIn(), 'export', { ...WEB, activeDeadline: Duration.minutes(5) });
    addSidecar(job, 'cache');

    const timeline = PodLifecycle.of(job).timeline();

    expect(timeline).toMatchObject({ outcome: PodOutcome.FAILED, why: 'the Job exceeded its deadline of 300 s' });
    expect([timeline.startOf('web'), timeline.startOf('istio-proxy')]).toEqual([undefined, undefined]);
  });

  test('is found in the pod that a real injector has made', () => {
    const recorded = new Include(chartIn(), 'job', { url: recordedFile('istio-1.29.1-job-legacy-DEADLOCK.yaml') });

    const life = PodLifecycle.of(recorded);

    expect(life.findings.map(finding => [finding.rule, finding.container])).toContainEqual(['NS106', 'logs']);
    expect(life.timeline().outcome).toBe(PodOutcome.STUCK);
  });
});

describe('each way out', () => {
  test.each<[string, Partial<MeshedDeploymentProps>, Partial<NativeSidecarProps>]>([
    ['a native proxy', { mesh: Mesh.istio({ version: '1.29' }) }, {}],
    ['a command', {}, { startup: StartupGate.command(['nc', '-z', 'localhost', '11211']) }],
    ['probes that are left alone', { podMetadata: { annotations: { 'sidecar.istio.io/rewriteAppHTTPProbers': 'false' } } }, {}],
  ])('%s', (_name, props, sidecar) => {
    const { chart, life } = shop(props, sidecar);

    const timeline = life.timeline();

    expect(refusals(chart)).toEqual([]);
    expect(timeline.outcome).toBe(PodOutcome.DELETED);
    expect(timeline.startsBefore('cache', 'web')).toBe(true);
  });

  test('leaves the probe as it is where it is left alone', () => {
    const { life } = shop({ podMetadata: { annotations: { 'sidecar.istio.io/rewriteAppHTTPProbers': 'false' } } });

    expect(life.pod.container('cache').spec.startupProbe).toMatchObject({ tcpSocket: { port: 11211 } });
  });
});

test('Linkerd and Consul leave the gate alone, and a native Kuma answers it', () => {
  for (const mesh of [Mesh.linkerd({ version: '2.20', nativeSidecar: false }), Mesh.consul({ version: '1.9', nativeSidecar: false })]) {
    expect(shop({ mesh }).life.pod.container('cache').spec.startupProbe).toMatchObject({ tcpSocket: { port: 11211 } });
  }
  expect(shop({ mesh: Mesh.kuma({ version: '2.14' }) }).life.pod.container('cache').spec.startupProbe.httpGet).toEqual({ path: '/tcp/11211', port: 9001 });
});
