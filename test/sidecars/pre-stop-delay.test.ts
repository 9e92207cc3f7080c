import { App, Chart, Duration, Include } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { addSidecar, chartIn, deploymentIn, kubeDeploymentIn, refusals, synthPod } from './support';
import { KubernetesVersion, LifecycleEvent, PodModel, PodLifecycle, Severity } from '../../src';

const FIVE_SECONDS = { sleep: { seconds: 5 } };

const delayOf = (pod: PodModel) => pod.container('web').spec.lifecycle?.preStop;

function kubeServiceIn(scope: Chart, selector: { [label: string]: string } = { app: 'web' }): void {
  new kplus.k8s.KubeService(scope, 'service', { spec: { selector, ports: [{ port: 80, targetPort: kplus.k8s.IntOrString.fromNumber(8080) }] } });
}

describe('an app behind a Service goes on for 5 s before its stop signal', () => {
  test('when cdk8s-plus exposes it', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web);

    web.exposeViaService();

    expect(delayOf(synthPod(chart))).toEqual(FIVE_SECONDS);
  });

  test('when an imported Service selects its labels', () => {
    const chart = chartIn();
    addSidecar(kubeDeploymentIn(chart));

    kubeServiceIn(chart);

    expect(delayOf(synthPod(chart))).toEqual(FIVE_SECONDS);
  });

  test('when the Service is in another chart of the app', () => {
    const app = new App();
    const chart = chartIn(app);
    addSidecar(kubeDeploymentIn(chart));

    kubeServiceIn(chartIn(app, 'network'));

    expect(delayOf(synthPod(chart))).toEqual(FIVE_SECONDS);
  });

  test('in all its containers but those with a hook of their own', () => {
    const chart = chartIn();
    const image = 'ghcr.io/acme/web:1.4.2';
    const own = { preStop: { httpGet: { path: '/drain', port: kplus.k8s.IntOrString.fromNumber(8080) } } };
    const greeting = { postStart: { exec: { command: ['/hello'] } } };
    addSidecar(kubeDeploymentIn(chart, { containers: [{ name: 'web', image, lifecycle: own }, { name: 'worker', image, lifecycle: greeting }] }));

    kubeServiceIn(chart);

    const pod = synthPod(chart);
    expect(delayOf(pod)).toEqual({ httpGet: { path: '/drain', port: 8080 } });
    expect(pod.container('worker').spec.lifecycle).toEqual({ ...greeting, preStop: FIVE_SECONDS });
  });

  test('and that is counted: 5 + 30 + 5, and 2 of margin', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web);

    web.exposeViaService();

    const life = PodLifecycle.of(web);
    expect(life.gracePeriod.toSeconds()).toBe(42);
    expect(life.budget.entries[0]).toEqual({ container: 'web', preStop: 5, toldToStop: 5, shutdown: 30, ends: 35 });
    expect(life.timeline().eventsOf('web').slice(2).map(({ at, event }) => [at, event])).toEqual([
      [60, LifecycleEvent.PRE_STOP_BEGIN], [65, LifecycleEvent.PRE_STOP_END], [65, LifecycleEvent.SIGTERM], [95, LifecycleEvent.EXITED],
    ]);
  });

  test('also without a sidecar, if somebody says something about its life', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    web.exposeViaService();

    PodLifecycle.of(web, { shutdown: Duration.seconds(10) });

    expect(delayOf(synthPod(chart))).toEqual(FIVE_SECONDS);
    expect(synthPod(chart).gracePeriodSeconds).toBe(17);
  });
});

describe('it does not', () => {
  test.each<[string, (app: App, chart: Chart) => void]>([
    ['without a Service', () => {}],
    ['when the Service selects other pods', (_app, chart) => kubeServiceIn(chart, { app: 'web', tier: 'front' })],
    ['when the Service is in another namespace', app => kubeServiceIn(chartIn(app, 'network', 'staging'))],
    ['when the Service selects nothing', (_app, chart) => kubeServiceIn(chart, {})],
    ['when only a custom resource is called Service', (_app, chart) => new Include(chart, 'knative', { url: 'test/fixtures/manifests/knative-service.yaml' })],
  ])('%s', (_name, more) => {
    const app = new App();
    const chart = chartIn(app);
    const web = kubeDeploymentIn(chart);
    addSidecar(web);

    more(app, chart);

    expect(delayOf(PodLifecycle.of(web).pod)).toBeUndefined();
    expect(PodLifecycle.of(web).gracePeriod.toSeconds()).toBe(37);
  });

  test('when nobody has said anything about the workload\'s life', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    web.exposeViaService();

    PodLifecycle.of(web).timeline();

    expect(delayOf(synthPod(chart))).toBeUndefined();
  });

  test('in a Job', () => {
    const chart = chartIn();
    const labels = { app: 'web' };
    const containers = [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }];
    const job = new kplus.k8s.KubeJob(chart, 'job', { spec: { template: { metadata: { labels }, spec: { restartPolicy: 'Never', containers } } } });
    addSidecar(job);

    kubeServiceIn(chart);

    expect(delayOf(synthPod(chart))).toBeUndefined();
  });
});

test('a Service that is not finished yet does no harm before synth', () => {
  const chart = chartIn();
  const web = deploymentIn(chart);
  addSidecar(web);
  const service = new kplus.Service(chart, 'service', { selector: web });

  const before = delayOf(PodLifecycle.of(web).pod);
  service.bind(80, { targetPort: 8080 });

  expect([before, delayOf(PodLifecycle.of(web).pod)]).toEqual([undefined, FIVE_SECONDS]);
});

