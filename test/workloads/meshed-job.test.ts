import { Cron, Duration, Testing } from 'cdk8s';
import { Mesh, PodLifecycle, PodOutcome, SidecarCronJob, SidecarJob, SidecarJobProps } from '../../src';
import { addSidecar, chartIn, refusals } from '../sidecars/support';

const EXPORT: SidecarJobProps = {
  containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.0.0' }],
  activeDeadline: Duration.hours(1),
};

const NATIVE: [string, Mesh, string][] = [
  ['Linkerd', Mesh.linkerd({ version: '2.20' }), 'linkerd-proxy'],
  ['Istio', Mesh.istio({ version: '1.29' }), 'istio-proxy'],
  ['Kuma', Mesh.kuma({ version: '2.14' }), 'kuma-sidecar'],
  ['Consul', Mesh.consul({ version: '1.9' }), 'consul-dataplane'],
  ['Dapr', Mesh.dapr({ version: '1.18', appId: 'orders' }), 'daprd'],
];

const NOT_NATIVE: [string, Mesh, string][] = [
  ['Linkerd', Mesh.linkerd({ version: '2.20', nativeSidecar: false }), 'linkerd-proxy'],
  ['Istio', Mesh.istio({ version: '1.29', nativeSidecar: false }), 'istio-proxy'],
  ['Consul', Mesh.consul({ version: '1.9', nativeSidecar: false }), 'consul-dataplane'],
  ['Dapr', Mesh.dapr({ version: '1.18', appId: 'orders', nativeSidecar: false }), 'daprd'],
];

test('a whole Job', () => {
  const app = Testing.app();

  new SidecarJob(chartIn(app), 'export', { ...EXPORT, mesh: Mesh.istio({ version: '1.29', revision: 'canary' }) });

  expect(app.synthYaml()).toMatchSnapshot();
});

test('a whole CronJob', () => {
  const app = Testing.app();

  new SidecarCronJob(chartIn(app), 'nightly', { ...EXPORT, schedule: Cron.daily(), mesh: Mesh.dapr({ version: '1.18', appId: 'nightly' }) });

  expect(app.synthYaml()).toMatchSnapshot();
});

describe.each(NATIVE)('in %s', (_name, mesh, proxy) => {
  test('a Job completes when its work ends, and its last call still finds the proxy', () => {
    const chart = chartIn();
    const job = new SidecarJob(chart, 'export', { ...EXPORT, mesh });

    const timeline = PodLifecycle.of(job).timeline({ containers: { export: { exitsAfter: 12 } } });

    expect(refusals(chart)).toEqual([]);
    expect(timeline.completes()).toBe(true);
    expect([timeline.startsBefore(proxy, 'export'), timeline.outlives(proxy, 'export')]).toEqual([true, true]);
  });

  test('so does each Job of a CronJob, with a sidecar of the user', () => {
    const nightly = new SidecarCronJob(chartIn(), 'nightly', { ...EXPORT, schedule: Cron.daily(), mesh });
    addSidecar(nightly, 'cache');

    expect(PodLifecycle.of(nightly).timeline().completes()).toBe(true);
  });
});

describe.each(NOT_NATIVE)('in %s without a native proxy', (name, mesh, proxy) => {
  test('a Job does not complete: it fails at its deadline', () => {
    const job = new SidecarJob(chartIn(), 'export', { ...EXPORT, mesh });

    const life = PodLifecycle.of(job);

    expect(life.timeline()).toMatchObject({ outcome: PodOutcome.FAILED, why: 'the Job exceeded its deadline of 3600 s' });
    expect(life.assumptions.slice(0, 2)).toEqual(["'export' succeeds after 60 s", `'${proxy}' never exits on its own`]);
  });

  test('it is refused', () => {
    const chart = chartIn();

    new SidecarJob(chart, 'export', { ...EXPORT, mesh });

    expect(refusals(chart)).toEqual([
      `[shop/export] NS402 ${name} adds '${proxy}' to the Job as an ordinary container that never exits, so the Job never completes: `
      + 'make the proxy a native sidecar with \'nativeSidecar\', or keep the Job out of the mesh',
    ]);
  });
});

test.each([undefined, null as unknown as undefined])('a Job whose mesh is %s is in none', mesh => {
  const job = new SidecarJob(chartIn(), 'export', { ...EXPORT, mesh });

  expect(PodLifecycle.of(job).pod.sidecars).toEqual([]);
});
