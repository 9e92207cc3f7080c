import { ApiObject, Chart, Duration, Testing } from 'cdk8s';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, refusals, synthPod } from './support';
import { KubernetesVersion, Mesh, PodLifecycle, PodOutcome, QosClass, Severity, StartupGate } from '../../src';

/** A Deployment whose proxy starts before its cache, although it was made later. */
function shop() {
  const chart = chartIn();
  const web = deploymentIn(chart);
  const cache = addSidecar(web, 'cache', { shutdown: Duration.seconds(2) });
  const proxy = addSidecar(web, 'proxy', { shutdown: Duration.seconds(3) });
  cache.startsAfter(proxy);
  return { chart, web, cache, proxy };
}

describe('the life of a pod tells', () => {
  test('its sidecars, in the order in which they start', () => {
    const { web, cache, proxy } = shop();

    expect(PodLifecycle.of(web).sidecars).toEqual([proxy, cache]);
  });

  test('the grace period, and what it is made of', () => {
    const { chart, web } = shop();

    const life = PodLifecycle.of(web, { shutdown: Duration.seconds(20) });

    expect(life.gracePeriod.toSeconds()).toBe(27);
    expect(life.budget.entries.map(entry => [entry.container, entry.toldToStop, entry.ends])).toEqual([['web', 0, 20], ['cache', 20, 22], ['proxy', 22, 25]]);
    expect(synthPod(chart).gracePeriodSeconds).toBe(27);
  });

  test('what was said earlier and is not said again', () => {
    const { web } = shop();

    PodLifecycle.of(web, { shutdown: Duration.seconds(20) });
    PodLifecycle.of(web, { preStopDelay: Duration.seconds(4) });

    expect(PodLifecycle.of(web).budget.explain()).toBe(
      'web pre-stop 4 s + web shutdown 20 s + cache shutdown 2 s + proxy shutdown 3 s = 29 s, plus 2 s of margin: 31 s');
  });

  test('what the scheduler counts, with and without the sidecars', () => {
    const chart = chartIn();
    const resources = { requests: { cpu: { value: '250m' }, memory: { value: '256Mi' } } };
    const web = kubeDeploymentIn(chart, { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', resources } as any] });
    addSidecar(web);

    const { resources: after, resourcesWithoutSidecars: before } = PodLifecycle.of(web);

    expect(before).toMatchObject({ requests: { cpu: '250m', memory: '256Mi' }, limits: {} });
    expect(after).toMatchObject({ requests: { cpu: '300m', memory: '320Mi' }, limits: { memory: '128Mi' }, qosClass: QosClass.BURSTABLE });
  });

  test('what the scheduler counts for the proxy of a mesh', () => {
    const web = deploymentIn(chartIn());
    PodLifecycle.of(web).joinMesh(Mesh.istio({ version: '1.29' }));
    const { resources, resourcesWithoutSidecars } = PodLifecycle.of(web);

    expect([resourcesWithoutSidecars.requests, resources.requests]).toEqual([{ cpu: '1', memory: '512Mi' }, { cpu: '1100m', memory: '640Mi' }]);
  });

  test('what the scheduler counts on a version that drops the resources of the pod', () => {
    const requests = ['1.33', '1.34'].map(version => {
      const spec = { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }], resources: { requests: { cpu: '2' } } };
      const web = new ApiObject(chartIn(), 'web', { apiVersion: 'apps/v1', kind: 'Deployment', spec: { template: { spec } } } as any);
      PodLifecycle.target(web, KubernetesVersion.of(version));
      return PodLifecycle.of(web).resources.requests;
    });

    expect(requests).toEqual([{}, { cpu: '2' }]);
  });

  test('what is taken for granted, also how long a sidecar needs that does not say so', () => {
    const { web } = shop();
    addSidecar(web, 'logs');

    const shutdowns = PodLifecycle.of(web).assumptions.filter(assumption => assumption.includes(' needs '));
    expect(shutdowns).toEqual([expect.stringContaining("'web' needs 30 s"), expect.stringContaining("'logs' needs 5 s")]);
  });

  test('of anything with one workload below it', () => {
    const { chart, web } = shop();

    expect(PodLifecycle.of(chart).sidecars).toEqual(PodLifecycle.of(web).sidecars);
  });
});