describe('the user says how long', () => {
  function delayed(seconds: number, exposed: boolean): unknown {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web);
    if (exposed) {
      web.exposeViaService();
    }
    PodLifecycle.of(web, { preStopDelay: Duration.seconds(seconds) });
    return delayOf(synthPod(chart));
  }

  test('and zero switches it off', () => {
    expect([12, 0].map(seconds => delayed(seconds, true))).toEqual([{ sleep: { seconds: 12 } }, undefined]);
  });

  test('and then a Service need not be known', () => {
    expect(delayed(12, false)).toEqual({ sleep: { seconds: 12 } });
  });
});

describe('before Kubernetes 1.30, where there is no sleep action', () => {
  function on129(options: Parameters<typeof PodLifecycle.of>[1]) {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web);
    web.exposeViaService();
    PodLifecycle.target(web, KubernetesVersion.of('1.29'));
    PodLifecycle.of(web, options);
    return chart;
  }

  test('nothing is written unless the image has a sleep command', () => {
    expect(delayOf(synthPod(on129({})))).toBeUndefined();
    expect(synthPod(on129({})).gracePeriodSeconds).toBe(37);
  });

  test('that it is left out is said, and stops nothing', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    addSidecar(web);
    web.exposeViaService({ name: 'web-service' });
    PodLifecycle.target(web, KubernetesVersion.of('1.29'));

    expect(PodLifecycle.of(web).findings.filter(finding => finding.rule === 'NS602')).toEqual([{
      rule: 'NS602',
      severity: Severity.INFO,
      message: "the app stops at once, while Service 'web-service' may still send it requests: the usual pre-stop delay of 5 s is left out, "
        + 'because it needs a sleep hook, which is off by default in Kubernetes 1.29',
      fix: "set 'imageHasSleep' if the app's image has a sleep command, target 1.30 or newer, or set 'preStopDelay' to zero if it needs none",
    }]);
    expect(refusals(chart)).toEqual([]);
  });

  test.each<[string, Parameters<typeof PodLifecycle.of>[1]]>([
    ['where none is wanted', { preStopDelay: Duration.seconds(0) }],
    ['where the image has a sleep command', { imageHasSleep: true }],
  ])('nothing is said %s', (_name, options) => {
    const chart = on129(options);

    expect(PodLifecycle.of(chart).findings.filter(finding => finding.rule === 'NS602')).toEqual([]);
  });

  test('an image with a sleep command runs it', () => {
    const pod = synthPod(on129({ imageHasSleep: true }));

    expect(delayOf(pod)).toEqual({ exec: { command: ['sleep', '5'] } });
    expect(pod.gracePeriodSeconds).toBe(42);
  });

  test('a delay that was asked for is refused', () => {
    expect(refusals(on129({ preStopDelay: Duration.seconds(8) }))).toEqual([
      '[shop/web] NS602 the pre-stop delay needs a sleep hook, which is off by default in Kubernetes 1.29: '
      + "set 'imageHasSleep' if the app's image has a sleep command, or target 1.30 or newer",
    ]);
  });
});

describe('an explicit delay that cannot be applied is reported', () => {
  const own = { preStop: { exec: { command: ['/drain'] } } };
  const image = 'ghcr.io/acme/web:1.4.2';
  const delay = { preStopDelay: Duration.seconds(12) };

  test('as an error, if every container has its own hook', () => {
    const chart = chartIn();

    PodLifecycle.of(kubeDeploymentIn(chart, { containers: [{ name: 'web', image, lifecycle: own }] }), delay);

    expect(refusals(chart)).toEqual([
      "[shop/web] NS310 'preStopDelay' is 12 s, but 'web' has its own preStop hook, which stays as it is: let the hook wait, and remove 'preStopDelay', or remove the hook",
    ]);
  });

  test('as an info, if another container gets the delay', () => {
    const chart = chartIn();
    const web = kubeDeploymentIn(chart, { containers: [{ name: 'web', image, lifecycle: own }, { name: 'worker', image }] });

    const { findings } = PodLifecycle.of(web, delay);

    expect(findings.filter(({ rule }) => rule === 'NS310')).toEqual([{
      rule: 'NS310',
      severity: Severity.INFO,
      container: 'web',
      path: 'spec.template.spec.containers[0]',
      message: "'preStopDelay' is 12 s, but 'web' has its own preStop hook, which stays as it is",
      fix: 'let the hook wait, or remove it',
    }]);
    expect(synthPod(chart).container('worker').spec.lifecycle).toEqual({ preStop: { sleep: { seconds: 12 } } });
  });

  test('as an error for a Job, which serves no requests', () => {
    const chart = chartIn();

    PodLifecycle.of(new kplus.Job(chart, 'export', { containers: [{ name: 'export', image }] }), delay);

    expect(refusals(chart)).toEqual([
      "[shop/export] NS310 'preStopDelay' is 12 s, but this pod runs to completion and serves no requests, so a delay would only prolong every stop: remove 'preStopDelay'",
    ]);
  });

  test('but not if it is zero, or only the default', () => {
    const chart = chartIn();
    const web = kubeDeploymentIn(chart, { containers: [{ name: 'web', image, lifecycle: own }] });
    kubeServiceIn(chart);

    PodLifecycle.of(web, { shutdown: Duration.seconds(10), preStopDelay: Duration.seconds(0) });
    PodLifecycle.of(kubeDeploymentIn(chart, { containers: [{ name: 'web', image, lifecycle: own }] }, 'other'), { shutdown: Duration.seconds(10) });

    expect(refusals(chart)).toEqual([]);
  });
});
