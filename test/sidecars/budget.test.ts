import { ApiObject, Duration, Include, JsonPatch } from 'cdk8s';
import * as kplus34 from 'cdk8s-plus-34';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, refusals, synthPod } from './support';
import { PodLifecycle } from '../../src';

describe('the grace period that nobody set', () => {
  test('is what app and sidecar are taken to need: 30 + 5, and 2 of margin', () => {
    const chart = chartIn();
    addSidecar(kubeDeploymentIn(chart));

    expect(synthPod(chart).gracePeriodSeconds).toBe(37);
  });

  test('is what they say that they need: 15 + 8 + 2, and 2 of margin', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web, 'cache', { shutdown: Duration.seconds(2) });
    addSidecar(web, 'proxy', { shutdown: Duration.seconds(8) });

    PodLifecycle.of(web, { shutdown: Duration.seconds(15) });

    expect(synthPod(chart).gracePeriodSeconds).toBe(27);
    expect(PodLifecycle.of(web).budget.explain()).toBe(
      'web shutdown 15 s + proxy shutdown 8 s + cache shutdown 2 s = 25 s, plus 2 s of margin: 27 s');
  });

  test('counts the hook of the app: 10 + 30 + 5, and 2 of margin', () => {
    const chart = chartIn();
    const lifecycle = { preStop: { exec: { command: ['sh', '-c', 'sleep 10'] } } };
    addSidecar(kubeDeploymentIn(chart, { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', lifecycle }] }));

    expect(synthPod(chart).gracePeriodSeconds).toBe(47);
  });

  test('waits for the hook of a sidecar if that takes longer than the app: 60 + 5, and 2 of margin', () => {
    const chart = chartIn();
    addSidecar(deploymentIn(chart)).addOverlay({ lifecycle: { preStop: { sleep: { seconds: 60 } } } });

    expect(synthPod(chart).gracePeriodSeconds).toBe(67);
  });

  test('counts a sidecar that was written by hand: 30 + 5 + 5, and 2 of margin', () => {
    const chart = chartIn();
    addSidecar(kubeDeploymentIn(chart, { initContainers: [{ name: 'proxy', image: 'ghcr.io/acme/proxy:1.2.0', restartPolicy: 'Always' }] }));

    expect(synthPod(chart).gracePeriodSeconds).toBe(42);
  });

  test('rounds what is said in fractions up: 2 + 1, and 2 of margin', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web, 'cache', { shutdown: Duration.millis(100) });

    PodLifecycle.of(web, { shutdown: Duration.millis(1500) });

    expect(synthPod(chart).gracePeriodSeconds).toBe(5);
  });

  test('is also computed without a sidecar, if somebody says what the app needs', () => {
    const chart = chartIn();

    PodLifecycle.of(deploymentIn(chart), { shutdown: Duration.seconds(90) });

    expect(synthPod(chart).gracePeriodSeconds).toBe(92);
  });

  test('is left alone if nobody says anything', () => {
    const chart = chartIn();

    PodLifecycle.of(kubeDeploymentIn(chart));

    expect(synthPod(chart).spec.terminationGracePeriodSeconds).toBeUndefined();
  });
});

describe('whose value it is', () => {
  test.each([
    ['cdk8s-plus-28', (chart: ReturnType<typeof chartIn>, seconds: number) => deploymentIn(chart, { terminationGracePeriod: Duration.seconds(seconds) })],
    ['cdk8s-plus-34', (chart: ReturnType<typeof chartIn>, seconds: number) => new kplus34.Deployment(chart, 'web', {
      containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }],
      terminationGracePeriod: Duration.seconds(seconds),
    })],
  ])('on %s 30 is nobody\'s, because it always writes 30, and everything else is the user\'s', (_name, make) => {
    const grace = (seconds: number) => {
      const chart = chartIn();
      addSidecar(make(chart, seconds));
      return synthPod(chart).gracePeriodSeconds;
    };

    expect([30, 29, 300].map(grace)).toEqual([37, 29, 300]);
  });

  test('on an imported object a written 30 is the user\'s', () => {
    const chart = chartIn();
    addSidecar(kubeDeploymentIn(chart, { terminationGracePeriodSeconds: 30 }));

    expect(synthPod(chart).gracePeriodSeconds).toBe(30);
  });

  test('in an included manifest too', () => {
    const chart = chartIn();
    addSidecar(new Include(chart, 'legacy', { url: 'test/fixtures/manifests/web-with-logs.yaml' }));

    expect(synthPod(chart).gracePeriodSeconds).toBe(30);
  });

  test('a patch is the user\'s', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web);

    ApiObject.of(web).addJsonPatch(JsonPatch.replace('/spec/template/spec/terminationGracePeriodSeconds', 60));

    expect(synthPod(chart).gracePeriodSeconds).toBe(60);
  });
});

describe('a grace period that the user set', () => {
  test('is refused when what is said does not fit, with the sum', () => {
    const chart = chartIn();
    const web = deploymentIn(chart, { terminationGracePeriod: Duration.seconds(20) });
    addSidecar(web, 'cache', { shutdown: Duration.seconds(7) });

    PodLifecycle.of(web, { shutdown: Duration.seconds(15) });

    expect(refusals(chart)).toEqual([
      '[shop/web] NS301 the grace period is 20 s, but stopping in order takes 22 s (web shutdown 15 s + cache shutdown 7 s = 22 s, plus 2 s of margin: 24 s): '
      + "set the grace period ('terminationGracePeriod' in cdk8s-plus) to 24 s or more, omit it, or shorten the longest step",
    ]);
  });

  test('is refused when the sidecars alone do not fit', () => {
    const chart = chartIn();
    addSidecar(kubeDeploymentIn(chart, { terminationGracePeriodSeconds: 30 }), 'cache', { shutdown: Duration.minutes(1) });

    expect(refusals(chart)).toEqual([
      '[shop/web] NS301 the grace period is 30 s, but stopping in order takes 60 s (cache shutdown 60 s, plus 2 s of margin: 62 s) '
      + "plus the undeclared shutdown time of 'web': "
      + "set the grace period ('terminationGracePeriod' in cdk8s-plus) to 62 s plus that time, omit it, or shorten the longest step",
    ]);
  });

  test('is accepted when it just fits, and when only an assumption does not fit', () => {
    const fits = chartIn();
    const web = deploymentIn(fits, { terminationGracePeriod: Duration.seconds(20) });
    addSidecar(web, 'cache', { shutdown: Duration.seconds(5) });
    PodLifecycle.of(web, { shutdown: Duration.seconds(15) });
    const assumed = chartIn();
    addSidecar(deploymentIn(assumed, { terminationGracePeriod: Duration.seconds(20) }));

    expect([refusals(fits), refusals(assumed)]).toEqual([[], []]);
  });
});