describe('the timeline answers', () => {
  test('who starts and ends before whom', () => {
    const { web } = shop();

    const timeline = PodLifecycle.of(web).timeline();

    expect([timeline.startsBefore('proxy', 'cache'), timeline.startsBefore('cache', 'web'), timeline.startsBefore('web', 'cache')]).toEqual([true, true, false]);
    expect([timeline.outlives('cache', 'web'), timeline.outlives('proxy', 'cache')]).toEqual([true, true]);
    expect(timeline.outcome).toBe(PodOutcome.DELETED);
    expect(timeline.stopSeconds()).toBe(35);
  });

  test('what happens if a program behaves otherwise; the rest is as it is known', () => {
    const { web } = shop();

    const timeline = PodLifecycle.of(web).timeline({ deleteAt: 100, containers: { web: { shutdown: 1 } } });

    expect([timeline.endOf('web'), timeline.endOf('cache'), timeline.endOf('proxy')]).toEqual([101, 103, 106]);
  });

  test('what happens if a gate never opens', () => {
    const { web } = shop();

    const timeline = PodLifecycle.of(web).timeline({ containers: { proxy: { gateNeverOpens: true } } });

    expect(timeline.startOf('web')).toBeUndefined();
  });

  test('nothing about a container that the pod does not have', () => {
    const { web } = shop();

    expect(() => PodLifecycle.of(web).timeline({ containers: { db: {} } })).toThrow("has no container 'db': it has 'proxy', 'cache', 'web'");
  });
});

describe('a finding', () => {
  /** The gate of this sidecar asks the app. */
  function deadlock(chart: Chart) {
    const web = deploymentIn(chart);
    addSidecar(web, 'cache', { startup: StartupGate.tcpSocket(8080) });
    return PodLifecycle.of(web);
  }

  test('is data', () => {
    const life = deadlock(chartIn());

    expect(life.findings).toEqual([{
      rule: 'NS104',
      severity: Severity.ERROR,
      container: 'cache',
      path: 'spec.template.spec.initContainers[0].startupProbe.tcpSocket.port',
      message: "the startup probe of sidecar 'cache' checks port 8080 of 'web', but 'web' starts only after that probe passes, so the pod never starts",
      fix: "probe a port of 'cache' itself",
    }]);
  });

  test('that is acknowledged does not stop synth, and the reason is written on the workload', () => {
    const chart = chartIn();
    const life = deadlock(chart);

    life.acknowledge('NS104', ' the port is shared by SO_REUSEPORT ');

    expect(refusals(chart)).toEqual([]);
    expect(life.findings).toMatchObject([{ rule: 'NS104', acknowledged: 'the port is shared by SO_REUSEPORT' }]);
    expect(Testing.synth(chart)[0].metadata.annotations).toEqual({ 'acknowledge.cdk8s-sidecars/NS104': 'the port is shared by SO_REUSEPORT' });
  });

  test('may be acknowledged by the annotation alone, as long as it has a reason', () => {
    const chart = chartIn();
    const web = deploymentIn(chart, { metadata: { annotations: { 'acknowledge.cdk8s-sidecars/NS104': 'SO_REUSEPORT' } } });
    addSidecar(web, 'cache', { startup: StartupGate.tcpSocket(8080) });
    const empty = chartIn();
    const api = deploymentIn(empty, { metadata: { annotations: { 'acknowledge.cdk8s-sidecars/NS104': '' } } });
    addSidecar(api, 'cache', { startup: StartupGate.tcpSocket(8080) });

    expect([refusals(chart).length, refusals(empty).length]).toEqual([0, 1]);
  });

  test('may be acknowledged by the annotation of the pod template', () => {
    const chart = chartIn();
    const web = deploymentIn(chart, { podMetadata: { annotations: { 'acknowledge.cdk8s-sidecars/NS104': 'SO_REUSEPORT' } } });
    addSidecar(web, 'cache', { startup: StartupGate.tcpSocket(8080) });

    expect(refusals(chart)).toEqual([]);
  });

  test('that is acknowledged leaves the others standing', () => {
    const chart = chartIn();
    const life = deadlock(chart);

    life.acknowledge('NS301', 'it is never stopped');

    expect(refusals(chart)).toHaveLength(1);
  });

  test.each([
    ['304', 'it is all right', "'304' is not a rule id: use the id of a finding, for example NS304"],
    ['NS999', 'it is all right', 'rule NS999 does not exist: use the id of a finding, for example NS304'],
    ['NS304', '  ', "acknowledging NS304 on 'shop/web' requires a reason: state why the finding is acceptable here"],
  ])('cannot be acknowledged as %s because "%s"', (rule, reason, message) => {
    const life = PodLifecycle.of(deploymentIn(chartIn()));

    expect(() => life.acknowledge(rule, reason)).toThrow(new Error(message));
  });
});

test('the life of a pod that cannot be put together is not told', () => {
  const { web, cache, proxy } = shop();
  proxy.startsAfter(cache);

  const life = PodLifecycle.of(web);

  expect(life.findings.map(finding => finding.rule)).toContain('NS203');
  expect(() => life.timeline()).toThrow(new Error(
    "NS203 'cache' starts after 'proxy', 'proxy' starts after 'cache', so none of them can start: remove one 'startsAfter' call"));
});
